import { expect, test } from 'vitest';
import { formColumns } from '#core/catalog/part-fields.ts';
import { columnsOf, describeSection, sectionTitles } from './describe-section.ts';

const vehicles = 0;

test('a folded section says what is set in it', () => {
  const part = {
    part_name: 'Alternator',
    part_type: 'Good',
    shipping_class: 'parcel',
    weight_pounds: '12.00',
    mileage: 58_000,
    mileage_source: 'title',
    needs_programming: true,
    fits_only_listed: false,
    kind: 'brake-pads',
  } as const;
  expect(describeSection('shipping', { part, vehicles })).toBe('parcel, 12 lb');
  expect(describeSection('used', { part, vehicles })).toBe('Grade A, 58,000 miles, Mileage From Title');
  expect(describeSection('fitment', { part, vehicles })).toBe('Needs Programming');
  expect(describeSection('fitment', { part: null, vehicles: 1 })).toBe('1 more vehicle');
  expect(describeSection('kind', { part, vehicles })).toBe('brake pads');
});

test('a section without facts says so, and one with many counts the others', () => {
  expect(describeSection('used', { part: null, vehicles })).toBe('nothing set');
  expect(describeSection('used', { part: { part_name: 'Alternator' }, vehicles })).toBe('nothing set');
  expect(describeSection('kind', { part: {}, vehicles })).toBe('nothing set');
  const part = {
    weight_pounds: '12.5',
    length_in: '20',
    width_in: '10',
    height_in: '5.5',
    core_charge: '0.00',
  };
  expect(describeSection('shipping', { part, vehicles })).toBe(
    '12.5 lb, 20 in long, 10 in wide, 5.5 in high, 1 more',
  );
  expect(describeSection('shipping', { part: { core_charge: '40.00' }, vehicles })).toBe(
    'core charge $40.00',
  );
});

test('the specified fields are in sight, in the specified order, and each other one is in a section', () => {
  const always = columnsOf(undefined);
  expect(always).toEqual([
    'part_name',
    'oem_number',
    'brand',
    'category',
    'subcategory',
    'description',
    'vehicle_make',
    'vehicle_model',
    'vehicle_year',
    'vehicle_engine',
    'part_type',
    'price',
    'stock_quantity',
    'image_url',
  ]);
  const folded = (Object.keys(sectionTitles) as (keyof typeof sectionTitles)[]).flatMap(columnsOf);
  expect(new Set([...always, ...folded])).toEqual(new Set(formColumns));
});
