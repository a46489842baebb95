import { expect, test } from 'vitest';
import { describePart } from '#tests/support/listed-part.ts';
import type { ListedPart } from './listed-part.ts';
import { shopifyColumns, shopifyRows } from './shopify-file.ts';
import { wooCommerceColumns, wooCommerceRow } from './woocommerce-file.ts';

const siteUrl = 'https://partyard.example';

const fitment = { make: 'Honda', model: 'Accord', trim: null, note: null } as const;

const part = describePart(
  {
    part_name: 'Alternator, “new” & <tested>',
    oem_number: '31100-RNA-A01',
    brand: 'Denso',
    stock_number: 'Y100-7',
    weight_pounds: '12.50',
    length_in: '8.0',
    description: '=Good & <tested>\nPulley included',
  },
  {
    fitments: [{ ...fitment, fromYear: 2008, toYear: 2012, engine: '2.4L', position: 'Front, left' }],
    pictures: ['/files/pictures/a-1600.webp', 'https://cdn.example/b,1.jpg', '/parts/drawings/part.svg'],
  },
);

const named = (columns: readonly string[], row: readonly string[] = []) =>
  Object.fromEntries(columns.flatMap((column, index) => (row[index] ? [[column, row[index]]] : [])));

const shopify = (listed: ListedPart) =>
  shopifyRows(listed, { siteUrl }).map((row) => named(shopifyColumns, row));

test('Shopify: a product with its vehicles, and a row for each further picture', () => {
  const handle = 'alternator-new-tested-3a8a2f0d6b11';
  expect(shopify(part)).toEqual([
    {
      Handle: handle,
      Title: 'Alternator, “new” & <tested> for 2008 Honda Civic',
      'Body (HTML)':
        '<p>=Good &amp; &lt;tested&gt;<br>Pulley included</p><p>Fits:</p><ul><li>2008 Honda Civic</li><li>2008-2012 Honda Accord (2.4L, Front, left)</li></ul>',
      Vendor: 'Denso',
      Type: 'Electrical',
      Tags: '2008 Honda Civic, 2008-2012 Honda Accord (2.4L  Front  left)',
      Published: 'true',
      'Option1 Name': 'Title',
      'Option1 Value': 'Default Title',
      'Variant SKU': 'Y100-7',
      'Variant Grams': '5670',
      'Variant Inventory Tracker': 'shopify',
      'Variant Inventory Qty': '2',
      'Variant Inventory Policy': 'deny',
      'Variant Fulfillment Service': 'manual',
      'Variant Price': '120.00',
      'Variant Requires Shipping': 'true',
      'Variant Taxable': 'true',
      'Image Src': `${siteUrl}/files/pictures/a-1600.webp`,
      'Image Position': '1',
      'Google Shopping / MPN': '31100-RNA-A01',
      'Google Shopping / Condition': 'used',
      'Variant Weight Unit': 'lb',
      Status: 'active',
    },
    { Handle: handle, 'Image Src': 'https://cdn.example/b,1.jpg', 'Image Position': '2' },
  ]);
});

test('Shopify: two parts with one name have handles of their own, and the number of a part without one is its id', () => {
  const [plain, other] = [describePart({}), describePart({ id: '5b2f8cc1-3f39-4f7f-8e0c-3a8a2f0d6b12' })];
  expect(shopify(plain)[0]?.['Handle']).not.toBe(shopify(other)[0]?.['Handle']);
  expect(shopify(plain)[0]?.['Variant SKU']).toBe(plain.id);
});

test('WooCommerce: a product whose facts are attributes, with commas marked', () => {
  expect(named(wooCommerceColumns, wooCommerceRow(part, { siteUrl }))).toMatchObject({
    SKU: 'Y100-7',
    Name: 'Alternator, “new” & <tested> for 2008 Honda Civic',
    'In stock?': '1',
    Stock: '2',
    'Weight (lbs)': '12.5',
    'Length (in)': '8',
    'Regular price': '120.00',
    Categories: 'Electrical',
    Images: `${siteUrl}/files/pictures/a-1600.webp, https://cdn.example/b%2C1.jpg`,
    'Attribute 2 name': 'OEM Number',
    'Attribute 2 value(s)': '31100-RNA-A01',
    'Attribute 4 name': 'Fits',
    'Attribute 4 value(s)': String.raw`2008 Honda Civic, 2008-2012 Honda Accord (2.4L\, Front\, left)`,
  });
});

test('WooCommerce: attributes that a part lacks leave no gap', () => {
  const row = named(
    wooCommerceColumns,
    wooCommerceRow(describePart({ oem_number: null, brand: null }), { siteUrl }),
  );
  expect(row).toMatchObject({ 'Attribute 2 name': 'Fits' });
  expect(row).not.toHaveProperty('Attribute 3 name');
});
