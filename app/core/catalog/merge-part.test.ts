import { describe, expect, test } from 'vitest';
import { mergePart } from './merge-part.ts';
import type { PartColumns } from './part-fields.ts';
import { readNewPart } from './part-form.ts';
import { mergeStock, describeStockMerge } from './stock.ts';

const horn = {
  part_name: 'Horn',
  brand: 'Bosch',
  category: 'Electrical',
  description: 'Loud',
  vehicle_make: 'Honda',
  vehicle_model: 'Civic',
  vehicle_year: '2015',
  part_type: 'Good',
  price: '40.00',
  stock_quantity: '4',
};
const { part: seen } = readNewPart(horn) as { part: PartColumns };

const merge = (
  theirs: Partial<PartColumns>,
  mine: Partial<PartColumns>,
  rest: Partial<Parameters<typeof mergePart>[0]> = {},
) => mergePart({ seen, now: { ...seen, ...theirs }, mine: { ...seen, ...mine }, held: 0, ...rest });

describe('a part that two users change', () => {
  test('my values for the fields that I changed, theirs for the rest', () => {
    expect(merge({ price: '45.00', description: null }, { brand: 'Denso', category: 'Horns' })).toEqual({
      merged: { ...seen, price: '45.00', description: null, brand: 'Denso', category: 'Horns' },
      conflicts: [],
    });
  });

  test('equal changes do not conflict; different ones do, also if one is empty', () => {
    expect(merge({ price: '45.00' }, { price: '45.00' }).conflicts).toEqual([]);
    expect(merge({ price: '45.00', brand: null }, { price: null, brand: 'Denso' }).conflicts).toEqual([
      { field: 'brand', mine: 'Denso', theirs: null },
      { field: 'price', mine: null, theirs: '45.00' },
    ]);
  });

  test('a choice applies to the value that was shown', () => {
    const choices = {
      price: { keep: 'mine', theirs: '45.00' },
      brand: { keep: 'theirs', theirs: null },
    } as const;
    const mine = { price: '50.00', brand: 'Denso' };
    expect(merge({ price: '45.00', brand: null }, mine, { choices })).toMatchObject({
      merged: { price: '50.00', brand: null },
      conflicts: [],
    });
    expect(merge({ price: '46.00', brand: null }, mine, { choices }).conflicts).toEqual([
      { field: 'price', mine: '50.00', theirs: '46.00' },
    ]);
  });

  test('a choice does not affect fields without a conflict', () => {
    const choices = { price: { keep: 'theirs', theirs: '40.00' } } as const;
    expect(merge({}, { price: '50.00' }, { choices }).merged.price).toBe('50.00');
  });
});

describe('stock changes are added', () => {
  test('an added unit is added to the current stock', () => {
    const { merged, conflicts } = merge({ stock_quantity: 3 }, { stock_quantity: 5 });
    expect([merged.stock_quantity, conflicts]).toEqual([4, []]);
  });

  test('held units are kept', () => {
    expect(merge({}, { stock_quantity: 1 }, { held: 2 }).merged.stock_quantity).toBe(1);
    expect(merge({ stock_quantity: 3 }, { stock_quantity: 1 }, { held: 2 }).merged.stock_quantity).toBe(2);
  });

  test('without the stock, sent or seen, it stays unchanged', () => {
    const now = { ...seen, stock_quantity: 3 };
    const { stock_quantity: _, ...others } = seen;
    expect(mergePart({ seen, now, mine: { brand: 'Denso' }, held: 0 }).merged).toEqual({
      ...now,
      brand: 'Denso',
    });
    expect(mergePart({ seen: others, now, mine: { ...seen, stock_quantity: 9 }, held: 0 }).merged).toEqual(
      now,
    );
  });

  test.each([
    // Columns: seen, now, mine, held, result.
    [4, 4, 9, 0, 9],
    [4, 4, 1, 3, 1],
    [4, 3, 4, 0, 3],
    [4, 3, 10, 0, 9],
    [4, 3, 3, 0, 2],
    [4, 1, 0, 0, 0],
    [9, 6, 1, 2, 2],
    [0, 5, 2_147_483_647, 0, 2_147_483_647],
  ])('seen %i, now %i, mine %i, held %i: %i', (before, now, mine, held, result) => {
    expect(mergeStock({ seen: before, now, mine, held })).toBe(result);
    const both = now !== before && mine !== before;
    expect(describeStockMerge({ seen: before, now, mine, held }) !== undefined).toBe(both);
  });
});
