import { describe, expect, test } from 'vitest';
import {
  applyBulkChange,
  type BulkChange,
  type BulkPart,
  describeBulkChange,
  readBulkChange,
  undoBulkChange,
} from './bulk-change.ts';

const part: BulkPart = {
  part_type: 'Good',
  category: 'Brakes',
  vehicle_make: 'Honda',
  vehicle_model: 'Civic',
  vehicle_year: 2010,
  warranty: null,
  price: '49.99',
  stock_quantity: 3,
  stock_held: 1,
  is_hidden: false,
};

type PriceChange = Extract<BulkChange, { kind: 'price' }>;

function priced(before: string | null, change: Omit<PriceChange, 'kind'>) {
  const outcome = applyBulkChange({ kind: 'price', ...change }, { ...part, price: before });
  return 'skipped' in outcome ? outcome.skipped : outcome.after.price;
}

test('only a part in the shop that no payment holds is hidden, and only a hidden one is shown', () => {
  const hide = (now: Partial<BulkPart>) => applyBulkChange({ kind: 'hide' }, { ...part, ...now });
  expect(hide({ stock_held: 0 })).toEqual({ after: {} });
  expect(hide({ stock_held: 2 })).toEqual({ skipped: 'Open payments hold 2' });
  expect(hide({ stock_held: 0, is_hidden: true })).toEqual({ skipped: 'Already hidden' });
  expect(applyBulkChange({ kind: 'show' }, part)).toEqual({ skipped: 'Already in the shop' });
  expect(applyBulkChange({ kind: 'show' }, { ...part, is_hidden: true })).toEqual({ after: {} });
});

describe('prices', () => {
  test.each([
    ['100.00', { way: 'percent', value: 10, ending: 'none' }, '110.00'],
    ['100.00', { way: 'percent', value: -7.5, ending: 'none' }, '92.50'],
    // Binary 10.05 * 1.1 is less than 11.055.
    ['10.05', { way: 'percent', value: 10, ending: 'none' }, '11.06'],
    ['10.00', { way: 'amount', value: -250, ending: 'none' }, '7.50'],
    [null, { way: 'to', value: 4999, ending: 'none' }, '49.99'],
    ['100.00', { way: 'percent', value: 1, ending: '95' }, '100.95'],
    ['100.00', { way: 'percent', value: 0.4, ending: '95' }, '99.95'],
    ['100.00', { way: 'amount', value: 45, ending: '95' }, '100.95'],
    ['0.30', { way: 'amount', value: 10, ending: '99' }, '0.99'],
    [null, { way: 'percent', value: 10, ending: 'none' }, 'It has no price'],
    ['5.00', { way: 'amount', value: -500, ending: '95' }, 'The price would be below one cent'],
    ['999999999.99', { way: 'amount', value: 1, ending: 'none' }, 'The price would be too high'],
    ['10.95', { way: 'percent', value: 0.1, ending: '95' }, 'Nothing to change'],
  ] as const)('%s %j is %s', (before, change, after) => {
    expect(priced(before, change)).toBe(after);
  });

  test('rounded prices are the nearest with this ending', () => {
    for (let cents = 1; cents < 1_000; cents += 1) {
      const after = Number(priced('1.00', { way: 'to', value: cents, ending: '95' }) ?? '0') * 100;
      const nearest = [95, 195, 295, 395, 495, 595, 695, 795, 895, 995, 1095].reduce((best, each) =>
        Math.abs(each - cents) <= Math.abs(best - cents) ? each : best,
      );
      expect([cents, Math.round(after)]).toEqual([cents, nearest]);
    }
  });
});

describe('stock', () => {
  test.each([
    [{ way: 'to', value: 5 }, { after: { stock_quantity: 5 } }],
    [{ way: 'by', value: -2 }, { after: { stock_quantity: 1 } }],
    [{ way: 'by', value: -3 }, { skipped: 'Open payments hold 1' }],
    [{ way: 'to', value: 0 }, { skipped: 'Open payments hold 1' }],
    [{ way: 'to', value: 3 }, { skipped: 'Nothing to change' }],
    [{ way: 'by', value: 2_147_483_647 }, { skipped: 'That is more than a part can have' }],
  ] as const)('%j', (change, outcome) => {
    expect(applyBulkChange({ kind: 'stock', ...change }, part)).toEqual(outcome);
  });

  test('undoing keeps what was sold since', () => {
    const kept = { before: { stock_quantity: 3 }, after: { stock_quantity: 10 } };
    expect(undoBulkChange(kept, { ...part, stock_quantity: 8, stock_held: 0 })).toEqual({
      after: { stock_quantity: 1 },
    });
    expect(undoBulkChange(kept, { ...part, stock_quantity: 8, stock_held: 2 })).toEqual({
      skipped: 'Open payments hold 2',
    });
    expect(undoBulkChange(kept, { ...part, stock_quantity: 4, stock_held: 0 })).toEqual({
      after: { stock_quantity: 0 },
    });
  });
});

describe('values', () => {
  test('are set, and only where the part is as expected', () => {
    const change: BulkChange = { kind: 'set', values: { category: 'Stops' }, only: { category: 'Brakes' } };
    expect(applyBulkChange(change, part)).toEqual({ after: { category: 'Stops' } });
    expect(applyBulkChange(change, { ...part, category: 'Body' })).toEqual({ skipped: 'Changed since' });
    expect(applyBulkChange({ kind: 'set', values: { category: 'Brakes' } }, part)).toEqual({
      skipped: 'Nothing to change',
    });
  });

  test('are undone unless they were changed since', () => {
    const kept = { before: { price: '49.99' }, after: { price: '55.00' } };
    expect(undoBulkChange(kept, { ...part, price: '55.00' })).toEqual({ after: { price: '49.99' } });
    expect(undoBulkChange(kept, { ...part, price: '54.00' })).toEqual({ skipped: 'Changed since' });
  });
});

describe('the form', () => {
  test.each([
    [
      { kind: 'price', price_way: 'percent', price_value: ' -10 % ', ending: '95' },
      { kind: 'price', way: 'percent', value: -10, ending: '95' },
      'Prices -10%, ending in .95',
    ],
    [
      { kind: 'price', price_way: 'amount', price_value: '-$1,200.50' },
      { kind: 'price', way: 'amount', value: -120_050, ending: 'none' },
      'Prices -$1,200.50',
    ],
    [
      { kind: 'price', price_way: 'to', price_value: '49.99', ending: 'none' },
      { kind: 'price', way: 'to', value: 4_999, ending: 'none' },
      'Prices to $49.99',
    ],
    [
      { kind: 'stock', stock_way: 'by', stock_value: '+2' },
      { kind: 'stock', way: 'by', value: 2 },
      'Stock +2',
    ],
    [
      { kind: 'stock', stock_way: 'to', stock_value: '0' },
      { kind: 'stock', way: 'to', value: 0 },
      'Stock to 0',
    ],
    [
      { kind: 'vehicle', vehicle_make: 'Honda', vehicle_model: '', vehicle_year: '2011' },
      { kind: 'set', values: { vehicle_make: 'Honda', vehicle_model: null, vehicle_year: 2011 } },
      'Vehicle 2011 Honda',
    ],
    [{ kind: 'condition', part_type: '' }, { kind: 'set', values: { part_type: null } }, 'Condition removed'],
    [
      { kind: 'warranty', warranty: '90 days' },
      { kind: 'set', values: { warranty: '90 days' } },
      'Warranty 90 days',
    ],
    [{ kind: 'delete' }, { kind: 'delete' }, 'Deleted'],
    [{ kind: 'hide' }, { kind: 'hide' }, 'Hidden from the shop'],
    [{ kind: 'show' }, { kind: 'show' }, 'Shown in the shop'],
  ])('%j', (form, change, description) => {
    expect(readBulkChange(form)).toEqual({ change });
    expect(describeBulkChange(change as BulkChange)).toBe(description);
  });

  test.each([
    [{}, 'kind'],
    [{ kind: 'restore' }, 'kind'],
    [{ kind: 'price', price_way: 'x', price_value: '1' }, 'price_way'],
    [{ kind: 'price', price_way: 'toString', price_value: '1' }, 'price_way'],
    [{ kind: 'price', price_way: 'percent', price_value: '-100' }, 'price_value'],
    [{ kind: 'price', price_way: 'percent', price_value: '' }, 'price_value'],
    [{ kind: 'price', price_way: 'percent', price_value: '0' }, 'price_value'],
    [{ kind: 'price', price_way: 'to', price_value: '-5' }, 'price_value'],
    [{ kind: 'price', price_way: 'amount', price_value: '1.234' }, 'price_value'],
    [{ kind: 'price', price_way: 'to', price_value: '5', ending: '50' }, 'ending'],
    [{ kind: 'stock', stock_way: 'to', stock_value: '-1' }, 'stock_value'],
    [{ kind: 'stock', stock_way: 'by', stock_value: '0' }, 'stock_value'],
    [{ kind: 'stock', stock_way: 'to', stock_value: '9999999999' }, 'stock_value'],
    [{ kind: 'stock', stock_value: '1' }, 'stock_way'],
    [{ kind: 'category', category: ' ' }, 'category'],
    [{ kind: 'vehicle', vehicle_year: 'x' }, 'vehicle_year'],
    [{ kind: 'warranty', warranty: 'forever' }, 'warranty'],
  ])('%j is refused', (form, field) => {
    const read = readBulkChange(form);
    expect('errors' in read && Object.keys(read.errors)).toEqual([field]);
  });
});
