import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Fitment } from '#core/catalog/fitment.ts';
import { readFitment, toTypedFitment, writeFitments } from '#core/catalog/fitment-list.ts';
import type { PartField } from '#core/catalog/part-field.ts';
import { type FieldColumn, partFields } from '#core/catalog/part-fields.ts';
import { readFields } from '#core/catalog/part-form.ts';
import {
  exportedColumns,
  type FilePart,
  type PartFileColumn,
  partFileColumns,
  readPartCell,
  yardColumns,
} from './columns.ts';

const context = { siteUrl: 'https://partyard.example', makes: ['Honda', 'Land Rover'] };

const find = (header: string) => partFileColumns.find((column) => column.header === header) as PartFileColumn;
const read = (header: string, text: string) => find(header).parse(text, context);

describe('the columns', () => {
  test('there is one for each field, beside id and fitments, and none twice', () => {
    const fields = partFileColumns.flatMap(({ field }) => field ?? []);
    expect(fields.toSorted()).toEqual(Object.keys(partFields).toSorted());
    expect(partFileColumns.filter(({ field }) => field === null).map(({ header }) => header)).toEqual([
      'id',
      'fitments',
    ]);
    expect(new Set(partFileColumns.map(({ header }) => header)).size).toBe(partFileColumns.length);
  });

  test('what only staff see is in files for which it was chosen', () => {
    const headers = exportedColumns({ withPrivate: false }).map(({ header }) => header);
    for (const header of ['cost_price', 'yard_place', 'donor_vin', 'tested_by', 'interchange_code']) {
      expect(headers).not.toContain(header);
    }
    expect(exportedColumns({ withPrivate: true })).toEqual(partFileColumns);
  });
});

test('docs/part-files.md lists them', () => {
  const document = readFileSync(new URL('../../../../docs/part-files.md', import.meta.url), 'utf8');
  const [table = ''] = document.split('## Columns')[1]?.match(/\| column[^]*?\n\n/) ?? [];
  const rows = table
    .trim()
    .split('\n')
    .slice(2)
    .map((line) =>
      line
        .split('|')
        .slice(1, 5)
        .map((cell) => cell.trim()),
    );
  expect(rows).toEqual(
    partFileColumns.map((column) => [
      `\`${column.header}\``,
      column.label,
      describeValue(column),
      [column.isPrivate && 'private', column.isComputed && 'computed', yardColumns.includes(column) && 'yard']
        .filter(Boolean)
        .join(', '),
    ]),
  );
});

function describeValue({ header, field: column }: PartFileColumn): string {
  if (column === null || column === 'image_url') return header === 'id' ? 'id' : 'list, see below';
  const field: PartField = partFields[column];
  switch (field.kind) {
    case 'whole':
      return `whole number up to ${field.max.toLocaleString('en-US')}`;
    case 'dollars':
      return 'dollars';
    case 'decimal':
      return `number, ${field.decimals} decimals`;
    case 'share':
      return 'share of the price';
    case 'flag':
      return '`yes` or `no`';
    case 'date':
      return 'day';
    case 'choice':
      return Object.keys(field.choices)
        .map((key) => `\`${key}\``)
        .join(', ');
    case 'part-kind':
      return 'key or name of a [kind](part-kinds.md)';
    case 'code':
      return field.invalid;
    default:
      return `text up to ${(field.maxLength ?? 200).toLocaleString('en-US')} characters`;
  }
}

describe('numbers', () => {
  test.each([
    ['1.234,50', '1234.50'],
    ['1,234.50', '1234.50'],
    ['$12.00', '12.00'],
    ['12,5', '12.50'],
    ['1 234,50', '1234.50'],
    ['1\u00a0234', '1234.00'],
    ['1.234.567', '1234567.00'],
    ['1,234', '1234.00'],
    ['USD 0012.5', '12.50'],
    ['', null],
  ])('price %j', (text, value) => {
    expect(read('price', text)).toEqual({ value });
  });

  test.each(['1,23,4', '-5', '12.3456', '1e5', 'free', '1,234,50', '=1'])('no price: %j', (text) => {
    expect(read('price', text)).toEqual({
      error: 'Price must be dollars and cents, such as 49.99',
    });
  });

  test('whole numbers, weights and shares', () => {
    expect(read('mileage', '84,000')).toEqual({ value: 84_000 });
    expect(read('stock_quantity', '5.0')).toEqual({ value: 5 });
    expect(read('stock_quantity', '')).toEqual({ value: 0 });
    expect(read('vehicle_year', '2008.5')).toHaveProperty('error');
    expect(read('weight_pounds', '12,5')).toEqual({ value: '12.50' });
    expect(read('weight_pounds', '1.234')).toEqual({
      error: 'Weight (lb) 1.234 can be one or a thousand. Choose the decimal sign of the file',
    });
    expect(read('tax_rate', '7.75%')).toEqual({ value: '0.07750' });
    expect(read('tax_rate', '7.75')).toHaveProperty('error');
  });

  test('OEM and stock numbers are text', () => {
    expect(read('oem_number', '0012')).toEqual({ value: '0012' });
    expect(read('stock_number', '007')).toEqual({ value: '007' });
  });
});

test.each([
  ['donor_arrived_on', '11/22/2026', '2026-11-22'],
  ['donor_arrived_on', '22.11.2026', '2026-11-22'],
  ['donor_arrived_on', '2026-11-22', '2026-11-22'],
  ['origin', 'New aftermarket', 'new_aftermarket'],
  ['origin', 'USED', 'used'],
  ['origin', 'Same as its condition', null],
  ['needs_programming', 'Yes', true],
  ['needs_programming', '0', false],
  ['id', '5B2F8CC1-3F39-4F7F-8E0C-3A8A2F0D6B11', '5b2f8cc1-3f39-4f7f-8e0c-3a8a2f0d6b11'],
])('%s %j', (header, text, value) => {
  expect(read(header, text)).toEqual({ value });
});

test.each([
  ['part_name', ' ', 'Part name is required'],
  [
    'origin',
    'stolen',
    'New or Used must be one of new, new_oem, new_aftermarket, used, rebuilt, remanufactured',
  ],
  ['needs_programming', 'perhaps', 'Needs Programming must be yes or no'],
  ['donor_arrived_on', '11/31/2026', 'Please enter a date'],
  ['id', '17', 'An id is 32 hexadecimal digits with hyphens'],
  ['pictures', 'a.gif', 'This is not the address of a picture: a.gif'],
  ['pictures', 'javascript:alert(1)', 'This is not the address of a picture: javascript:alert(1)'],
  ['pictures', 'embedded', 'This is not the address of a picture: embedded'],
  ['fitments', '2006-2011|Honda', 'Enter the model (2006-2011|Honda)'],
  ['fitments', '2011-2006|Honda|Civic', 'Enter 2011 or a later year (2011-2006|Honda|Civic)'],
])('refused: %s %j', (header, text, error) => {
  expect(read(header, text)).toEqual({ error });
});

describe('pictures', () => {
  const own = '/files/pictures/0123456789abcdef0123456789abcdef-1600.webp';

  test("the shop's own are paths in the shop, and whole addresses in the file", () => {
    const cell = `${context.siteUrl}${own} https://cdn.example/a%20b.jpg`;
    expect(
      find('pictures').write({ ...blank, pictures: [own, 'https://cdn.example/a b.jpg'] }, context),
    ).toBe(cell);
    expect(read('pictures', cell)).toEqual({ value: [own, 'https://cdn.example/a%20b.jpg'] });
  });

  test('an embedded picture is not in the file, and an import leaves it', () => {
    const part = { ...blank, pictures: ['data:image/png;base64,AAAA'] };
    expect(find('pictures').write(part, context)).toBe('embedded');
    expect(readPartCell(find('pictures'), { cell: 'embedded', part, context })).toBeUndefined();
  });
});

test('vehicles in the lists of suppliers', () => {
  const { value } = read('fitments', '2006-2011 Honda Civic, 1.8L, EX\r\n2012, Land Rover, LR4') as {
    value: Fitment[];
  };
  expect(value.map(({ make, model, engine, trim }) => [make, model, engine, trim])).toEqual([
    ['Honda', 'Civic', '1.8L', 'EX'],
    ['Land Rover', 'LR4', null, null],
  ]);
});

const blank = {
  ...Object.fromEntries(Object.keys(partFields).map((column) => [column, null])),
  id: '5b2f8cc1-3f39-4f7f-8e0c-3a8a2f0d6b11',
  part_name: 'Alternator',
  category: 'Electrical',
  stock_quantity: 0,
  fitments: [],
  pictures: [],
} as unknown as FilePart;

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.string({
    unit: fc.constantFrom("'", '=', '|', '\\', '\n', '\r', ' ', ',', ';', '"', '0', 'x'),
    maxLength: 12,
  }),
);

/** Generates what the form may send. */
function typed(field: PartField): fc.Arbitrary<string> {
  switch (field.kind) {
    case 'flag':
      return fc.constantFrom('true', 'false');
    case 'choice':
      return fc.constantFrom('', ...Object.keys(field.choices));
    case 'whole':
      return fc.integer({ min: 0, max: field.max }).map(String);
    case 'dollars':
    case 'decimal':
      return fc.integer({ min: 0, max: 99_999 }).map((tenths) => (tenths / 10).toFixed(1));
    case 'date':
      return fc
        .date({ min: new Date('1950-01-01'), max: new Date('2099-01-01'), noInvalidDate: true })
        .map((date) => date.toISOString().slice(0, 10));
    case 'code':
      return fc.oneof(
        fc.constantFrom('Y100-7', '31100-RNA-A01, 007', '90 days', '1HGCM82633A004352', '2D1 4S.5', '000'),
        text,
      );
    default:
      return text;
  }
}

describe('what the file has of a part, and what is read of it', () => {
  const columns = partFileColumns.filter(
    ({ field, isComputed }) => field && field !== 'image_url' && field !== 'tax_rate' && !isComputed,
  );

  test.each(columns.map(({ header }) => header))('%s is the same as a form stores it', (header) => {
    const column = header as FieldColumn;
    fc.assert(
      fc.property(typed(partFields[column]), (sent) => {
        const { values, errors } = readFields({ [column]: sent }, [column]);
        fc.pre(errors[column] === undefined);
        const cell = find(header).write({ ...blank, ...(values as Partial<FilePart>) }, context);
        expect(read(header, cell)).toEqual({ value: values[column] });
      }),
      { numRuns: 50 },
    );
  });

  test('vehicles', () => {
    const year = fc.integer({ min: 1950, max: 2020 });
    const fitment = fc
      .record({ fromYear: year, years: fc.integer({ min: 0, max: 7 }), make: text, model: text })
      .chain(({ fromYear, years, make, model }) =>
        fc.tuple(text, text, text, text).map(([engine, trim, position, note]) =>
          readFitment({
            ...toTypedFitment({
              fromYear,
              toYear: fromYear + years,
              make,
              model,
              engine,
              trim,
              position,
              note,
            }),
          }),
        ),
      );
    fc.assert(
      fc.property(fc.array(fitment, { maxLength: 4 }), (rows) => {
        const fitments = rows.flatMap((row) => ('fitment' in row ? row.fitment : []));
        const { value } = read('fitments', find('fitments').write({ ...blank, fitments }, context)) as {
          value: Fitment[];
        };
        expect(writeFitments(value)).toBe(writeFitments(fitments));
      }),
    );
  });

  test('a cell as the export writes it changes nothing, whatever is stored', () => {
    const stored = fc.oneof(text, fc.constant(null), fc.constantFrom('0.00', '', ' x ', 'a\r\nb'));
    fc.assert(
      fc.property(fc.array(stored, { minLength: 60, maxLength: 60 }), (values) => {
        const entries = Object.keys(partFields).map((column, index) => [column, values[index] ?? null]);
        const part = {
          ...blank,
          ...(Object.fromEntries(entries) as Partial<FilePart>),
          pictures: values.flatMap((value) => value ?? []).slice(0, 3),
        };
        for (const column of partFileColumns) {
          const cell = column.write(part, context);
          expect(readPartCell(column, { cell, part, context })).toBeUndefined();
        }
      }),
    );
  });

  test('computed columns are never read', () => {
    const column = find('grade');
    expect(readPartCell(column, { cell: 'A', part: blank, context })).toBeUndefined();
    expect(readPartCell(column, { cell: 'A', part: undefined, context })).toBeUndefined();
  });

  test('another cell is a change, or refused', () => {
    const part = { ...blank, price: '10.00' };
    expect(readPartCell(find('price'), { cell: '12', part, context })).toEqual({ value: '12.00' });
    expect(readPartCell(find('price'), { cell: 'ten', part, context })).toHaveProperty('error');
    expect(readPartCell(find('price'), { cell: '10.00', part: undefined, context })).toEqual({
      value: '10.00',
    });
  });
});
