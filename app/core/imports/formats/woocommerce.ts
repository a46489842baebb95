import { ownValue } from '#core/values/own-value.ts';
import type { RawLine } from '../files/raw-line.ts';
import type { FileFormat, Row } from './file-format.ts';
import { htmlToText } from './html-text.ts';
import { createCellTable, type JoinedLine, type LineJoiner } from './line-joiner.ts';

/** Names of attributes -> field. Others are added to the description. */
const attributeFields: Readonly<Record<string, string>> = {
  make: 'vehicle_make',
  'vehicle make': 'vehicle_make',
  model: 'vehicle_model',
  'vehicle model': 'vehicle_model',
  year: 'vehicle_year',
  years: 'vehicle_year',
  'vehicle year': 'vehicle_year',
  engine: 'vehicle_engine',
  brand: 'brand',
  manufacturer: 'brand',
  oem: 'oem_number',
  'oem number': 'oem_number',
  'part number': 'oem_number',
  'manufacturer part number': 'oem_number',
  mpn: 'oem_number',
  condition: 'part_type',
  mileage: 'mileage',
  miles: 'mileage',
  'interchange number': 'interchange_code',
};

const MAX_ATTRIBUTES = 30;

/** Weights and lengths have their unit in the name of the column. */
const units = {
  weight: ['kg', 'g', 'lbs', 'lb', 'oz'],
  length: ['cm', 'mm', 'm', 'in', 'yd'],
} as const;

function measures(heading: string, field: string, of: readonly string[]) {
  return of.map((unit) => [`${heading}${unit}`, { field, unit }] as const);
}

const measured = Object.fromEntries([
  ...measures('weight', 'weight_pounds', units.weight),
  ...measures('length', 'length_in', units.length),
  ...measures('width', 'width_in', units.length),
  ...measures('height', 'height_in', units.length),
]);

/** A variation without these has those of its product. */
const ofProduct = [
  'description',
  'shortdescription',
  'categories',
  'images',
  'published',
  'brands',
  'shippingclass',
  ...Object.keys(measured),
];

/** The export of products of WooCommerce in English. */
export const woocommerce: FileFormat = {
  key: 'woocommerce',
  name: 'a WooCommerce export',
  facts: [
    'Each variation is a part. The product above it only lends what the variation does not have, and is no part.',
    'Products that are not published, or hidden in the catalog, come as hidden parts.',
    'If a product counts the units of its variations together, each variation comes with all of them.',
    'Attributes such as Make, Model, Year and OEM Number are read; others are added to the description.',
    'Tags, upsells, reviews and downloads are not imported.',
  ],
  recognizes: (headings) =>
    headings.has('type') &&
    headings.has('published') &&
    headings.has('regularprice') &&
    (headings.has('instock') || headings.has('visibilityincatalog')),
  columns: {
    sku: 'stock_number',
    name: 'part_name',
    description: 'description',
    regularprice: 'price',
    stock: 'stock_quantity',
    instock: 'stock_quantity',
    categories: 'category',
    brands: 'brand',
    images: 'pictures',
    published: 'hidden',
    ...Object.fromEntries(Object.entries(measured).map(([heading, { field }]) => [heading, field])),
  },
  isWhole: true,
  uses: {
    shortdescription: 'Added to the description',
    saleprice: 'The price, if the sale has no days',
    visibilityincatalog: 'Products that are hidden in the catalog are hidden',
    instock: 'One unit, if the shop does not count them',
    id: 'Names the product when the file is imported again',
    ...Object.fromEntries(
      Array.from({ length: MAX_ATTRIBUTES }, (_, index) => [
        `attribute${index + 1}values`,
        'Read by its name',
      ]),
    ),
  },
  convert: Object.fromEntries(
    Object.entries(measured).map(([heading, { unit }]) => [
      heading,
      (cell: string) => cell.trim() && `${cell} ${unit}`,
    ]),
  ),
  read(row) {
    const attributes = readAttributes(row);
    const [category = '', subcategory = ''] = (row('categories').split(/(?<!\\),/)[0] ?? '')
      .split('>')
      .map((name) => name.replaceAll('\\', '').trim());
    const others = attributes
      .filter(({ field }) => field === undefined)
      .map(({ name, value }) => `${name}: ${value}`);
    const isVariation = row('type').includes('variation');
    const fields = Object.fromEntries(
      attributes.flatMap(({ field, value }) => (field ? [[field, value]] : [])),
    );
    const name = row('name');
    const missing = isVariation
      ? attributes
          .map(({ value }) => value)
          .filter((value) => !name.toLowerCase().includes(value.toLowerCase()))
      : [];
    const hasSale =
      row('saleprice') !== '' && row('datesalepricestarts') === '' && row('datesalepriceends') === '';
    return {
      texts: {
        ...fields,
        ...(row('brands') !== '' && { brand: row('brands') }),
        part_name: [name, ...missing].join(', '),
        description: [
          htmlToText(row('shortdescription')),
          htmlToText(row('description')),
          ...(isVariation ? [] : others),
        ]
          .filter(Boolean)
          .join('\n'),
        category,
        ...(subcategory && { subcategory }),
        price: hasSale ? row('saleprice') : row('regularprice'),
        stock_quantity: row('stock') || (/^(1|yes|instock)$/i.test(row('instock')) ? '1' : '0'),
        hidden: row('published') === '1' && !/hidden/i.test(row('visibilityincatalog')) ? 'no' : 'yes',
      },
    };
  },
  derived: ['subcategory', ...new Set(Object.values(attributeFields))],
  keyOf: (row) => row('id') && `id ${row('id')}`,
  keyName: 'the id',
  readsNames: true,
  createJoiner: createVariationJoiner,
};

function readAttributes(row: Row): { name: string; value: string; field: string | undefined }[] {
  return Array.from({ length: MAX_ATTRIBUTES }, (_, index) => {
    const name = row(`attribute${index + 1}name`);
    const value = row(`attribute${index + 1}values`).replaceAll(String.raw`\,`, ',');
    return { name, value, field: ownValue(attributeFields, name.trim().toLowerCase()) };
  }).filter(({ name, value }) => name !== '' && value !== '');
}

/** Characters of the products that are remembered for their variations. Older ones are forgotten. */
const MAX_REMEMBERED = 20_000_000;

/** Variations can come any number of lines after their product, which they name by its id or SKU. */
function createVariationJoiner(header: readonly string[]): LineJoiner {
  const table = createCellTable(header);
  const products = new Map<string, { line: RawLine; characters: number }>();
  let characters = 0;
  function remember(line: RawLine) {
    const size = line.cells.reduce((sum, cell) => sum + cell.length, 0);
    const sku = table.get(line, 'sku').toLowerCase();
    const keys = [`id:${table.get(line, 'id')}`, ...(sku === '' ? [] : [sku])];
    for (const key of keys) products.set(key, { line, characters: size });
    characters += size * keys.length;
    for (const [key, oldest] of products) {
      if (characters <= MAX_REMEMBERED) break;
      products.delete(key);
      characters -= oldest.characters;
    }
  }
  function join(line: RawLine): JoinedLine {
    const type = table.get(line, 'type').toLowerCase();
    if (type.includes('variable')) {
      remember(line);
      return { ...line, notPart: 'A product with variations, which are the parts' };
    }
    if (type.includes('grouped')) return { ...line, notPart: 'A group of other products' };
    if (type.includes('external')) return { ...line, notPart: 'Sold on another site' };
    if (!type.includes('variation')) return line;
    const product = products.get(table.get(line, 'parent').toLowerCase())?.line;
    if (!product) return line;
    // The product counts the units of all its variations together.
    const isCountedThere = table.get(line, 'stock').toLowerCase() === 'parent';
    const counted = isCountedThere ? table.set(line, 'stock', table.get(product, 'stock')) : line;
    return table.fill(counted, product, ofProduct);
  }
  return { push: (line) => [join(line)], end: () => [] };
}
