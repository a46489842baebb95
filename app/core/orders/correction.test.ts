import { describe, expect, test } from 'vitest';
import { combineTaxRows, computeUnsettled, keepClosedUnits, type TaxRow } from './correction.ts';

describe('a line that is priced anew', () => {
  const line = {
    quantity: 3,
    taxCents: 1000,
    shippingCents: 1500,
    coreCents: 3000,
    coreTaxCents: 240,
    batteryFeeCents: 600,
  };

  test('keeps nothing if all of its units are open', () => {
    expect(Object.values(keepClosedUnits(line, 3, false))).toEqual([0, 0, 0, 0, 0]);
  });

  test('keeps the share of units that have left, and of their shipment', () => {
    expect(keepClosedUnits(line, 1, true)).toEqual({
      taxCents: 667,
      shippingCents: 1000,
      coreCents: 2000,
      coreTaxCents: 160,
      batteryFeeCents: 400,
    });
    expect(keepClosedUnits(line, 1, false).shippingCents).toBe(0);
  });
});

describe('a correction leaves to settle', () => {
  const amounts = { beforeCents: 100_00, chargedCents: null, askedCents: 0, leftCents: 100_00 };

  test.each([
    ['nothing without a difference', {}, 100_00, 0, 0],
    ['what the order costs more', {}, 112_00, 12_00, 0],
    ['what it costs less', {}, 88_00, 0, 12_00],
    ['what is still due too', { chargedCents: 90_00, askedCents: 10_00 }, 112_00, 22_00, 0],
    [
      'nothing if an unpaid difference is taken back',
      { chargedCents: 90_00, askedCents: 10_00 },
      90_00,
      0,
      0,
    ],
    ['no refund of what was waived', { chargedCents: 90_00 }, 90_00, 0, 0],
    ['a part of what was waived and paid', { chargedCents: 90_00 }, 85_00, 0, 5_00],
    ['no more than can be refunded', { leftCents: 7_00 }, 88_00, 0, 7_00],
    ['what was not refunded before', { chargedCents: 110_00 }, 95_00, 0, 5_00],
  ])('%s', (_, facts, afterCents, dueCents, refundCents) => {
    expect(computeUnsettled({ ...amounts, ...facts, afterCents })).toEqual({ dueCents, refundCents });
  });
});

describe('the taxes of a corrected order', () => {
  const row = (name: string, taxableCents: number, taxCents: number): TaxRow => ({
    level: 'state',
    name,
    state: name,
    rate: 0.08,
    taxableCents,
    exemptCents: 0,
    taxCents,
    certificateId: null,
  });

  test('are those of the new place if nothing has left', () => {
    const added = [row('NV', 100_00, 8_25)];
    expect(combineTaxRows([row('CA', 100_00, 8_00)], { taxCents: 0, share: 0 }, added)).toEqual(added);
  });

  test('keep those of the units that have left, and add up', () => {
    const before = [row('CA', 99_99, 8_00), row('San Diego', 99_99, 1_01)];
    const rows = combineTaxRows(before, { taxCents: 3_01, share: 1 / 3 }, [row('CA', 60_00, 4_80)]);
    expect(rows.map(({ name, taxableCents }) => [name, taxableCents])).toEqual([
      ['CA', 93_33],
      ['San Diego', 33_33],
    ]);
    expect(rows.reduce((sum, { taxCents }) => sum + taxCents, 0)).toBe(7_81);
  });
});
