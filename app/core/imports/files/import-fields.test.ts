import { expect, test } from 'vitest';
import { type ImportFields, IMPORT_CATEGORY, formatImportKey, proposedChanges } from './import-fields.ts';

const part: ImportFields = {
  part_name: 'Front Brake Pad Set',
  oem_number: '45022-TR3-A01',
  brand: 'Akebono',
  category: 'Brakes',
  description: 'Ceramic',
  vehicle_make: 'Honda',
  vehicle_model: 'Civic',
  vehicle_year: 2015,
};
const unsaid = {
  brand: null,
  category: null,
  description: null,
  vehicle_make: null,
  vehicle_model: null,
  vehicle_year: null,
};

test('a missing value, or another spelling of the number, changes nothing', () => {
  expect(proposedChanges({ ...unsaid, part_name: part.part_name, oem_number: '45022tr3 a01' }, part)).toEqual(
    [],
  );
});

test('a different value is a change', () => {
  expect(proposedChanges({ ...part, part_name: 'Brake Pads, Front', vehicle_year: 2016 }, part)).toEqual([
    { field: 'part_name', from: 'Front Brake Pad Set', to: 'Brake Pads, Front' },
    { field: 'vehicle_year', from: 2015, to: 2016 },
  ]);
});

test('number, brand, and vehicle identify a part, regardless of case and dashes', () => {
  expect(
    formatImportKey({ ...part, oem_number: '45022 tr3.a01', brand: 'AKEBONO', part_name: 'Other' }),
  ).toBe(formatImportKey(part));
  expect(formatImportKey({ ...part, brand: null })).not.toBe(formatImportKey(part));
  expect(formatImportKey({ ...part, vehicle_year: 2016 })).not.toBe(formatImportKey(part));
});

test('the key has the number in capitals, as oem_number_key in the database', () => {
  expect(formatImportKey(part)).toBe('45022TR3A01\nakebono\nhonda\ncivic\n2015');
  expect(formatImportKey({ ...unsaid, part_name: 'Horn', oem_number: null })).toBe('\n\n\n\n');
});

test('the category of the specification is the default', () => {
  expect(IMPORT_CATEGORY).toBe('General');
});
