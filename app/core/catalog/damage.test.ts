import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  countUnits,
  type Damage,
  type DamageKind,
  damageKinds,
  describeDamage,
  normalizeDamage,
  parseDamage,
} from './damage.ts';

test.each([
  ['000', []],
  [' 000 ', []],
  ['2D1', [{ place: 2, kind: 'D', units: 1 }]],
  ['0h4', [{ place: 0, kind: 'H', units: 4 }]],
  [
    '2d1,4S2',
    [
      { place: 2, kind: 'D', units: 1 },
      { place: 4, kind: 'S', units: 2 },
    ],
  ],
  [
    '5P.5; 9R1.5',
    [
      { place: 5, kind: 'P', units: 0.5 },
      { place: 9, kind: 'R', units: 1.5 },
    ],
  ],
  ['5P0.5', [{ place: 5, kind: 'P', units: 0.5 }]],
])('%j', (text, damage) => {
  expect(parseDamage(text)).toEqual(damage);
});

test.each([
  '',
  ' ',
  '2D',
  'D21',
  '2D0',
  '2A1',
  '2D1 000',
  '2D1.2',
  '2D10',
  '22D1',
  '2D1 x',
  'none',
  Array(10).fill('2D1').join(' '),
])('%j is no list of codes', (text) => {
  expect(parseDamage(text)).toBeUndefined();
  expect(normalizeDamage(text)).toBeUndefined();
});

const someDamage: fc.Arbitrary<Damage> = fc.record({
  place: fc.integer({ min: 0, max: 9 }),
  kind: fc.constantFrom(...(Object.keys(damageKinds) as DamageKind[])),
  units: fc.integer({ min: 1, max: 19 }).map((halves) => halves / 2),
});

test('codes have one spelling, which says the same', () => {
  fc.assert(
    fc.property(fc.array(someDamage, { minLength: 1, maxLength: 9 }), fc.boolean(), (damage, isLower) => {
      const codes = damage.map(({ place, kind, units }) => `${place}${kind}${units}`).join(', ');
      const normalized = normalizeDamage(isLower ? codes.toLowerCase() : codes) ?? '';
      expect(parseDamage(normalized)).toEqual(damage);
      expect(normalizeDamage(normalized)).toBe(normalized);
      expect(countUnits(damage) * 2).toBe(damage.reduce((sum, { units }) => sum + units * 2, 0));
    }),
  );
});

test('damage in words', () => {
  expect(describeDamage({ place: 1, kind: 'D', units: 1 })).toBe('1 unit of dents at the top front');
  expect(describeDamage({ place: 5, kind: 'P', units: 0.5 })).toBe(
    'Half a unit of parking lot dings at the center',
  );
  expect(describeDamage({ place: 0, kind: 'H', units: 4 })).toBe('4 units of hail damage all over');
  expect(describeDamage({ place: 9, kind: 'R', units: 1.5 })).toBe(
    '1.5 units of surface rust at the bottom rear',
  );
});
