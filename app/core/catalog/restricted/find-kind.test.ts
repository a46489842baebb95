import { expect, test } from 'vitest';
import type { Origin } from '../origin.ts';
import { findRestrictedKind } from './find-kind.ts';
import { defaultRestricted } from './restricted-kinds.ts';
import { listRestrictedWords, mayBeRestricted } from './restricted-words.ts';

const kindOf = (name: string, origin: Origin = 'used', category: string | null = null) =>
  findRestrictedKind({ name, origin, category });

test.each([
  ['Catalytic Converter', 'catalyticConverters'],
  ['Exhaust Manifold with Catalytic Converter', 'catalyticConverters'],
  ['CATALYTIC-CONVERTER, gasket included', 'catalyticConverters'],
  ['Catalytic Converters (Front)', 'catalyticConverters'],
  ['Catalytic Converter Gasket', undefined],
  ['Gasket for Catalytic Converter', undefined],
  ['Exhaust Pipe without Catalytic Converter', undefined],
  ['Driver Air Bag', 'airbags'],
  ['Steering Wheel with Airbag', 'airbags'],
  ['Steering Wheel without Airbag', undefined],
  ['Airbag Clock Spring', undefined],
  ['Seat Belt Pretensioner', 'airbags'],
  ['Fuel Tank with Straps', 'fuelTanks'],
  ['Fuel Tank Strap', undefined],
  ['Hybrid Battery Pack', 'hybridBatteries'],
  ['Hybrid Battery Fan', undefined],
  ['Brake Pads', undefined],
  ['', undefined],
])('a used %s is %s', (name, kind) => {
  expect(kindOf(name)).toBe(kind);
});

test.each([
  ['Battery', 'new', null, 'leadAcidBatteries'],
  ['AGM Battery, Group 35', 'new_aftermarket', null, 'leadAcidBatteries'],
  ['12 V Battery for Hybrid', 'new_oem', null, 'leadAcidBatteries'],
  ['RedTop 35', 'new', 'Batteries', 'leadAcidBatteries'],
  ['Battery', 'used', null, undefined],
  ['Battery', 'remanufactured', null, undefined],
  ['Battery Cable', 'new', 'Batteries', undefined],
  ['Key Fob Battery', 'new', null, undefined],
  ['Lithium Battery', 'new', null, undefined],
  ['Tray for Battery', 'new', null, undefined],
  ['Hybrid Battery', 'new', null, 'hybridBatteries'],
] as const)('%s, %s, in %s is %s', (name, origin, category, kind) => {
  expect(kindOf(name, origin, category)).toBe(kind);
});

test('other new parts are not restricted, but for hybrid batteries', () => {
  expect(kindOf('Catalytic Converter', 'new_aftermarket')).toBeUndefined();
  expect(kindOf('Catalytic Converter', 'rebuilt')).toBe('catalyticConverters');
  expect(kindOf('Hybrid Battery', 'new')).toBe('hybridBatteries');
});

test('a category names a kind too', () => {
  expect(kindOf('Front Left', 'used', 'Airbags')).toBe('airbags');
  expect(kindOf('Clock Spring', 'used', 'Airbags')).toBeUndefined();
});

test('the owner turns rules off, and chooses the words', () => {
  const part = { name: 'Kat', origin: 'used' as const };
  const rule = defaultRestricted.catalyticConverters;
  const terms = { ...defaultRestricted, catalyticConverters: { ...rule, words: ['kat'] } };
  expect(findRestrictedKind(part, terms)).toBe('catalyticConverters');
  const off = { ...defaultRestricted, catalyticConverters: { ...rule, words: ['kat'], on: false } };
  expect(findRestrictedKind(part, off)).toBeUndefined();
});

test('browsers find what only the server can price', () => {
  const words = listRestrictedWords(defaultRestricted);
  expect(mayBeRestricted({ name: 'Air-Bag' }, words)).toBe(true);
  expect(mayBeRestricted({ name: 'Left', category: 'Airbags' }, words)).toBe(true);
  expect(mayBeRestricted({ name: 'Fuel Tank' }, words)).toBe(false);
  expect(mayBeRestricted({ name: 'Catalytic Converter' }, words)).toBe(false);
  const { catalyticConverters } = defaultRestricted;
  const elsewhere = {
    ...defaultRestricted,
    catalyticConverters: { ...catalyticConverters, soldElsewhere: true },
  };
  expect(mayBeRestricted({ name: 'Catalytic Converter' }, listRestrictedWords(elsewhere))).toBe(true);
  expect(mayBeRestricted({ name: 'Brake Pads' }, words)).toBe(false);
  expect(mayBeRestricted({ name: 'Airbag' }, '')).toBe(false);
});
