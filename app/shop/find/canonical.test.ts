import { expect, test } from 'vitest';
import { junkyardCanonical, resultsCanonical } from './canonical.ts';
import { noFilters } from '#core/search/chosen-filters.ts';
import { emptySearch } from '#core/search/junkyard-address.ts';

const choices = { make: 'Citroën', model: '2CV & more', year: '1970', category: 'Brakes' };
const first = { after: undefined, filters: noFilters };
const one = { isLaterPage: false, parts: [1] };

test('results have one canonical address, except later, empty and narrowed pages', () => {
  const address = '/?make=Citro%C3%ABn&model=2CV+%26+more&year=1970&category=Brakes';
  expect(resultsCanonical(choices, first, { total: 3 })).toBe(address);
  const inStock = { ...noFilters, in_stock: '1' };
  expect(resultsCanonical(choices, { ...first, filters: inStock }, { total: 3 })).toBe(address);
  const pads = { ...noFilters, kind: 'Pads' };
  expect(resultsCanonical(choices, { ...first, filters: pads }, { total: 3 })).toBeUndefined();
  expect(resultsCanonical(choices, { ...first, after: 'x' }, { total: 3 })).toBeUndefined();
  expect(resultsCanonical(choices, first, { total: 0 })).toBeUndefined();
});

test('the junkyard has one canonical address for its filters, and none for searches', () => {
  const search = { ...emptySearch, condition: ['New'], make: 'Honda' };
  expect(junkyardCanonical(search, one)).toBe('/junkyard?make=Honda&condition=New');
  expect(junkyardCanonical({ ...search, sort: 'newest', view: 'list' }, one)).toBe(
    '/junkyard?make=Honda&condition=New',
  );
  expect(junkyardCanonical({ ...search, q: 'brake' }, one)).toBeUndefined();
  expect(junkyardCanonical({ ...search, condition: ['New', 'Good'] }, one)).toBeUndefined();
  expect(junkyardCanonical({ ...search, model: 'Civic' }, one)).toBeUndefined();
  expect(junkyardCanonical({ ...search, in_stock: '1' }, one)).toBeUndefined();
  expect(junkyardCanonical(search, { ...one, isLaterPage: true })).toBeUndefined();
  expect(junkyardCanonical(search, { isLaterPage: false, parts: [] })).toBeUndefined();
  expect(junkyardCanonical(emptySearch, { isLaterPage: false, parts: [] })).toBe('/junkyard');
});
