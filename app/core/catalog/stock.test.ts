import { expect, test } from 'vitest';
import { describeStockMerge, MAX_STOCK, mergeStock } from './stock.ts';

test.each([
  [
    'units were added',
    { seen: 4, now: 3, mine: 10, held: 0 },
    'Stock is now 9: it changed from 4 to 3 while you were editing, and you added 6.',
  ],
  [
    'units were removed',
    { seen: 4, now: 3, mine: 3, held: 0 },
    'Stock is now 2: it changed from 4 to 3 while you were editing, and you removed 1.',
  ],
  [
    'one unit is held',
    { seen: 4, now: 3, mine: 1, held: 1 },
    'Stock is now 1: it changed from 4 to 3 while you were editing, and you removed 3. Pending payments hold 1.',
  ],
  [
    'all free units were removed',
    { seen: 9, now: 6, mine: 5, held: 2 },
    'Stock is now 2: it changed from 9 to 6 while you were editing, and you removed 4.',
  ],
  [
    'held units would be removed',
    { seen: 9, now: 6, mine: 1, held: 2 },
    'Stock is now 2: it changed from 9 to 6 while you were editing, and you removed 8. Pending payments hold 2.',
  ],
  [
    'more units were removed than there are',
    { seen: 9, now: 6, mine: 1, held: 0 },
    'Stock is now 0: it changed from 9 to 6 while you were editing, and you removed 8.',
  ],
  [
    'more units were added than fit',
    { seen: 0, now: 5, mine: MAX_STOCK, held: 0 },
    `Stock is now ${MAX_STOCK}: it changed from 0 to 5 while you were editing, and you added ${MAX_STOCK}.`,
  ],
])('%s', (_, versions, text) => {
  expect(describeStockMerge(versions)).toBe(text);
});

test('there is nothing to say unless the admin and others changed the stock', () => {
  expect(describeStockMerge({ seen: 4, now: 4, mine: 9, held: 0 })).toBeUndefined();
  expect(describeStockMerge({ seen: 4, now: 3, mine: 4, held: 0 })).toBeUndefined();
});

test('stock that others did not change is what the admin entered, even less than is held', () => {
  expect(mergeStock({ seen: 4, now: 4, mine: 1, held: 2 })).toBe(1);
});
