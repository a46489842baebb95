import { describe, expect, test } from 'vitest';
import { formColumns, type PartColumn } from './part-fields.ts';
import { readFields, readNewPart, readPartForm, readSeen, untouchedPart } from './part-form.ts';

const NO_CATEGORY = 'Please select a category or enter a new category name';

/** Returns the value of one field, or its error. */
function read(column: PartColumn, sent: unknown) {
  const { values, errors } = readFields({ [column]: sent }, [column]);
  return errors[column] ?? values[column];
}

describe('a text', () => {
  test.each([
    ['  Brake Pads\t', 'Brake Pads'],
    ['', null],
    ['   ', null],
    [null, null],
    [45022, '45022'],
    ['a\ud800b', 'a\ufffdb'],
    ['a\0b', 'This contains an invalid character'],
    [true, 'OEM Number must be text'],
    [{}, 'OEM Number must be text'],
    ['x'.repeat(200), 'x'.repeat(200)],
    ['x'.repeat(201), 'At most 200 characters'],
  ])('%j is read as %j', (sent, value) => {
    expect(read('oem_number', sent)).toBe(value);
  });

  test('has the line ends of the database', () => {
    expect(read('description', 'one\r\ntwo\rthree\nfour')).toBe('one\ntwo\nthree\nfour');
  });

  test('of a description can be longer', () => {
    expect(read('description', 'x'.repeat(10_000))).toHaveLength(10_000);
    expect(read('description', 'x'.repeat(10_001))).toBe('At most 10,000 characters');
  });

  test('is required for a name', () => {
    expect(read('part_name', ' ')).toBe('Part name is required');
  });
});

describe('a whole number', () => {
  const year = 'Vehicle year must be a whole number of at most four digits';
  test.each([
    ['2015', 2015],
    [2015, 2015],
    ['9999', 9999],
    ['10000', year],
    ['20.5', year],
    ['-1', year],
    ['1e3', year],
    ['', null],
    ['0', null],
  ])('the year %j is read as %j', (sent, value) => {
    expect(read('vehicle_year', sent)).toBe(value);
  });

  const stock = 'Stock quantity must be a whole number, 0 or more';
  test.each([
    ['', 0],
    ['0', 0],
    ['7', 7],
    ['2147483647', 2_147_483_647],
    ['2147483648', stock],
    ['-1', stock],
    ['1.5', stock],
  ])('the stock %j is read as %j (Spec §5)', (sent, value) => {
    expect(read('stock_quantity', sent)).toBe(value);
  });
});

describe('an amount', () => {
  const invalid = 'Price must be dollars and cents, such as 49.99';
  test.each([
    ['49.99', '49.99'],
    [49.9, '49.90'],
    ['5.', '5.00'],
    ['.5', '0.50'],
    ['999999999.99', '999999999.99'],
    ['1000000000', invalid],
    ['0.001', invalid],
    ['-1', invalid],
    ['$5', invalid],
    ['', null],
    ['0', null],
    ['0.00', null],
  ])('of %j is read as %j', (sent, value) => {
    expect(read('price', sent)).toBe(value);
  });

  test('of tax cannot be sent', () => {
    expect(read('tax_rate', '0.08')).toBe('Tax Rate cannot be changed in a form');
  });
});

test.each([
  ['true', true],
  ['false', false],
  ['', false],
  [true, true],
  ['yes', 'Please choose Yes or No'],
])('a choice of yes or no: %j is read as %j', (sent, value) => {
  expect(read('needs_programming', sent)).toBe(value);
});

test.each([
  ['31100-RNA-A01;31100-RNA-A02,\n31100-RNA-A01', '31100-RNA-A01, 31100-RNA-A02'],
  ['31100-RNA-A01, -', expect.stringContaining('numbers')],
  [`31100-RNA-A01, ${'9'.repeat(41)}`, expect.stringContaining('numbers')],
])('superseded numbers: %j are read as %j', (sent, value) => {
  expect(read('superseded_numbers', sent)).toEqual(value);
});

describe('a picture', () => {
  const invalid = 'Please enter a valid URL';
  test.each([
    ['https://shop.test/pads.png', undefined],
    ['HTTP://shop.test/pads.png', undefined],
    ['/parts/pads.svg', undefined],
    ['data:image/png;base64,AAAA', undefined],
    ['data:image/svg+xml,<svg/>', undefined],
    ['//shop.test/pads.png', invalid],
    ['https://', invalid],
    ['pads.png', invalid],
    ['data:text/html,hello', invalid],
    ['javascript:alert(1)', invalid],
    ['ftp://shop.test/pads.png', invalid],
  ])('of address %s: %s', (address, error) => {
    expect(read('image_url', address)).toBe(error ?? address);
  });
});

describe('the category', () => {
  test('is chosen or new', () => {
    expect(readPartForm({ category: ' Brakes ' })).toEqual({ part: { category: 'Brakes' } });
    expect(readPartForm({ new_category: ' Clutches ' })).toEqual({ part: { category: 'Clutches' } });
    expect(readPartForm({ category: 'Brakes', new_category: 'Clutches' })).toEqual({
      part: { category: 'Clutches' },
    });
  });

  test.each([
    ['not chosen', { category: '' }, { errors: { category: 'Category is required' } }],
    ['new without a name', { new_category: '' }, { errors: { new_category: 'Category is required' } }],
    ['a blank', { category: ' ' }, { errors: { category: NO_CATEGORY }, message: NO_CATEGORY }],
    ['new and blank', { new_category: ' ' }, { errors: { new_category: NO_CATEGORY }, message: NO_CATEGORY }],
    [
      'chosen, but new without a name',
      { category: 'Brakes', new_category: '' },
      { errors: { new_category: NO_CATEGORY }, message: NO_CATEGORY },
    ],
    ['too long', { new_category: 'x'.repeat(201) }, { errors: { new_category: 'At most 200 characters' } }],
  ])('%s is refused', (_which, form, result) => {
    expect(readPartForm(form)).toStrictEqual(result);
  });
});

describe('a form', () => {
  test('changes only the fields that it has', () => {
    expect(readPartForm({ brand: 'Akebono', price: '' })).toStrictEqual({
      part: { brand: 'Akebono', price: null },
    });
    expect(readPartForm({ id: 'x', source_url: 'https://example.com' })).toStrictEqual({ part: {} });
  });

  test('has the errors of all its fields', () => {
    expect(readPartForm({ part_name: '', category: '', price: 'x' })).toStrictEqual({
      errors: {
        part_name: 'Part name is required',
        price: 'Price must be dollars and cents, such as 49.99',
        category: 'Category is required',
      },
    });
  });

  test('of a new part has blanks for its missing fields (Spec §5)', () => {
    expect(readNewPart({ part_name: 'Brake Pads', category: 'Brakes' })).toStrictEqual({
      part: {
        ...Object.fromEntries(formColumns.map((column) => [column, null])),
        needs_programming: false,
        fits_only_listed: false,
        part_name: 'Brake Pads',
        oem_number: null,
        brand: null,
        category: 'Brakes',
        subcategory: null,
        description: null,
        vehicle_make: null,
        vehicle_model: null,
        vehicle_year: null,
        vehicle_engine: null,
        part_type: null,
        price: null,
        stock_quantity: 0,
        shipping_class: null,
        weight_pounds: null,
        length_in: null,
        width_in: null,
        height_in: null,
        core_charge: null,
        image_url: null,
      },
    });
    expect(readNewPart({})).toMatchObject({
      errors: { part_name: 'Part name is required', category: 'Category is required' },
    });
  });
});

describe('the values that a form has seen', () => {
  test('are those of its columns', () => {
    const sent = { brand: null, price: '5.00', stock_quantity: 3, vehicle_year: null, other: 'x' };
    const { other: _, ...seen } = sent;
    expect(readSeen(sent, ['brand', 'price', 'stock_quantity', 'vehicle_year'])).toEqual(seen);
  });

  test.each([undefined, null, 'brand', 5])('%j are none', (sent) => {
    expect(readSeen(sent, [])).toBeUndefined();
  });

  test.each<[PartColumn, unknown, boolean]>([
    ['brand', 'Akebono', true],
    ['brand', null, true],
    ['brand', 5, false],
    ['brand', undefined, false],
    ['part_name', null, false],
    ['category', null, false],
    ['vehicle_year', 2015, true],
    ['vehicle_year', null, true],
    ['vehicle_year', '2015', false],
    ['stock_quantity', 0, true],
    ['stock_quantity', 2_147_483_647, true],
    ['stock_quantity', 2_147_483_648, false],
    ['stock_quantity', -1, false],
    ['stock_quantity', 1.5, false],
    ['stock_quantity', null, false],
  ])('%s %j is valid: %j', (column, value, isValid) => {
    expect(readSeen({ [column]: value }, [column])).toEqual(isValid ? { [column]: value } : undefined);
  });
});

describe('a part as an unchanged form sends it', () => {
  test('has no spaces around its texts, and line ends only in its description', () => {
    const part = { part_name: ' Brake\r\nPads ', brand: ' ', oem_number: null, description: 'one\r\ntwo ' };
    expect(untouchedPart(part)).toEqual({
      part_name: 'BrakePads',
      brand: null,
      oem_number: null,
      description: 'one\ntwo',
    });
  });

  test('has its numbers and amounts', () => {
    const part = { vehicle_year: 2015, stock_quantity: 0, price: '5.00' };
    expect(untouchedPart(part)).toEqual(part);
  });

  test('keeps what a form cannot send', () => {
    const part = { image_url: 'pads.png', part_name: '' };
    expect(untouchedPart(part)).toEqual(part);
  });
});
