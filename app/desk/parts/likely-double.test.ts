import { describe, expect, test } from 'vitest';
import { areLikelyDoubles, findLikelyDouble, listLikelyDoubles } from './likely-double.ts';

const make = { allowsTypo: true };
const model = { allowsTypo: false };

describe('likely doubles', () => {
  test.each([
    ['Chevy', 'Chevrolet', make],
    ['HONDA', 'Honda', make],
    ['Mercedes Benz', 'Mercedes-Benz', make],
    ['Toyotta', 'Toyota', make],
    ['F150', 'F-150', model],
    ['rav 4', 'RAV4', model],
    ['Citroën', 'Citroen', make],
  ])('%s and %s', (one, other, compare) => {
    expect(areLikelyDoubles(one, other, compare)).toBe(true);
    expect(areLikelyDoubles(other, one, compare)).toBe(true);
  });

  test.each([
    ['Honda', 'Honda', make],
    ['Kia', 'Kio', make],
    ['Ford', 'Honda', make],
    ['325i', '328i', model],
    ['Accent', 'Ascent', model],
    ['-', 'Honda', make],
  ])('not %s and %s', (one, other, compare) => {
    expect(areLikelyDoubles(one, other, compare)).toBe(false);
  });
});

test('a typed name is compared with those of the catalog', () => {
  expect(findLikelyDouble(' chevy ', ['Acura', 'Chevrolet'], make)).toBe('Chevrolet');
  expect(findLikelyDouble('Chevrolet', ['Chevrolet', 'chevrolet'], make)).toBeUndefined();
  expect(findLikelyDouble('Tesla', ['Chevrolet'], make)).toBeUndefined();
  expect(findLikelyDouble('', ['Chevrolet'], make)).toBeUndefined();
});

test('the name of more parts stays', () => {
  const names = [
    { name: 'Chevy', parts: 3 },
    { name: 'Honda', parts: 5 },
    { name: 'Chevrolet', parts: 9 },
    { name: 'CHEVROLET', parts: 1 },
  ];
  expect(listLikelyDoubles(names, make)).toEqual([
    { name: 'Chevy', parts: 3, like: 'Chevrolet' },
    { name: 'CHEVROLET', parts: 1, like: 'Chevrolet' },
  ]);
});
