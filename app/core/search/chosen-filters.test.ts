import { expect, test } from 'vitest';
import { listActive } from '#shop/find/active-filters.ts';
import {
  type ChosenFilters,
  filterParameters,
  noFilters,
  setFilter,
  toggleChoice,
} from './chosen-filters.ts';
import { readFilters, toPartFilters } from '#shop/find/read-filters.ts';

const read = (query: string) => readFilters(new URLSearchParams(query));
const write = (filters: ChosenFilters) => new URLSearchParams(filterParameters(filters)).toString();

const everything =
  'make=Honda&model=Civic&year=2015&category=Brakes&condition=Good&condition=Fair&fit_by=listed&fit_by=same-number&kind=Brake+Pads&brand=Akebono' +
  '&origin=used&min_price=10&max_price=99.50&in_stock=1&new_arrivals=1';

test('an address keeps all filters', () => {
  expect(write(read(everything))).toBe(everything);
  expect(read('')).toEqual(noFilters);
  expect(write(noFilters)).toBe('');
});

test.each([
  ['year=15', ''],
  ['make=Honda&model=Civic&year=20156', 'make=Honda&model=Civic'],
  ['model=Civic&year=2015', ''],
  ['make=Honda&year=2015', 'make=Honda'],
  ['origin=old&fit_by=chance', ''],
  ['min_price=cheap&max_price=-5', ''],
  ['min_price=$1,200&max_price=2000.00', 'min_price=1200&max_price=2000'],
  ['in_stock=0&new_arrivals=yes', ''],
  ['in_stock=true', 'in_stock=1'],
  ['condition=&condition=Good&condition=Good', 'condition=Good'],
  ['make=&make=Honda', 'make=Honda'],
  ['kind=%00', 'kind=%EF%BF%BD'],
])('%s is read as %s', (query, expected) => {
  expect(write(read(query))).toBe(expected);
});

test('at most fifty conditions are read', () => {
  const many = Array.from({ length: 60 }, (_, index) => `condition=${index}`).join('&');
  expect(read(many).condition).toHaveLength(50);
});

test('another make clears model and year, another model the year, another category the kind', () => {
  const filters = read(everything);
  expect(setFilter(filters, 'make', 'Ford')).toMatchObject({
    make: 'Ford',
    model: '',
    year: '',
    kind: 'Brake Pads',
  });
  expect(setFilter(filters, 'model', 'Fit')).toMatchObject({ make: 'Honda', model: 'Fit', year: '' });
  expect(setFilter(filters, 'category', '')).toMatchObject({ category: '', kind: '', year: '2015' });
  expect(setFilter(filters, 'brand', '')).toEqual({ ...filters, brand: '' });
});

test('a condition is added and removed', () => {
  const filters = read('condition=Good');
  expect(toggleChoice(filters, 'condition', 'Fair').condition).toEqual(['Good', 'Fair']);
  expect(toggleChoice(filters, 'condition', 'Good').condition).toEqual([]);
});

test('each chosen value has a label and the address without it', () => {
  const active = listActive(read(everything), write);
  expect(active.map(({ label }) => label)).toEqual([
    'Honda',
    'Civic',
    '2015',
    'Brakes',
    'Good',
    'Fair',
    'Listed for your car',
    'Same part number as listed for your car',
    'Brake Pads',
    'Akebono',
    'Used parts',
    'From $10',
    'Up to $99.50',
    'In stock',
    'New arrivals',
  ]);
  const without = Object.fromEntries(active.map(({ label, address }) => [label, address]));
  expect(without.Fair).toBe(everything.replace('&condition=Fair', ''));
  expect(without.Honda).toBe(everything.replace('make=Honda&model=Civic&year=2015&', ''));
  expect(without['Up to $99.50']).toBe(everything.replace('&max_price=99.50', ''));
});

test('the database gets amounts in cents, and nothing that was not chosen', () => {
  expect(toPartFilters(read(everything))).toEqual({
    make: 'Honda',
    model: 'Civic',
    year: 2015,
    category: 'Brakes',
    conditions: ['Good', 'Fair'],
    fitBy: ['listed', 'same-number'],
    kind: 'Brake Pads',
    brand: 'Akebono',
    origin: 'used',
    minPriceCents: 1000,
    maxPriceCents: 9950,
    inStock: true,
    newArrivals: true,
  });
  expect(Object.values(toPartFilters(noFilters)).filter((value) => value !== undefined)).toEqual([]);
});
