import { expect, test } from 'vitest';
import { canBeBought, DEFAULT_CONDITION, isInStock, isPartId, partDescription } from './part.ts';

test.each([
  [{ stock: 1, priceCents: 1 }, true, true],
  [{ stock: 1, priceCents: 0 }, true, false],
  [{ stock: 1, priceCents: null }, true, false],
  [{ stock: 0, priceCents: 1 }, false, false],
  [{ stock: -1, priceCents: 1 }, false, false],
])('%o: in stock %s, can be bought %s', (part, inStock, bought) => {
  expect([isInStock(part), canBeBought(part)]).toEqual([inStock, bought]);
});

test.each([
  ['0b8f6a52-7c1d-4e3f-9a2b-5d6c7e8f9012', true],
  ['0B8F6A52-7C1D-4E3F-9A2B-5D6C7E8F9012', true],
  ['0b8f6a52-7c1d-4e3f-9a2b-5d6c7e8f901', false],
  ['0b8f6a52-7c1d-4e3f-9a2b-5d6c7e8f9012\n', false],
  ['0b8f6a527c1d4e3f9a2b5d6c7e8f9012', false],
  ['', false],
])('%j is a part id: %s', (text, is) => {
  expect(isPartId(text)).toBe(is);
});

test('a part without a description is described by its brand, or OEM, and its name', () => {
  const part = { name: 'Horn', brand: 'Bosch', description: 'Loud' };
  expect(partDescription(part)).toBe('Loud');
  expect(partDescription({ ...part, description: null })).toBe('Bosch Horn');
  expect(partDescription({ ...part, description: '', brand: null })).toBe('OEM Horn');
  expect(partDescription({ ...part, description: null, brand: '' })).toBe('OEM Horn');
});

test('the default condition is Good', () => {
  expect(DEFAULT_CONDITION).toBe('Good');
});
