import { describe, expect, test } from 'vitest';
import type { PartField } from './part-field.ts';
import {
  decimalColumns,
  factColumns,
  formColumns,
  importColumns,
  listColumns,
  type FieldColumn,
  partColumns,
  partFields,
  privateColumns,
  shortLabel,
  shownColumns,
  without,
} from './part-fields.ts';

const field = (column: FieldColumn): PartField => partFields[column];
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
      'Number Type',
      'Older Numbers',
      'Needs Programming',
      'Fits Only Listed Vehicles',
      'Interchange Code',
      'Condition',
      'New or Used',
      'Rebuilt By',
      'Price',
      'Stock Quantity',
      'Shipping',
      'Weight (lb)',
      'Length (in)',
      'Width (in)',
      'Height (in)',
      'Core Charge',
      'Image',
      'Stock Number',
      'Mileage',
      'Mileage From',
      'Donor Year',
      'Donor Make and Model',
      'Donor Trim',
      'Donor Color',
      'Donor VIN',
      'Donor Arrived On',
      'Safety Check',
      'Recalls Checked On',
      'Damage Codes',
      'Graded By',
      'Lower Grade To',
      'Why Lowered',
      'Tested How',
      'Tested By',
      'Own Warranty',
      'Place in the Yard',
      'Cost Price',
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
    expect(partFields.core_charge.input).toEqual({ hint: "Leave empty to use its category's. 0: none" });
  });

  test('requires a name and a category', () => {
    expect(where((each) => 'required' in each)).toEqual(['part_name', 'category']);
    expect(partFields.part_name.required).toBe('Part name is required');
    expect(partFields.category.required).toBe('Category is required');
  });
});

test('each field holds one kind of value', () => {
  const kinds = Object.groupBy([...partColumns, ...privateColumns], (column) => field(column).kind);
  expect(kinds).toEqual({
    line: [
      'part_name',
      'oem_number',
      'brand',
      'subcategory',
      'vehicle_make',
      'vehicle_model',
      'vehicle_engine',
      'rebuilder',
      'donor_model',
      'donor_trim',
      'donor_color',
      'donor_vin_tail',
      'grade_reason',
      'tested_how',
      'source_url',
      'tested_by',
      'yard_place',
    ],
    category: ['category'],
    text: ['description'],
    whole: ['vehicle_year', 'stock_quantity', 'mileage', 'donor_year'],
    condition: ['part_type'],
    choice: [
      'number_type',
      'origin',
      'shipping_class',
      'mileage_source',
      'safety_check',
      'grade_rule',
      'grade',
      'grade_lowered_to',
    ],
    code: ['superseded_numbers', 'stock_number', 'damage_codes', 'warranty', 'interchange_code', 'donor_vin'],
    flag: ['needs_programming', 'fits_only_listed'],
    date: ['recall_checked_on', 'donor_arrived_on'],
    decimal: ['weight_pounds', 'length_in', 'width_in', 'height_in'],
    dollars: ['price', 'core_charge', 'shipping_cost', 'cost_price'],
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
    number_type: 'numberType',
    superseded_numbers: 'supersededNumbers',
    needs_programming: 'needsProgramming',
    fits_only_listed: 'fitsOnlyListed',
    part_type: 'condition',
    origin: 'origin',
    rebuilder: 'rebuilder',
    price: 'priceCents',
    stock_quantity: 'stock',
    shipping_class: 'shippingClass',
    weight_pounds: 'weightPounds',
    length_in: 'lengthIn',
    width_in: 'widthIn',
    height_in: 'heightIn',
    core_charge: 'coreChargeCents',
    image_url: 'imageUrl',
    stock_number: 'stockNumber',
    mileage: 'mileage',
    mileage_source: 'mileageSource',
    donor_year: 'donorYear',
    donor_model: 'donorModel',
    donor_trim: 'donorTrim',
    donor_color: 'donorColor',
    donor_vin_tail: 'donorVinTail',
    safety_check: 'safetyCheck',
    recall_checked_on: 'recallCheckedOn',
    damage_codes: 'damageCodes',
    grade_rule: 'gradeRule',
    grade: 'grade',
    grade_lowered_to: 'gradeLoweredTo',
    grade_reason: 'gradeReason',
    tested_how: 'testedHow',
    warranty: 'warranty',
    tax_rate: 'taxRate',
    shipping_cost: 'shippingCostCents',
  });
});

test('the page of a part lists these facts', () => {
  expect(factColumns.map(shortLabel)).toEqual([
    'OEM number',
    'Brand',
    'Category',
    'Engine',
    'Condition',
    'Safety check',
    'Recalls checked on',
  ]);
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
    'New or Used',
    'Shipping',
    'Weight (lb)',
    'Core Charge',
    'Stock number',
    'Mileage',
    'Grade',
    'Source',
  ]);
  expect(
    partColumns.filter((column) => !listColumns.some((listed) => listed === column)).map(shortLabel),
  ).toEqual([
    'Number Type',
    'Older Numbers',
    'Needs Programming',
    'Fits Only Listed Vehicles',
    'Rebuilt By',
    'Length (in)',
    'Width (in)',
    'Height (in)',
    'Mileage From',
    'Donor Year',
    'Donor Make and Model',
    'Donor Trim',
    'Donor Color',
    'Donor VIN',
    'Safety check',
    'Recalls checked on',
    'Damage Codes',
    'Graded By',
    'Lower Grade To',
    'Why Lowered',
    'Tested How',
    'Own Warranty',
    'Tax Rate',
    'Shipping Cost',
  ]);
});

test('a search looks in these fields (Spec §2, §5)', () => {
  expect(where(({ isSearched }) => isSearched)).toEqual([
    'part_name',
    'oem_number',
    'brand',
    'category',
    'description',
    'vehicle_make',
    'vehicle_model',
    'vehicle_year',
    'vehicle_engine',
    'superseded_numbers',
    'part_type',
    'origin',
    'stock_number',
  ]);
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

test('columns can be left out', () => {
  expect(without(['price', 'category', 'brand'], 'price', 'category')).toEqual(['brand']);
});
