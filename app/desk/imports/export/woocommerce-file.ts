import { describeCondition } from '#core/catalog/origin.ts';
import { dollarsFromCents } from '#core/values/money.ts';
import { vehicleName } from '#core/vehicles/vehicle-name.ts';
import { describeVehicles, type ListedPart, listPictures, plain } from './listed-part.ts';
import { describeHtml } from './shopify-file.ts';

/** Columns of WooCommerce's product CSV. */
export const wooCommerceColumns = [
  'Type',
  'SKU',
  'Name',
  'Published',
  'Visibility in catalog',
  'Description',
  'Tax status',
  'In stock?',
  'Stock',
  'Backorders allowed?',
  'Weight (lbs)',
  'Length (in)',
  'Width (in)',
  'Height (in)',
  'Regular price',
  'Categories',
  'Images',
  'Attribute 1 name',
  'Attribute 1 value(s)',
  'Attribute 1 visible',
  'Attribute 2 name',
  'Attribute 2 value(s)',
  'Attribute 2 visible',
  'Attribute 3 name',
  'Attribute 3 value(s)',
  'Attribute 3 visible',
  'Attribute 4 name',
  'Attribute 4 value(s)',
  'Attribute 4 visible',
] as const;

type Column = (typeof wooCommerceColumns)[number];

/** Returns the row of a part. Condition, number, brand and vehicles are attributes that buyers see. */
export function wooCommerceRow(part: ListedPart, { siteUrl }: { siteUrl: string }): string[] {
  const vehicles = describeVehicles(part);
  const cells: Partial<Record<Column, string>> = {
    Type: 'simple',
    SKU: part.stockNumber ?? part.id,
    Name: [part.name, vehicleName(part)].filter(Boolean).join(' for '),
    Published: '1',
    'Visibility in catalog': 'visible',
    Description: describeHtml(part, vehicles),
    'Tax status': 'taxable',
    'In stock?': part.stock > 0 ? '1' : '0',
    Stock: String(part.stock),
    'Backorders allowed?': '0',
    'Weight (lbs)': measure(part.weightPounds),
    'Length (in)': measure(part.lengthIn),
    'Width (in)': measure(part.widthIn),
    'Height (in)': measure(part.heightIn),
    'Regular price': dollarsFromCents(part.priceCents ?? 0),
    Categories: list([part.category]),
    Images: listPictures(part, siteUrl)
      .map((url) => url.replaceAll(',', '%2C'))
      .join(', '),
    ...attributes({
      Condition: [describeCondition(part)],
      'OEM Number': [part.oemNumber],
      Brand: [part.brand],
      Fits: vehicles,
    }),
  };
  return wooCommerceColumns.map((column) => plain(cells[column] ?? ''));
}

function measure(value: number | null): string {
  return value === null ? '' : String(value);
}

/** Writes several values into a cell. A comma within one has a backslash. */
function list(values: readonly (string | null)[]): string {
  return values.flatMap((value) => (value ? value.replaceAll(',', String.raw`\,`) : [])).join(', ');
}

function attributes(named: Record<string, readonly (string | null)[]>): Record<string, string> {
  const filled = Object.entries(named)
    .map(([name, values]) => ({ name, text: list(values) }))
    .filter(({ text }) => text !== '');
  return Object.fromEntries(
    filled.flatMap(({ name, text }, index) => [
      [`Attribute ${index + 1} name`, name],
      [`Attribute ${index + 1} value(s)`, text],
      [`Attribute ${index + 1} visible`, '1'],
    ]),
  );
}
