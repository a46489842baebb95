import { expect, test } from 'vitest';
import { noFilters } from '#core/search/chosen-filters.ts';
import type { Facets } from '#core/search/facets.ts';
import { foldFacets, isFoldable } from './folded-facets.ts';

/** Makes brands with these numbers of parts. */
const facetsOf = (...parts: number[]): Facets => ({
  makes: [],
  models: [],
  engines: [],
  years: [],
  categories: [],
  kinds: [],
  conditions: [],
  origins: [],
  grades: [],
  mileages: [],
  fits: [],
  inStock: 0,
  newArrivals: 0,
  prices: null,
  brands: parts.map((count, index) => ({ value: `Brand ${index + 1}`, parts: count })),
});
const brandsOf = ({ brands }: Facets) => brands.map(({ value }) => Number(value.slice(6)));

test('the six choices with the most parts are kept, and their number is known', () => {
  const folded = foldFacets(facetsOf(1, 9, 3, 8, 5, 6, 7, 4), noFilters, []);
  expect(brandsOf(folded)).toEqual([2, 4, 5, 6, 7, 8]);
  expect(folded.all).toEqual({ brand: 8 });
});

test('so is a chosen one', () => {
  const folded = foldFacets(facetsOf(9, 8, 7, 6, 5, 4, 3, 2, 1), { ...noFilters, brand: 'Brand 9' }, []);
  expect(brandsOf(folded)).toEqual([1, 2, 3, 4, 5, 6, 9]);
});

test('seven are not folded', () => {
  const folded = foldFacets(facetsOf(1, 2, 3, 4, 5, 6, 7), noFilters, []);
  expect(folded.brands).toHaveLength(7);
  expect(folded.all).toEqual({});
});

test('an unfolded filter keeps all of them', () => {
  const facets = facetsOf(1, 2, 3, 4, 5, 6, 7, 8);
  expect(foldFacets(facets, noFilters, ['brand'])).toEqual({ ...facets, all: { brand: 8 } });
  expect(brandsOf(foldFacets(facets, noFilters, ['model']))).toHaveLength(6);
});

test('folded again, an unfolded filter still says how many there are', () => {
  const unfolded = foldFacets(facetsOf(1, 2, 3, 4, 5, 6, 7, 8), noFilters, ['brand']);
  const folded = foldFacets(unfolded, noFilters, []);
  expect(folded.brands).toHaveLength(6);
  expect(foldFacets(folded, noFilters, [])).toEqual(folded);
  expect(folded.all).toEqual({ brand: 8 });
});

test('an address unfolds only what can be folded', () => {
  expect(['brand', 'price', '__proto__', 'make', 'model'].filter(isFoldable)).toEqual(['brand', 'model']);
});

test('positions stay with their kind, and do not count', () => {
  const kinds = [9, 1, 8, 7, 2, 6, 5, 4].flatMap((parts, index) => [
    { value: `kind-${index}`, parts, label: `Kind ${index}` },
    { value: `kind-${index}:front`, parts: parts / 2 },
  ]);
  const valuesOf = (chosen: string) =>
    foldFacets({ ...facetsOf(), kinds }, { ...noFilters, kind: chosen }, []).kinds.map(({ value }) => value);
  const shown = [0, 2, 3, 5, 6, 7].flatMap((index) => [`kind-${index}`, `kind-${index}:front`]);
  expect(valuesOf('')).toEqual(shown);
  expect(valuesOf('kind-4:front')).toEqual([
    ...shown.slice(0, 6),
    'kind-4',
    'kind-4:front',
    ...shown.slice(6),
  ]);
  expect(foldFacets({ ...facetsOf(), kinds }, noFilters, []).all).toEqual({ kind: 8 });
});

test('a brand with a colon is no position', () => {
  const brands = [1, 2, 3, 4, 5, 6, 7, 8].map((parts) => ({ value: `A:${parts}`, parts }));
  const folded = foldFacets({ ...facetsOf(), brands }, noFilters, []);
  expect(folded.brands).toHaveLength(6);
});
