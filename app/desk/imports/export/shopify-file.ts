import { findOfferKind } from '#core/catalog/origin.ts';
import { partWithVehicle } from '#core/catalog/part-address.ts';
import { dollarsFromCents } from '#core/values/money.ts';
import { type ListedPart, listPictures, plain } from './listed-part.ts';
import { describeListing } from './listing-text.ts';

const GRAMS_PER_POUND = 453.592_37;

/** Columns of Shopify's import of products (docs/part-files.md). */
export const shopifyColumns = [
  'Handle',
  'Title',
  'Body (HTML)',
  'Vendor',
  'Type',
  'Tags',
  'Published',
  'Option1 Name',
  'Option1 Value',
  'Variant SKU',
  'Variant Grams',
  'Variant Inventory Tracker',
  'Variant Inventory Qty',
  'Variant Inventory Policy',
  'Variant Fulfillment Service',
  'Variant Price',
  'Variant Requires Shipping',
  'Variant Taxable',
  'Image Src',
  'Image Position',
  'Google Shopping / MPN',
  'Google Shopping / Condition',
  'Variant Weight Unit',
  'Status',
] as const;

type Cells = Partial<Record<(typeof shopifyColumns)[number], string>>;

/** Returns the rows of a part: the product, and one for each further picture. Without a price, it is a draft. */
export function shopifyRows(part: ListedPart, siteUrl: string): string[][] {
  const [first = '', ...others] = listPictures(part, siteUrl);
  const handle = writeHandle(part);
  const isForSale = (part.priceCents ?? 0) > 0;
  const product: Cells = {
    Handle: handle,
    Title: partWithVehicle(part),
    'Body (HTML)': describeListing(part),
    Vendor: part.brand ?? '',
    Type: part.category,
    Tags: [part.make, part.model, part.year].filter(Boolean).join(', '),
    Published: isForSale ? 'true' : 'false',
    'Option1 Name': 'Title',
    'Option1 Value': 'Default Title',
    'Variant SKU': part.stockNumber ?? '',
    'Variant Grams':
      part.weightPounds === null ? '' : String(Math.round(part.weightPounds * GRAMS_PER_POUND)),
    'Variant Inventory Tracker': 'shopify',
    'Variant Inventory Qty': String(part.stock),
    'Variant Inventory Policy': 'deny',
    'Variant Fulfillment Service': 'manual',
    'Variant Price': isForSale ? dollarsFromCents(part.priceCents ?? 0) : '',
    'Variant Requires Shipping': 'true',
    'Variant Taxable': 'true',
    'Image Src': first,
    'Image Position': first && '1',
    'Google Shopping / MPN': part.oemNumber ?? '',
    'Google Shopping / Condition': findOfferKind(part),
    'Variant Weight Unit': 'lb',
    Status: isForSale ? 'active' : 'draft',
  };
  const pictures = others.map((address, index): Cells => ({
    Handle: handle,
    'Image Src': address,
    'Image Position': String(index + 2),
  }));
  return [product, ...pictures].map((cells) => shopifyColumns.map((column) => plain(cells[column] ?? '')));
}

/** Two parts may have the same name, so the handle ends with the beginning of the id. */
function writeHandle(part: ListedPart): string {
  const name = partWithVehicle(part)
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '-')
    .slice(0, 100)
    .replaceAll(/^-+|-+$/g, '');
  return [name, part.id.slice(0, 13)].filter(Boolean).join('-');
}
