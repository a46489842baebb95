import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mergeDelivered, mergeStock } from './merge-delivered.ts';

describe('stock beside another system', () => {
  test.each<[string, number | undefined, number, number, number]>([
    ['the first file counts', undefined, 3, 5, 5],
    ['nothing happened', 5, 5, 5, 5],
    ['sold here, not known there yet', 5, 4, 5, 4],
    ['sold here, and known there now', 5, 4, 4, 4],
    ['sold here and there', 5, 4, 3, 3],
    ['sold there only', 5, 5, 4, 4],
    ['more arrived there, one sold here', 5, 4, 7, 6],
    ['returned here, not known there yet', 5, 6, 5, 6],
    ['returned here, and known there now', 5, 6, 6, 6],
    ['the last one sold here, not known there yet', 1, 0, 1, 0],
    ['the last one sold here, and known there now', 1, 0, 0, 0],
    ['gone there', 5, 4, 0, 0],
  ])('%s', (_name, before, now, file, stock) => {
    expect(mergeStock({ before, now, file })).toBe(stock);
  });

  test('a unit that was sold here is never for sale again, whenever the other system learns of it', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ soldHere: fc.nat(3), soldThere: fc.nat(3), told: fc.boolean() })),
        (days) => {
          let real = 50;
          let shop = 50;
          let other = 50;
          let file = 50;
          let untold = 0;
          for (const { soldHere, soldThere, told } of days) {
            const here = Math.min(soldHere, real, shop);
            real -= here;
            shop -= here;
            untold += here;
            if (told) {
              other -= untold;
              untold = 0;
            }
            const there = told ? Math.min(soldThere, real) : 0;
            real -= there;
            other -= there;
            const next = Math.max(0, other);
            shop = mergeStock({ before: file, now: shop, file: next });
            file = next;
            expect(shop).toBe(real);
          }
        },
      ),
    );
  });
});

describe('who owns a field', () => {
  const now = { price: '90.00', yard_place: 'A-1' };
  const merge = (
    values: Record<string, string>,
    delivered: Record<string, string> | undefined,
    shopOwns: string[] = [],
  ) => mergeDelivered({ values, now, delivered, shopOwns: new Set(shopOwns) });

  test.each<[string, Record<string, string> | undefined, string[], Record<string, string>, unknown[]]>([
    ['the first file of its own field', undefined, [], { price: '80.00' }, []],
    ['the first file of the shop’s field', undefined, ['price'], {}, []],
    ['changed there only', { price: '90.00' }, [], { price: '80.00' }, []],
    ['changed there only, the shop’s field', { price: '90.00' }, ['price'], {}, []],
    ['changed here only, the shop’s field', { price: '80.00' }, ['price'], {}, []],
    [
      'changed here only',
      { price: '80.00' },
      [],
      { price: '80.00' },
      [{ field: 'price', shop: '90.00', file: '80.00', kept: 'file' }],
    ],
    [
      'changed here and there, the shop’s field',
      { price: '100.00' },
      ['price'],
      {},
      [{ field: 'price', shop: '90.00', file: '80.00', kept: 'shop' }],
    ],
  ])('%s', (_name, delivered, shopOwns, values, conflicts) => {
    expect(merge({ price: '80.00' }, delivered, shopOwns)).toEqual({ values, conflicts });
  });
});
