import { expect, test } from 'vitest';
import type { PartField } from './part-field.ts';
import { auditColumns, type FieldColumn, partFields, privateColumns } from './part-fields.ts';

const field = (column: FieldColumn): PartField => partFields[column];

test('the audit trail has these fields', () => {
  expect(auditColumns).toEqual([
    'part_name',
    'oem_number',
    'category',
    'number_type',
    'superseded_numbers',
    'needs_programming',
    'fits_only_listed',
    'origin',
    'rebuilder',
    'price',
    'stock_quantity',
    'shipping_class',
    'core_charge',
    'stock_number',
    'mileage',
    'mileage_source',
    'donor_year',
    'donor_model',
    'donor_trim',
    'donor_color',
    'safety_check',
    'recall_checked_on',
    'damage_codes',
    'grade_rule',
    'grade_lowered_to',
    'grade_reason',
    'tested_how',
    'warranty',
  ]);
});

test('only staff see these fields, in a table of their own', () => {
  expect(privateColumns).toEqual([
    'interchange_code',
    'donor_vin',
    'donor_arrived_on',
    'tested_by',
    'yard_place',
    'cost_price',
  ]);
  for (const column of privateColumns) {
    const { property, fact, list, isSearched, imported, audited } = field(column);
    expect({ property, list, isSearched }).toEqual({ property: null, list: null, isSearched: false });
    expect([fact, imported, audited]).toEqual([false, false, false]);
  }
});
