import { describe, expect, test } from 'vitest';
import type { PartField } from './part-field.ts';
import {
  factColumns,
  formColumns,
  importColumns,
  type FieldColumn,
  partColumns,
  partFields,
  shortLabel,
  shownColumns,
  without,
} from './part-fields.ts';

const field = (column: FieldColumn): PartField => partFields[column];
const where = (matches: (field: PartField) => boolean) =>
  partColumns.filter((column) => matches(field(column)));

describe('the form of a part (Spec §2, Part dialog)', () => {
  test('has the specified labels in their order', () => {
    const labels = formColumns.map((column) => field(column).label);
    const specified = [
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
      'Image',
    ];
    expect(labels.filter((label) => specified.includes(label))).toEqual(specified);
    expect(new Set(labels).size).toBe(labels.length);
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
    expect(partFields.core_charge.input).toMatchObject({
      hint: "Leave empty to use its category's. 0: none",
    });
  });

  test('requires a name and a category', () => {
    expect(where((each) => 'required' in each)).toEqual(['part_name', 'category']);
    expect(partFields.part_name.required).toBe('Part name is required');
    expect(partFields.category.required).toBe('Category is required');
  });
});

test('each property of a part is of one field', () => {
  const properties = shownColumns.map((column) => field(column).property);
  expect(new Set(properties).size).toBe(properties.length);
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

test("the admin's table has these columns (Spec §2, Parts Catalog tab)", () => {
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
