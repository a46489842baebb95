import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { accounts, DayBook, postMovement } from './journal.ts';
import type { TransactionKind } from '#core/payments/payout.ts';
import type { JurisdictionTax, MoneyPlace, Movement } from './movements.ts';

const cents = fc.integer({ min: 0, max: 5_000_000 });
const place = fc.constantFrom<MoneyPlace>('provider', 'cash', 'card');
const taxes = fc.array(
  fc.record<JurisdictionTax>({
    level: fc.constantFrom('flat', 'state', 'county', 'city', 'district'),
    state: fc.constantFrom(null, 'CA', 'NV'),
    name: fc.constantFrom('CA', 'Sales tax', 'San Diego County', 'A District'),
    cents,
  }),
  { maxLength: 4 },
);
const amounts = { totalCents: cents, taxCents: cents, taxes, coreCents: cents, batteryFeeCents: cents };

/** A refund that failed later has all its amounts with a minus. */
const refund = fc.constantFrom(1, -1).chain((sign) => {
  const signed = (arbitrary: fc.Arbitrary<number>) => arbitrary.map((each) => sign * each);
  return fc.record({
    kind: fc.constant('refund' as const),
    totalCents: signed(cents),
    taxCents: signed(cents),
    taxes,
    coreCents: signed(cents),
    batteryFeeCents: signed(cents),
    place,
    isOverpaid: fc.boolean(),
  });
});

const movement: fc.Arbitrary<Movement> = fc.oneof(
  fc.record({
    kind: fc.constant('order' as const),
    ...amounts,
    shippingCents: cents,
    paidCents: cents,
    place,
  }),
  fc.record({ kind: fc.constant('balance' as const), paidCents: cents }),
  fc.record({
    kind: fc.constant('correction' as const),
    before: fc.record({ ...amounts, shippingCents: cents }),
    after: fc.record({ ...amounts, shippingCents: cents }),
  }),
  refund,
  fc.record({
    kind: fc.constant('provider' as const),
    transaction: fc.constantFrom<TransactionKind>('payment', 'refund', 'dispute', 'fee', 'payout', 'other'),
    amountCents: fc.integer({ min: -5_000_000, max: 5_000_000 }),
    feeCents: fc.integer({ min: -5_000, max: 5_000 }),
    bookedCents: fc.integer({ min: -5_000_000, max: 5_000_000 }),
  }),
);

/** The balance of each account that has one, in cents. */
function openOf(movements: readonly Movement[]): Record<string, number> {
  const balances = new Map<string, number>();
  for (const { account, cents: amount } of movements.flatMap(postMovement))
    balances.set(account, (balances.get(account) ?? 0) + amount);
  return Object.fromEntries([...balances].filter(([, amount]) => amount !== 0));
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

test('debits equal credits to the cent, whatever happened on a day', () => {
  fc.assert(
    fc.property(fc.array(movement, { maxLength: 30 }), (movements) => {
      const book = new DayBook('2026-01-31');
      for (const each of movements) {
        expect(sum(postMovement(each).map((posting) => posting.cents))).toBe(0);
        book.add(each);
      }
      const lines = book.lines();
      expect(sum(lines.map(({ debitCents }) => debitCents))).toBe(
        sum(lines.map(({ creditCents }) => creditCents)),
      );
      // One side each, never negative, and each account at most once on a side.
      for (const { debitCents, creditCents } of lines)
        expect(Math.min(debitCents, creditCents) === 0 && Math.max(debitCents, creditCents) > 0).toBe(true);
      const sides = lines.map(({ account, debitCents }) => `${account} ${debitCents > 0}`);
      expect(new Set(sides).size).toBe(sides.length);
    }),
  );
});

test('the clearing account is empty once everything is in a payout, and the rest is where it belongs', () => {
  const tax = { level: 'state', state: 'CA', name: 'CA', cents: 7_25 } as const;
  const sold: Movement = {
    kind: 'order',
    totalCents: 132_25,
    taxCents: 7_25,
    taxes: [tax],
    coreCents: 20_00,
    batteryFeeCents: 2_00,
    shippingCents: 15_00,
    paidCents: 100_00,
    place: 'provider',
  };
  const back: Movement = {
    kind: 'refund',
    totalCents: 21_45,
    taxCents: 1_45,
    taxes: [{ ...tax, cents: 1_45 }],
    coreCents: 20_00,
    batteryFeeCents: 0,
    place: 'provider',
    isOverpaid: false,
  };
  const provider = (transaction: TransactionKind, amountCents: number, feeCents: number, bookedCents = 0) =>
    ({ kind: 'provider', transaction, amountCents, feeCents, bookedCents }) as const;
  const movements: Movement[] = [
    sold,
    { kind: 'balance', paidCents: 32_25 },
    back,
    provider('payment', 100_00, 3_20, 100_00),
    provider('payment', 32_25, 1_24, 32_25),
    provider('refund', -21_45, 0, -21_45),
    provider('dispute', -10_00, 15_00),
    provider('fee', -2_00, 0),
    // A payment that is not the shop's.
    provider('payment', 5_00, 50),
    provider('payout', -83_86, 0),
  ];
  expect(openOf(movements)).toEqual({
    [accounts.bank]: 83_86,
    [accounts.fees]: 21_94,
    [accounts.disputes]: 10_00,
    [accounts.unmatched]: -5_00,
    [`${accounts.tax}: CA`]: -5_80,
    [accounts.batteryFee]: -2_00,
    [accounts.sales]: -88_00,
    [accounts.shipping]: -15_00,
  });
});

test('a correction moves the sale, and giving back what it left over leaves nothing open', () => {
  const before = {
    totalCents: 123_25,
    taxCents: 8_25,
    taxes: [{ level: 'state', state: 'CA', name: 'CA', cents: 8_25 }],
    coreCents: 0,
    batteryFeeCents: 0,
    shippingCents: 15_00,
  } as const;
  const after = {
    ...before,
    totalCents: 95_00,
    taxCents: 5_00,
    taxes: [{ level: 'state', state: 'NV', name: 'NV', cents: 5_00 }],
    shippingCents: 10_00,
  } as const;
  const movements: Movement[] = [
    { kind: 'order', ...before, paidCents: 123_25, place: 'provider' },
    { kind: 'correction', before, after },
    {
      kind: 'refund',
      totalCents: 28_25,
      taxCents: 0,
      taxes: [],
      coreCents: 0,
      batteryFeeCents: 0,
      place: 'provider',
      isOverpaid: true,
    },
  ];
  expect(openOf(movements)).toEqual({
    [accounts.clearing]: 95_00,
    [`${accounts.tax}: NV`]: -5_00,
    [accounts.sales]: -80_00,
    [accounts.shipping]: -10_00,
  });
});

test('docs/sales.md names each account', () => {
  const [, page = ''] = readFileSync('docs/sales.md', 'utf8').split('\n## The journal\n');
  const named = [...page.matchAll(/^\| `([^`]+)` +\|/gm)].map(([, name]) => name);
  expect(named).toEqual(Object.values(accounts));
});
