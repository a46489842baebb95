import { describe, expect, test } from 'vitest';
import { guessFields } from '../files/mapping.ts';
import type { RawLine } from '../files/raw-line.ts';
import { htmlToText } from './html-text.ts';
import { recognizeFormat } from './known-formats.ts';
import { type JoinedLine, joinLines } from './line-joiner.ts';

test.each([
  [['Handle', 'Title', 'Variant SKU', 'Variant Price'], 'shopify'],
  [['Title', 'URL handle', 'Option1 value', 'SKU', 'Price'], 'shopify'],
  [['ID', 'Type', 'SKU', 'Name', 'Published', 'In stock?', 'Regular price'], 'woocommerce'],
  [['Item number', 'Title', 'Available quantity', 'Start price'], 'ebay-report'],
  [['*Action(SiteID=US|Version=1193)', '*Title', '*StartPrice'], 'ebay-upload'],
  [['id', 'title', 'image_link', 'availability', 'price'], 'google-merchant'],
  [['id', 'part_name', 'price'], 'own'],
  [['Part Name', 'Price'], undefined],
  [['Stock #', 'Part', 'Year', 'Model', 'Miles', 'Grade'], 'yard'],
  [['Stock Number', 'Part', 'Year', 'Make', 'Model', 'VIN', 'Location'], 'yard'],
  // A warehouse with new parts has bins and core charges too.
  [['Stock Number', 'Part', 'Year', 'Make', 'Model', 'Core', 'Bin'], undefined],
  [['SKU', 'Name', 'Mileage', 'Grade'], undefined],
  [['', ''], undefined],
])('the columns %j', (header, key) => {
  expect(recognizeFormat(header)?.key).toBe(key);
});

test('columns of a known format get its fields, and the most exact of several', () => {
  expect(
    guessFields(['ID', 'Type', 'Name', 'Published', 'In stock?', 'Stock', 'Regular price', 'Position']),
  ).toEqual([null, null, 'part_name', 'hidden', null, 'stock_quantity', 'price', null]);
  expect(
    guessFields([
      'Stock#',
      'Inventory ID',
      'Part Type',
      'Year',
      'Make',
      'Model',
      'Side',
      'Miles',
      'Grade',
      'Wholesale',
      'Trans',
    ]),
  ).toEqual([
    'donor_stock_number',
    'stock_number',
    'part_name',
    'vehicle_year',
    'vehicle_make',
    'vehicle_model',
    null,
    'mileage',
    null,
    null,
    null,
  ]);
});

test.each([
  ['plain < text & more', 'plain < text & more'],
  ['<p>One &amp; <b>two</b></p><p>Three&nbsp;&#39;4&#x27;</p>', "One & two\nThree '4'"],
  ['<ul>\n<li>100A</li>\n<li>5-rib</li></ul>', '- 100A\n- 5-rib'],
  ['a<br>b<script>alert(1)</script><style>p{}</style>c', 'a\nbc'],
  ['<p>unfinished <b', 'unfinished <b'],
  ['Runout < 0.5 mm, <50k miles<br>Tested', 'Runout < 0.5 mm, <50k miles\nTested'],
  ['&#0;&#55296;&#99999999;&unknown;x', '&#99999999;&unknown;x'],
])('the text of %j', (html, text) => {
  expect(htmlToText(html)).toBe(text);
});

test('hostile HTML takes no longer than other text', () => {
  const begin = performance.now();
  htmlToText('<'.repeat(256_000));
  htmlToText('<p'.repeat(128_000));
  htmlToText('<script>'.repeat(32_000));
  expect(performance.now() - begin).toBeLessThan(500);
});

async function join(header: string[], rows: string[][]): Promise<JoinedLine[]> {
  async function* lines(): AsyncGenerator<RawLine> {
    for (const [index, cells] of rows.entries()) yield { line: index + 2, cells };
  }
  const joined: JoinedLine[] = [];
  for await (const line of joinLines(recognizeFormat(header)?.createJoiner?.(header), lines()))
    joined.push(line);
  return joined;
}

describe('lines of a product', () => {
  const header = [
    'Handle',
    'Title',
    'Option1 Value',
    'Variant SKU',
    'Variant Price',
    'Image Src',
    'Variant Image',
  ];

  test('a variant with its own picture does not show those of the others', async () => {
    const joined = await join(header, [
      ['a', 'Mirror', 'Left', '1', '9', 'https://x/0', 'https://x/l'],
      ['a', '', 'Right', '2', '9', 'https://x/l', 'https://x/r'],
      ['a', '', '', '', '', 'https://x/r', ''],
      ['b', 'Hood', 'Default Title', '3', '9', '', ''],
    ]);
    expect(joined.map(({ cells, notPart }) => [cells[1], cells[5], notPart])).toEqual([
      ['Mirror', 'https://x/l https://x/0', undefined],
      ['Mirror', 'https://x/r https://x/0', undefined],
      ['', 'https://x/r', 'A picture of the product of line 2'],
      ['Hood', '', undefined],
    ]);
  });

  test('a product with very many lines is joined in pieces, and each line is there once, in order', async () => {
    const rows = Array.from({ length: 7_000 }, (_, index) => [
      'a',
      index === 0 ? 'Mirror' : '',
      `v${index}`,
      '',
      '9',
      '',
      '',
    ]);
    const joined = await join(header, rows);
    expect(joined.map(({ line }) => line)).toEqual(rows.map((_, index) => index + 2));
    expect(new Set(joined.map(({ cells }) => cells[1]))).toEqual(new Set(['Mirror']));
  });

  test('text that variants repeat is bounded', async () => {
    const long = 'x'.repeat(29_000);
    const rows = Array.from({ length: 4_000 }, (_, index) => [
      'a',
      index === 0 ? long : '',
      `v${index}`,
      '',
      '9',
      '',
      '',
    ]);
    await expect(join(header, rows)).rejects.toThrow('repeats too much text in the variants');
  });

  test('compatible vehicles of eBay that can’t be listed are named', async () => {
    const ebay = ['Action(SiteID=US)', 'Title', 'StartPrice', 'Relationship', 'RelationshipDetails'];
    const fits = (details: string) => ['', '', '', 'Compatibility', details];
    const joined = await join(ebay, [
      ['Add', 'Hood', '9', '', ''],
      fits('Year=2008|Make=Kia|Model=Rio'),
      fits('Year=2009|Make=Kia|Model=Rio'),
      fits('ePID=144509950'),
      ...Array.from({ length: 200 }, (_, index) => fits(`Year=2010|Make=Kia|Model=M${index}`)),
    ]);
    expect(joined[0]?.cells[4]?.split('\n')).toHaveLength(200);
    expect(joined[0]?.cells[4]).toContain('2008-2009|Kia|Rio');
    expect([1, 3, 203].map((place) => joined[place]?.notPart)).toEqual([
      'A vehicle that line 2 fits',
      'A vehicle without year, make or model, which was not read, that line 2 fits',
      'A vehicle that line 2 fits, beyond the 200 that a part can list',
    ]);
  });

  test('a variation of WooCommerce comes long after its product, named by id or SKU', async () => {
    const woo = [
      'ID',
      'Type',
      'SKU',
      'Name',
      'Published',
      'In stock?',
      'Regular price',
      'Description',
      'Parent',
    ];
    const joined = await join(woo, [
      ['1', 'variable', 'M', 'Mirror', '1', '1', '', 'Heated', ''],
      ['2', 'simple', 'S', 'Hood', '1', '1', '9', '', ''],
      ['3', 'variation', 'M-L', 'Mirror - Left', '1', '1', '9', '', 'id:1'],
      ['4', 'variation', 'M-R', 'Mirror - Right', '1', '1', '9', '', 'm'],
      ['5', 'variation', 'X', 'Lost', '1', '1', '9', '', 'id:99'],
    ]);
    expect(joined.map(({ cells, notPart }) => [cells[7], notPart])).toEqual([
      ['Heated', 'A product with variations, which are the parts'],
      ['', undefined],
      ['Heated', undefined],
      ['Heated', undefined],
      ['', undefined],
    ]);
  });
});
