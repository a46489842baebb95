import { expect, test } from 'vitest';
import type { PartField } from './part-field.ts';
import { auditColumns, type FieldColumn, partFields, privateColumns } from './part-fields.ts';

const field = (column: FieldColumn): PartField => partFields[column];

test('the audit trail has what a part is and costs', () => {
  expect(auditColumns).toEqual(
    expect.arrayContaining(['part_name', 'oem_number', 'category', 'price', 'stock_quantity', 'core_charge']),
  );
});

test('only staff see these fields, in a table of their own', () => {
  expect(privateColumns).toEqual(
    expect.arrayContaining(['interchange_code', 'donor_vin', 'tested_by', 'yard_place', 'cost_price']),
  );
  for (const column of privateColumns) {
    const { property, fact, list, isSearched, imported, audited } = field(column);
    expect({ property, list, isSearched }).toEqual({ property: null, list: null, isSearched: false });
    expect([fact, imported, audited]).toEqual([false, false, false]);
  }
});
