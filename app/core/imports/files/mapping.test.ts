import { expect, test } from 'vitest';
import { partFileColumns } from '../cells/columns.ts';
import { importLimits } from './import-limits.ts';
import { guessFields, readMapping } from './mapping.ts';

test('columns are recognized by the names of the own file, by labels, and by words of suppliers', () => {
  const own = partFileColumns.map(({ header }) => header);
  const importable = partFileColumns.map(({ header, isComputed }) => (isComputed ? null : header));
  expect(guessFields(own)).toEqual(importable);
  expect(
    guessFields([
      'SKU',
      'Part #',
      'Title',
      'Make',
      'Model',
      'Year',
      'Qty',
      'Retail Price',
      'Cost',
      'Weight (lb)',
      'Color',
    ]),
  ).toEqual([
    'stock_number',
    'oem_number',
    'part_name',
    'vehicle_make',
    'vehicle_model',
    'vehicle_year',
    'stock_quantity',
    'price',
    'cost_price',
    'weight_pounds',
    null,
  ]);
});

test.each([
  [
    ['Tag #', 'Stock'],
    ['stock_number', 'stock_quantity'],
  ],
  [
    ['Stock', 'Qty'],
    [null, 'stock_quantity'],
  ],
  ...[
    'Stock',
    'Qty',
    'QTY',
    'Qty On Hand',
    'Qty. on hand',
    'On Hand',
    'On-Hand',
    'Quantity',
    'Quantity On Hand',
  ].map(
    (name) =>
      [
        ['Name', name],
        ['part_name', 'stock_quantity'],
      ] as [string[], (string | null)[]],
  ),
  ...['Stock#', 'Stock #', 'Stock No.', 'Stock No', 'Stock Number', 'STOCK NUM'].map(
    (name) =>
      [
        ['Name', name, 'Stock'],
        ['part_name', 'stock_number', 'stock_quantity'],
      ] as [string[], (string | null)[]],
  ),
  [
    ['Part #', 'Description', 'Price'],
    ['oem_number', 'part_name', 'price'],
  ],
  [
    ['Name', 'Description'],
    ['part_name', 'description'],
  ],
])('the columns %j of a supplier', (header, fields) => {
  expect(guessFields(header)).toEqual(fields);
});

test('what was chosen for the supplier wins, also to ignore a column', () => {
  const header = ['Name', 'Price', 'Cost'];
  expect(guessFields(header, { Name: 'part_name', Price: null, Cost: 'price' })).toEqual([
    'part_name',
    null,
    'price',
  ]);
  expect(guessFields(header, { Price: 'no_such_field' })).toEqual(['part_name', null, 'cost_price']);
});

test.each([
  [{ 'field-0': 'part_name', 'field-1': 'part_name' }, 'two columns are Part Name'],
  [{ 'field-0': 'price' }, 'one column must be the part name, the stock number or the id'],
  [{ 'field-0': 'id' }, 'please choose a field for at least one column'],
  [{ 'field-0': 'grade', 'field-1': 'part_name' }, 'please choose a field from the list'],
  [{ 'field-0': 'part_name', empty: 'x' }, 'please choose what empty cells do'],
  [{ 'field-0': 'part_name', 'numbers-weight': 'stone' }, 'please choose how numbers are written'],
  [{}, 'please choose a field for at least one column'],
])('a mapping of %j is refused', (form, problem) => {
  expect(readMapping(form, 2)).toEqual({ problem: expect.stringContaining(problem) });
});

test('a mapping', () => {
  const form = {
    'field-0': 'id',
    'field-2': 'price',
    condition: 'New',
    empty: 'clear',
    'numbers-decimal': ',',
    'numbers-weight': 'kg',
    'remedy-cents': 'on',
  };
  expect(readMapping(form, 3)).toEqual({
    mapping: {
      fields: ['id', null, 'price'],
      empty: 'clear',
      condition: 'New',
      numbers: { decimal: ',', weight: 'kg', length: 'in', distance: 'mi' },
      remedies: ['cents'],
    },
  });
});

test('the limits of one file', () => {
  expect(importLimits).toMatchObject({ fileBytes: 209_715_200, lines: 1_000_000, columns: 300, waiting: 5 });
});
