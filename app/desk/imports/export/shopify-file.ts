import { findOfferKind } from '#core/catalog/origin.ts';
import { partDescription } from '#core/catalog/part.ts';
import { dollarsFromCents } from '#core/values/money.ts';
import { vehicleName } from '#core/vehicles/vehicle-name.ts';
import { describeVehicles, type ListedPart, listPictures, plain, toHtml } from './listed-part.ts';

const GRAMS_PER_POUND = 453.592_37;

/** Vehicles in the tags. Shopify allows 250 tags. */
const MAX_TAGS = 100;

/** Columns of Shopify's product CSV, in its order. */
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

/** Returns the rows of a part: the product, and one for each further picture. */
export function shopifyRows(part: ListedPart, { siteUrl }: { siteUrl: string }): string[][] {
  const handle = nameHandle(part);
  const [first = '', ...others] = listPictures(part, siteUrl);
  const vehicles = describeVehicles(part);
  const product: Cells = {
    Handle: handle,
    Title: [part.name, vehicleName(part)].filter(Boolean).join(' for '),
    'Body (HTML)': describeHtml(part, vehicles),
    Vendor: part.brand ?? '',
    Type: part.category,
    Tags: vehicles
      .slice(0, MAX_TAGS)
      .map((vehicle) => vehicle.replaceAll(',', ' '))
      .join(', '),
    Published: 'true',
    'Option1 Name': 'Title',
    'Option1 Value': 'Default Title',
    'Variant SKU': part.stockNumber ?? part.id,
    'Variant Grams': String(Math.round((part.weightPounds ?? 0) * GRAMS_PER_POUND)),
    'Variant Inventory Tracker': 'shopify',
    'Variant Inventory Qty': String(part.stock),
    'Variant Inventory Policy': 'deny',
    'Variant Fulfillment Service': 'manual',
    'Variant Price': dollarsFromCents(part.priceCents ?? 0),
    'Variant Requires Shipping': 'true',
    'Variant Taxable': 'true',
    'Image Src': first,
    'Image Position': first && '1',
    'Google Shopping / MPN': part.oemNumber ?? '',
    'Google Shopping / Condition': findOfferKind(part),
    'Variant Weight Unit': 'lb',
    Status: 'active',
  };
  const pictures = others.map((address, index): Cells => ({
    Handle: handle,
    'Image Src': address,
    'Image Position': String(index + 2),
  }));
  return [product, ...pictures].map((cells) => shopifyColumns.map((column) => plain(cells[column] ?? '')));
}

/** Names the product's page. The end of the id keeps two parts with one name apart. */
function nameHandle({ id, name }: ListedPart): string {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  return `${words.slice(0, 80)}-${id.slice(-12)}`.replace(/^-/, '');
}

/** Describes a part and the vehicles that it fits. */
export function describeHtml(part: ListedPart, vehicles: readonly string[]): string {
  const fits = vehicles.map((vehicle) => `<li>${toHtml(vehicle)}</li>`).join('');
  return `<p>${toHtml(partDescription(part))}</p>${fits && `<p>Fits:</p><ul>${fits}</ul>`}`;
}
