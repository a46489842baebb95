import { expect, test } from 'vitest';
import { readStockNumbers } from './stock-numbers.ts';

test.each([
  ['Y100-7', ['Y1007', '#Y1007']],
  [' y100 7 ', ['Y1007', '#Y1007']],
  ['#y.100.7', ['#Y1007', 'Y1007']],
  ['stock number Y100-7', ['STOCKNUMBERY1007', 'Y1007', '#Y1007']],
  ['Stock #: 1042', ['STOCK#1042', '1042', '#1042']],
  ['stk no. 1042', ['STKNO1042', '1042', '#1042']],
  ['Yard Row 12', ['YARDROW12', '#YARDROW12']],
  ['"Y100-7"', ['Y1007', '#Y1007']],
  ['stock 12', ['STOCK12', '#12']],
])('%s can be %j', (text, keys) => {
  expect(readStockNumbers(text)).toEqual(keys);
});

test.each(['', 'stock', 'brake pads', '7', 'a 2010 honda civic with brake pads', `1${'0'.repeat(50)}`])(
  '"%s" is not a stock number',
  (text) => {
    expect(readStockNumbers(text)).toEqual([]);
  },
);
