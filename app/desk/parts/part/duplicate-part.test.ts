import { expect, test } from 'vitest';
import { duplicatePart } from './duplicate-part.ts';
import { formColumns, type PartColumns } from '#core/catalog/part-fields.ts';

test('a duplicate keeps what the part is, and not what this piece is', () => {
  const blank = Object.fromEntries(formColumns.map((column) => [column, null])) as unknown as PartColumns;
  const part: PartColumns = {
    ...blank,
    part_name: 'Alternator',
    oem_number: '31100-SNA-A86',
    category: 'Electrical',
    vehicle_make: 'Honda',
    vehicle_year: 2010,
    price: '155.99',
    stock_quantity: 4,
    needs_programming: true,
    warranty: '90 days',
    image_url: '/files/x.webp',
    stock_number: 'A1',
    mileage: 84_000,
    donor_vin: 'X',
    yard_place: 'Row 3',
    cost_price: '20.00',
    damage_codes: '000',
  };
  expect(duplicatePart(part, 1)).toEqual({
    ...blank,
    part_name: 'Alternator',
    oem_number: '31100-SNA-A86',
    category: 'Electrical',
    vehicle_make: 'Honda',
    vehicle_year: 2011,
    price: '155.99',
    stock_quantity: 1,
    needs_programming: true,
    warranty: '90 days',
  });
  expect(duplicatePart(part, 0).vehicle_year).toBe(2010);
  expect(duplicatePart(blank, 1).vehicle_year).toBeNull();
});
