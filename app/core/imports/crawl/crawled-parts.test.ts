import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseParts, parseVehicleYear, readParts } from './crawled-parts.ts';

const lines = (...text: string[]) => text.join('\n');

describe('the rules of the specification', () => {
  test('a line with a number starts a part; the next lines describe it', () => {
    const markdown = lines(
      'Everything for your Honda, since long before',
      'Part # 45022-TR3-A01',
      'Front Brake Pad Set',
      'A second line that could be a name',
      'Brand: Akebono',
      'Category: Brakes',
      'Description: Ceramic, with hardware',
      'OEM: 43512-TR3-A00',
      'Front Brake Rotor',
    );
    expect(parseParts(markdown)).toEqual([
      {
        oemNumber: '45022-TR3-A01',
        name: 'Front Brake Pad Set',
        brand: 'Akebono',
        category: 'Brakes',
        description: 'Ceramic, with hardware',
      },
      { oemNumber: '43512-TR3-A00', name: 'Front Brake Rotor' },
    ]);
  });

  test('fields can come before the name, and none of them is a name', () => {
    const markdown = lines(
      'Part # 1',
      'Brand: Akebono Brakes',
      'Description: Ceramic Pads',
      'Front Brake Pads',
    );
    expect(parseParts(markdown)).toEqual([
      { oemNumber: '1', brand: 'Akebono Brakes', description: 'Ceramic Pads', name: 'Front Brake Pads' },
    ]);
  });

  test('an empty field is left out', () => {
    expect(parseParts(lines('Part # 1', 'Front Brake Pads', 'Brand:', 'Category: **'))).toEqual([
      { oemNumber: '1', name: 'Front Brake Pads' },
    ]);
  });

  test('a brand and a category have at most 100 characters, a description 1,000', () => {
    const long = 'x'.repeat(1_001);
    const markdown = lines(
      'Part # 1',
      'Front Brake Pads',
      `Brand: ${long}`,
      `Category: ${long}`,
      `Description: ${long}`,
    );
    const [part] = parseParts(markdown);
    expect(part?.brand).toHaveLength(100);
    expect(part?.category).toHaveLength(100);
    expect(part?.description).toHaveLength(1_000);
  });

  test('empty lines do not matter, not even as the first', () => {
    expect(parseParts('\n\nPart # 1\n\nFront Brake Pads\n\n')).toEqual([
      { oemNumber: '1', name: 'Front Brake Pads' },
    ]);
  });

  test('lines before the first number belong to no part', () => {
    expect(parseParts(lines('Brand: Akebono', 'Front Brake Pads'))).toEqual([]);
  });

  test.each([
    ['ten characters', 'Brake Pads'],
    ['a hundred characters', `Brake Pads ${'x'.repeat(89)}`],
    ['an address', 'Brake Pads of http things'],
    ['a price', 'Brake Pads for $40.00'],
    ['no capital before a small letter', 'BRAKE PADS, FRONT'],
    ['nothing but small letters', 'brake pads, front'],
    ['marks that make it longer than it is', '**Brake Pads**'],
    ['a long address', `[Front Brake Pads](/${'x'.repeat(100)})`],
  ])('a line with %s is not a name', (_why, line) => {
    expect(parseParts(lines('Part # 1', line))).toEqual([]);
  });

  test.each([
    ['eleven characters', 'Brake Pads.', 'Brake Pads.'],
    ['99 characters', `Br${'x'.repeat(97)}`, `Br${'x'.repeat(97)}`],
    ['a heading', '## Front Brake Pads', 'Front Brake Pads'],
    ['a link', '[Front Brake Pads](/pads)', 'Front Brake Pads'],
    ['carriage returns', 'Front Brake Pads\r', 'Front Brake Pads'],
    ['invisible characters', 'Front\u200bBrake\u202e Pads', 'Front Brake Pads'],
    ['escaped characters', 'Front \\(Left\\) Brake', 'Front (Left) Brake'],
    ['emphasis', 'Front**Brake**Pads', 'Front Brake Pads'],
    ['emphasis at its end', 'Front Brake **Pads**', 'Front Brake Pads'],
    ['an underscore', 'Front_Brake Pads', 'Front_Brake Pads'],
  ])('a line with %s is a name', (_why, line, name) => {
    expect(parseParts(lines('Part # 1', line))).toEqual([{ oemNumber: '1', name }]);
  });

  test.each([
    ['Part # 45022-TR3-A01', '45022-TR3-A01'],
    ['Part #45022', '45022'],
    ['**Part #:** 45022', '45022'],
    ['Part # 45022 Front Brake Pads', '45022'],
    ['OEM Part # 45022', '45022'],
    ['OEM Part Number: 45022', '45022'],
    ['OEM No. 45022', '45022'],
    ['- OEM: ABC/D', 'ABC/D'],
    ['OEM 34 11 6 794 300 Pads', '34 11 6 794 300'],
    ['| OEM | 45022 |', undefined],
    ['OEM quality since 1950', undefined],
    ['Part # ---', undefined],
    ['OEM A 205 830 00 18 Pads', 'A 205 830 00 18'],
    ['OEM 45022 300', '45022'],
    ['Part # ABC/D', 'ABC/D'],
    ['Part # (45022).', '45022'],
    ['Part # A-1 OEM 45022', '45022'],
    ['OEM A-1 Part # 45022', '45022'],
    ['OEM 45022 Part #', '45022'],
    [`Part # ${'9'.repeat(64)}`, '9'.repeat(64)],
    [`Part # ${'9'.repeat(65)}`, undefined],
  ])('the number of %j is %j', (line, oemNumber) => {
    const parts = parseParts(lines(line, 'Front Brake Pads'));
    expect(parts).toEqual(oemNumber === undefined ? [] : [{ oemNumber, name: 'Front Brake Pads' }]);
  });

  test('a part without a name or number is skipped, and does not affect the next', () => {
    const markdown = lines('Part # 1', 'OEM quality', 'Front Brake Pads', 'Part # 2', 'Rear Brake Pads');
    expect(parseParts(markdown)).toEqual([{ oemNumber: '2', name: 'Rear Brake Pads' }]);
  });

  test('a table row can contain all fields except the name', () => {
    const markdown = lines('| Part # 7 | Brand: **Denso** | Category: Ignition |', 'Iridium Spark Plug');
    expect(parseParts(markdown)).toEqual([
      { oemNumber: '7', brand: 'Denso', category: 'Ignition', name: 'Iridium Spark Plug' },
    ]);
  });

  test.each([
    ['2015', 2015],
    ['2015 (late)', 2015],
    ['', null],
    [undefined, null],
    ['unknown', null],
    ['-3', null],
    ['0', null],
    ['1', 1],
    ['9999', 9999],
    ['10000', null],
  ])('the year %j is %j', (text, year) => {
    expect(parseVehicleYear(text)).toBe(year);
  });
});

describe('pages that put the name before the number', () => {
  const page = lines(
    'Everything for your Honda, since long before',
    '## Front Brake Pad Set',
    'Brand: Akebono',
    'Part # 45022',
    'Category: Brakes',
    'Free shipping on Most orders',
    'Description: Ceramic',
    'Rear Brake Pad Set',
    'Part # 43022',
    '$1,234.50',
    'Last Words of the page',
    'Brand: Brembo',
  );

  test('are read by name first: each number gets the name before it', () => {
    expect(parseParts(page, 'name first')).toEqual([
      {
        oemNumber: '45022',
        name: 'Front Brake Pad Set',
        brand: 'Akebono',
        category: 'Brakes',
        description: 'Ceramic',
      },
      { oemNumber: '43022', name: 'Rear Brake Pad Set', price: '$1,234.50', brand: 'Brembo' },
    ]);
  });

  test('are read with shifted names by the rule of the specification', () => {
    expect(parseParts(page).map(({ name }) => name)).toEqual([
      'Free shipping on Most orders',
      'Last Words of the page',
    ]);
  });

  test('a number without a name before it is skipped, and a line without a number starts nothing', () => {
    const markdown = lines('Part # 1', 'Front Brake Pads', 'OEM quality', 'Part # 2', 'OEM 3');
    expect(parseParts(markdown, 'name first')).toEqual([{ oemNumber: '2', name: 'Front Brake Pads' }]);
  });
});

test.each([
  ['$12', '$12'],
  ['$ 12.50 each', '$12.50'],
  ['was $12.50, now $10', '$12.50'],
  ['| Brand: Denso | $1,234,567.89 |', '$1,234,567.89'],
  ['$12345678', undefined],
  ['$1.2.3', undefined],
  ['12.50', undefined],
])('the price in %j is %j', (line, price) => {
  for (const reading of ['number first', 'name first'] as const) {
    const markdown = lines('Front Brake Pads', 'Part # 1', line, 'Front Brake Pads');
    expect(parseParts(markdown, reading)[0]?.price).toBe(price);
  }
});

test.each([
  [8_191, 0],
  [8_192, 1],
  [16_383, 1],
  [16_384, 2],
])('%i characters are read with %i pauses', (length, pauses) => {
  expect([...readParts('\n'.repeat(length))]).toEqual(Array.from({ length: pauses }, () => undefined));
});

test('parts of a long page are returned without pauses', () => {
  const markdown = lines('Part # 1', 'Front Brake Pads', '').repeat(1_000);
  expect(parseParts(markdown)).toEqual(
    Array.from({ length: 1_000 }, () => ({ oemNumber: '1', name: 'Front Brake Pads' })),
  );
});

/** Any code unit can occur, so that surrogates are unpaired. */
const codeUnit = fc.nat({ max: 0xffff }).map((code) => String.fromCharCode(code));

/** Mixes markers, markdown and random text. */
const anyMarkdown = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        'Part #',
        'OEM',
        'Brand:',
        'Category:',
        'Description:',
        'Front Brake Pad Set',
        'http',
        '$',
        '|',
        '**',
        ' ',
        '\n',
        '\r\n',
        '\0',
        '\u202e',
        '\ud800',
        '\\',
        '[',
        '](',
        '<script>',
        '__proto__',
        '45022-TR3',
      ),
      fc.string({ unit: codeUnit }),
      fc.string(),
    ),
    { maxLength: 200 },
  )
  .map((pieces) => pieces.join(''));

describe('any markdown', () => {
  test('never throws, and yields only complete parts that the database can store', () => {
    fc.assert(
      fc.property(anyMarkdown, (markdown) => {
        for (const part of [...parseParts(markdown), ...parseParts(markdown, 'name first')]) {
          expect(part.name.length).toBeGreaterThan(10);
          expect(part.name.length).toBeLessThan(100);
          expect(part.name).toMatch(/\p{Lu}\p{Ll}/u);
          expect(part.name).not.toMatch(/http|\$/);
          expect(part.oemNumber).toMatch(/[A-Za-z\d]/);
          for (const value of Object.values(part)) {
            expect(value).toBe(value.trim());
            expect(value).not.toBe('');
            expect(value.isWellFormed()).toBe(true);
            expect(value).not.toMatch(/[\p{Cc}\u202e]/u);
          }
        }
      }),
      { numRuns: 1000 },
    );
  });

  test('parts in the specified format are parsed', () => {
    // No name has 'http' in it (Spec §5).
    const word = fc.stringMatching(/^[A-Z][a-z]{3,9}$/).filter((letters) => !letters.includes('http'));
    const part = fc.record({
      // 'OEM' in a number would start another part.
      oemNumber: fc.stringMatching(/^\d[A-NP-Z\d]{3,8}-[A-NP-Z\d]{3,5}$/),
      name: fc.tuple(word, word, word).map((words) => words.join(' ')),
      brand: word,
      category: word,
      description: fc.tuple(word, word).map((words) => words.join(' ')),
    });
    fc.assert(
      fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
        const markdown = parts
          .map(({ oemNumber, name, brand, category, description }) =>
            lines(
              `Part # ${oemNumber}`,
              name,
              `Brand: ${brand}`,
              `Category: ${category}`,
              `Description: ${description}`,
            ),
          )
          .join('\n\n');
        expect(parseParts(markdown)).toEqual(parts);
      }),
    );
  });
});
