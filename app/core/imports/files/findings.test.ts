import { describe, expect, test } from 'vitest';
import { correctNewPart, describeFindings, type CheckCounts } from './findings.ts';

const nothing: CheckCounts = {
  added: 0,
  unpriced: 0,
  outOfStock: 0,
  repriced: 0,
  timesHundred: 0,
  commonName: null,
  planned: 0,
  reasons: [],
};

const all = ['part_name', 'oem_number', 'price', 'stock_quantity'];

const find = (fields: string[], findings: Partial<CheckCounts> = {}) =>
  describeFindings({ fields }, { ...nothing, ...findings }).map(({ text, remedy }) => [text, remedy?.name]);

describe('what looks wrong in a checked file', () => {
  test.each<[string, string[], Partial<CheckCounts>, [unknown, unknown][]]>([
    ['nothing', all, { added: 20, planned: 40, repriced: 20, timesHundred: 9 }, []],
    [
      'columns that are missing',
      ['part_name'],
      {},
      [
        [expect.stringMatching(/^No column is the price/), undefined],
        [expect.stringMatching(/^No column is the stock quantity/), 'one-in-stock'],
        [expect.stringMatching(/^No column is a number/), undefined],
      ],
    ],
    [
      'prices in cents',
      all,
      { repriced: 20, timesHundred: 10 },
      [['10 of 20 changed prices are about 100 times the old ones.', 'cents']],
    ],
    [
      'new parts without a price',
      all,
      { added: 9, unpriced: 2 },
      [["2 of 9 new parts have no price and can't be bought.", undefined]],
    ],
    [
      'new parts that are all sold out',
      all,
      { added: 9, outOfStock: 9 },
      [['All 9 new parts are out of stock.', 'one-in-stock']],
    ],
    ['a few of them', all, { added: 9, outOfStock: 8 }, []],
    [
      'one name for most lines',
      all,
      { planned: 9, commonName: { name: 'Car Parts', lines: 5 } },
      [['5 of 9 lines have the name Car Parts. Is another column the part name?', undefined]],
    ],
    ['a common name', all, { planned: 10, commonName: { name: 'Hood', lines: 5 } }, []],
  ])('%s', (_name, fields, findings, expected) => {
    expect(find(fields, findings)).toEqual(expected);
  });
});

test.each([
  [{}, { stock_quantity: 1 }],
  [{ stock_quantity: 0 }, { stock_quantity: 1 }],
  [{ stock_quantity: 3 }, { stock_quantity: 3 }],
])('1 in stock, if that was chosen: %j', (values, corrected) => {
  expect(correctNewPart(values, { remedies: ['one-in-stock'] })).toEqual(corrected);
  expect(correctNewPart(values, { remedies: ['cents'] })).toBe(values);
});
