import { expect, test } from 'vitest';
import { type CatalogRow, partFromRow } from '#core/catalog/catalog-row.ts';
import { shownColumns } from '#core/catalog/part-fields.ts';
import { guessFields } from '#core/imports/files/mapping.ts';
import { recognizeFormat } from '#core/imports/formats/known-formats.ts';
import type { ListedPart } from './listed-part.ts';
import { shopifyColumns, shopifyRows } from './shopify-file.ts';
import { woocommerceColumns, woocommerceRow } from './woocommerce-file.ts';

const SITE = 'https://partyard.example';

function describePart(columns: Partial<CatalogRow>): ListedPart {
  const row = Object.fromEntries(shownColumns.map((column) => [column, null])) as unknown as CatalogRow;
  const part = partFromRow({
    ...row,
    id: '5b2f8cc1-3f39-4f7f-8e0c-3a8a2f0d6b11',
    part_name: 'Alternator',
    category: 'Starters, Alternators',
    part_type: 'Good',
    price: '120.00',
    stock_quantity: 2,
    vehicle_make: 'Honda',
    vehicle_model: 'Civic',
    vehicle_year: 2008,
    oem_number: '31100-RNA-A01',
    stock_number: 'Y100-7',
    weight_pounds: '12.00',
    description: 'Tested & <good>',
    all_held: false,
    ...columns,
  });
  const fitments = [
    {
      make: 'Acura',
      model: 'CSX',
      fromYear: 2007,
      toYear: 2008,
      engine: null,
      trim: null,
      position: null,
      note: null,
    },
  ];
  return {
    ...part,
    fitments,
    pictures: ['/files/pictures/a-1600.webp', 'https://x.example/b,c.jpg', '/parts/hood.svg'],
  };
}

function toRecord(columns: readonly string[], row: readonly unknown[]) {
  return Object.fromEntries(
    columns.flatMap((column, index) => (row[index] === '' ? [] : [[column, row[index]]])),
  );
}

test('a product of Shopify, with a row for each further picture', () => {
  const rows = shopifyRows(describePart({}), SITE).map((row) => toRecord(shopifyColumns, row));
  expect(rows).toMatchObject([
    {
      Handle: expect.stringMatching(/^[a-z0-9-]+-5b2f8cc1-3f39$/),
      Type: 'Starters, Alternators',
      Tags: 'Honda, Civic, 2008',
      Published: 'true',
      'Variant SKU': 'Y100-7',
      'Variant Grams': '5443',
      'Variant Inventory Qty': '2',
      'Variant Price': '120.00',
      'Image Src': `${SITE}/files/pictures/a-1600.webp`,
      'Google Shopping / Condition': 'used',
      Status: 'active',
    },
    { Handle: rows[0]?.['Handle'], 'Image Src': 'https://x.example/b,c.jpg', 'Image Position': '2' },
  ]);
  expect(rows).toHaveLength(2);
  expect(rows[0]?.['Body (HTML)']).toContain('Tested &amp; &lt;good&gt;');
  expect(rows[0]?.['Body (HTML)']).toContain('<li>2007-2008 Acura CSX</li>');
});

test('a product of WooCommerce', () => {
  expect(toRecord(woocommerceColumns, woocommerceRow(describePart({}), SITE))).toMatchObject({
    Type: 'simple',
    SKU: 'Y100-7',
    Published: 1,
    Stock: '2',
    'Weight (lbs)': '12',
    'Regular price': '120.00',
    Categories: String.raw`Starters\, Alternators`,
    Images: `${SITE}/files/pictures/a-1600.webp, https://x.example/b%2Cc.jpg`,
    'Attribute 2 name': 'OEM Number',
    'Attribute 2 value(s)': '31100-RNA-A01',
    'Attribute 6 value(s)': String.raw`Used\, Good`,
  });
});

test('a part without a price is a draft', () => {
  const part = describePart({ price: null });
  expect(toRecord(shopifyColumns, shopifyRows(part, SITE)[0] ?? [])).toMatchObject({
    Status: 'draft',
    Published: 'false',
  });
  expect(toRecord(woocommerceColumns, woocommerceRow(part, SITE))).toMatchObject({ Published: -1 });
});

test('the shop recognizes its own files for other shops', () => {
  expect(recognizeFormat(shopifyColumns)?.key).toBe('shopify');
  expect(recognizeFormat(woocommerceColumns)?.key).toBe('woocommerce');
  expect(guessFields(shopifyColumns).filter((field) => field !== null)).toContain('weight_pounds');
});
