import { describeCondition } from '#core/catalog/origin.ts';
import { partWithVehicle } from '#core/catalog/part-address.ts';
import type { CsvCell } from '#core/values/csv.ts';
import { dollarsFromCents } from '#core/values/money.ts';
import { type ListedPart, listPictures, plain } from './listed-part.ts';
import { describeListing } from './listing-text.ts';

const attributes: readonly { name: string; read: (part: ListedPart) => string }[] = [
  { name: 'Brand', read: ({ brand }) => brand ?? '' },
  { name: 'OEM Number', read: ({ oemNumber }) => oemNumber ?? '' },
  { name: 'Make', read: ({ make }) => make ?? '' },
  { name: 'Model', read: ({ model }) => model ?? '' },
  { name: 'Year', read: ({ year }) => String(year ?? '') },
  { name: 'Condition', read: describeCondition },
  { name: 'Mileage', read: ({ mileage }) => String(mileage ?? '') },
];

/** Columns of WooCommerce's import of products (docs/part-files.md). */
export const woocommerceColumns: readonly string[] = [
  'Type',
  'SKU',
  'Name',
  'Published',
  'Visibility in catalog',
  'Description',
  'In stock?',
  'Stock',
  'Weight (lbs)',
  'Length (in)',
  'Width (in)',
  'Height (in)',
  'Regular price',
  'Categories',
  'Images',
  ...attributes.flatMap((_, index) =>
    ['name', 'value(s)', 'visible', 'global'].map((what) => `Attribute ${index + 1} ${what}`),
  ),
];

/** Returns the row of a part. Without a price, it is a draft. */
export function woocommerceRow(part: ListedPart, siteUrl: string): CsvCell[] {
  const isForSale = (part.priceCents ?? 0) > 0;
  return [
    'simple',
    part.stockNumber ?? part.id,
    partWithVehicle(part),
    isForSale ? 1 : -1,
    'visible',
    describeListing(part),
    part.stock > 0 ? '1' : '0',
    String(part.stock),
    String(part.weightPounds ?? ''),
    String(part.lengthIn ?? ''),
    String(part.widthIn ?? ''),
    String(part.heightIn ?? ''),
    isForSale ? dollarsFromCents(part.priceCents ?? 0) : '',
    escapeComma(part.category.replaceAll('>', ' ')),
    // A comma separates addresses.
    listPictures(part, siteUrl)
      .map((address) => address.replaceAll(',', '%2C'))
      .join(', '),
    ...attributes.flatMap(({ name, read }) => {
      const value = read(part);
      return value === '' ? ['', '', '', ''] : [name, escapeComma(value), '1', '0'];
    }),
  ].map((cell) => (typeof cell === 'string' ? plain(cell) : cell));
}

function escapeComma(text: string): string {
  return text.replaceAll(',', String.raw`\,`);
}
