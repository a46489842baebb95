import { describe, expect, test } from 'vitest';
import type { PartField } from './part-field.ts';
import {
  auditColumns,
  decimalColumns,
  factColumns,
  formColumns,
  importColumns,
  listColumns,
  type PartColumn,
  partColumns,
  partFields,
  shortLabel,
  shownColumns,
  without,
} from './part-fields.ts';

const field = (column: PartColumn): PartField => partFields[column];
const where = (matches: (field: PartField) => boolean) =>
  partColumns.filter((column) => matches(field(column)));

describe('the form of a part (Spec §2, Part dialog)', () => {
  test('has its labels in this order', () => {
    expect(formColumns.map((column) => field(column).label)).toEqual([
      'Part Name',
      'OEM Number',
      'Brand',
      'Category',
      'Subcategory',
      'Description',
      'Vehicle Make',
      'Vehicle Model',
      'Vehicle Year',
      'Vehicle Engine',
      'Condition',
      'Price',
      'Stock Quantity',
      'Shipping',
      'Weight (lb)',
      'Length (in)',
      'Width (in)',
      'Height (in)',
      'Core Charge',
      'Image',
    ]);
  });

  test('has these wide inputs and hints', () => {
    expect(where(({ input }) => input?.wide === true)).toEqual([
      'part_name',
      'description',
      'stock_quantity',
      'image_url',
    ]);
    expect(partFields.stock_quantity.input).toMatchObject({
      placeholder: '0 = Out of Stock',
      hint: 'Enter 0 for out of stock items - condition will be set automatically',
    });
    expect(partFields.core_charge.input).toEqual({ hint: 'Empty: as others of its category. 0: none' });
  });

  test('requires a name and a category', () => {
    expect(where((each) => 'required' in each)).toEqual(['part_name', 'category']);
    expect(partFields.part_name.required).toBe('Part name is required');
    expect(partFields.category.required).toBe('Category is required');
  });
});

test('each field holds one kind of value', () => {
  const kinds = Object.groupBy(partColumns, (column) => field(column).kind);
  expect(kinds).toEqual({
    line: [
      'part_name',
      'oem_number',
      'brand',
      'subcategory',
      'vehicle_make',
      'vehicle_model',
      'vehicle_engine',
      'source_url',
    ],
    category: ['category'],
    text: ['description'],
    whole: ['vehicle_year', 'stock_quantity'],
    condition: ['part_type'],
    'shipping-class': ['shipping_class'],
    decimal: ['weight_pounds', 'length_in', 'width_in', 'height_in'],
    dollars: ['price', 'core_charge', 'shipping_cost'],
    picture: ['image_url'],
    share: ['tax_rate'],
  });
  expect(decimalColumns).toEqual([
    'price',
    'weight_pounds',
    'length_in',
    'width_in',
    'height_in',
    'core_charge',
    'tax_rate',
    'shipping_cost',
  ]);
});

test('shoppers see these fields under these names', () => {
  expect(Object.fromEntries(shownColumns.map((column) => [column, field(column).property]))).toEqual({
    part_name: 'name',
    oem_number: 'oemNumber',
    brand: 'brand',
    category: 'category',
    description: 'description',
    vehicle_make: 'make',
    vehicle_model: 'model',
    vehicle_year: 'year',
    vehicle_engine: 'engine',
    part_type: 'condition',
    price: 'priceCents',
    stock_quantity: 'stock',
    shipping_class: 'shippingClass',
    weight_pounds: 'weightPounds',
    length_in: 'lengthIn',
    width_in: 'widthIn',
    height_in: 'heightIn',
    core_charge: 'coreChargeCents',
    image_url: 'imageUrl',
    tax_rate: 'taxRate',
    shipping_cost: 'shippingCostCents',
  });
});

test('the page of a part lists these facts', () => {
  expect(factColumns.map(shortLabel)).toEqual(['OEM number', 'Brand', 'Category', 'Engine', 'Condition']);
  expect(partFields.oem_number.abbreviation).toBe('OEM');
});

test("the admin's table has these columns, its cards have more (Spec §2, Parts Catalog tab)", () => {
  expect(where(({ list }) => list === 'table').map(shortLabel)).toEqual([
    'Part Name',
    'Brand',
    'Category',
    'Vehicle Make',
    'Vehicle Model',
    'Vehicle Year',
    'Condition',
    'Price',
    'Stock',
    'Image',
  ]);
  expect(where(({ list }) => list === 'card').map(shortLabel)).toEqual([
    'OEM number',
    'Subcategory',
    'Description',
    'Engine',
    'Shipping',
    'Weight (lb)',
    'Core Charge',
    'Source',
  ]);
  expect(
    partColumns.filter((column) => !listColumns.some((listed) => listed === column)).map(shortLabel),
  ).toEqual(['Length (in)', 'Width (in)', 'Height (in)', 'Tax Rate', 'Shipping Cost']);
});

test('the shop searches these fields, the admin panel more (Spec §2, §5)', () => {
  expect(where(({ search }) => search === 'shop')).toEqual([
    'part_name',
    'oem_number',
    'brand',
    'description',
    'vehicle_make',
    'vehicle_model',
  ]);
  expect(where(({ search }) => search === 'admin')).toEqual(['category', 'vehicle_year']);
});

test('an import brings these fields (Spec §7)', () => {
  expect(importColumns).toEqual([
    'part_name',
    'oem_number',
    'brand',
    'category',
    'description',
    'vehicle_make',
    'vehicle_model',
    'vehicle_year',
  ]);
});

test('the audit trail has these fields', () => {
  expect(auditColumns).toEqual([
    'part_name',
    'oem_number',
    'category',
    'price',
    'stock_quantity',
    'shipping_class',
    'core_charge',
  ]);
});

test('columns can be left out', () => {
  expect(without(['price', 'category', 'brand'], 'price', 'category')).toEqual(['brand']);
});
