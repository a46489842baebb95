import { expect, test } from 'vitest';
import type { IndexFilter } from './index-filter.ts';
import { type ListedPart, mayChangeByStock } from './may-list.ts';

const pads: ListedPart = {
  id: 'b',
  added: 5,
  terms: new Set(['make=Honda', 'model=Civic', 'year=2010', 'category=Brakes', 'stock']),
  price: 20,
  letters: 'brakepads',
};

const is = (facet: string, value: string): IndexFilter => ({ facet, terms: [`${facet}=${value}`] });
const inStock: IndexFilter = { facet: 'stock' };
const civic = [is('make', 'Honda'), is('model', 'Civic'), is('year', '2010')];
const accord = [is('make', 'Honda'), is('model', 'Accord'), is('year', '2011')];

test.each<[name: string, filters: IndexFilter[], list: boolean, choices: boolean]>([
  ['all filters', [...civic, is('category', 'Brakes'), inStock], true, true],
  ['all but one', [...civic, is('category', 'Body'), inStock], false, true],
  ['all but those of the vehicle', [...accord, is('category', 'Brakes'), inStock], false, true],
  ['all but a vehicle and a category', [...accord, is('category', 'Body'), inStock], false, false],
  ['all but one, also of parts that are not in stock', [...civic, is('category', 'Body')], false, false],
])('a part that meets %s changes a list, and its counts of choices', (_, filters, list, choices) => {
  expect(mayChangeByStock({ level: null, filters }, pads)).toBe(list);
  expect(mayChangeByStock({ level: null, filters, hasChoices: true }, pads)).toBe(choices);
});

test('a part that a text does not find changes nothing', () => {
  const level = { clauses: [{ contains: 'mirror' }] };
  expect(mayChangeByStock({ level, filters: civic, hasChoices: true }, pads)).toBe(false);
  expect(mayChangeByStock({ level: { clauses: [{ contains: 'pads' }] }, filters: civic }, pads)).toBe(true);
});
