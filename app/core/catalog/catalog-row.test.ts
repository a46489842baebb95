import { expect, test } from 'vitest';
import { type CatalogRow, partFromRow } from './catalog-row.ts';
import { partFields, shownColumns } from './part-fields.ts';

const unknown = Object.fromEntries(shownColumns.map((column) => [column, null])) as unknown as CatalogRow;

const row: CatalogRow = {
  ...unknown,
  id: '4c1c7b0e-0000-4000-8000-000000000000',
  all_held: false,
  part_name: 'Brake Pads',
  oem_number: null,
  brand: 'Akebono',
  category: 'Brakes',
  description: null,
  vehicle_make: 'Honda',
  vehicle_model: 'Accord',
  vehicle_year: 2015,
  vehicle_engine: null,
  part_type: 'Good',
  price: '49.99',
  stock_quantity: 3,
  image_url: null,
  tax_rate: '0.07750',
  shipping_cost: '12.50',
  shipping_class: 'oversize',
  weight_pounds: '41.50',
  length_in: '60.0',
  width_in: null,
  height_in: null,
  core_charge: '150.00',
};

test('amounts of a part are in cents, shares are numbers', () => {
  expect(partFromRow(row)).toEqual({
    ...Object.fromEntries(shownColumns.map((column) => [partFields[column].property, null])),
    origin: 'used',
    summary: 'Used',
    id: row.id,
    allHeld: false,
    name: 'Brake Pads',
    oemNumber: null,
    brand: 'Akebono',
    category: 'Brakes',
    description: null,
    make: 'Honda',
    model: 'Accord',
    year: 2015,
    engine: null,
    condition: 'Good',
    priceCents: 4999,
    stock: 3,
    imageUrl: null,
    taxRate: 0.0775,
    shippingCostCents: 1250,
    shippingClass: 'oversize',
    weightPounds: 41.5,
    lengthIn: 60,
    widthIn: null,
    heightIn: null,
    coreChargeCents: 15_000,
  });
});

test('missing amounts and shares stay missing', () => {
  const part = partFromRow({ ...row, price: null, tax_rate: null, shipping_cost: null });
  expect(part).toMatchObject({ priceCents: null, taxRate: null, shippingCostCents: null });
});
