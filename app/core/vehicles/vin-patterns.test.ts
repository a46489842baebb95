import { describe, expect, test } from 'vitest';
import { matchKeys, matchPatterns } from './vin-patterns.ts';
import type { Vin } from './vin.ts';

const vin = '2HGFA1F59AH301234' as Vin;

test.each([
  ['FA1F5', 5],
  ['FA', 2],
  ['*A*F', 2],
  ['F[A-C]1', 3],
  ['F[X-ZA]1', 3],
  ['F[BC]1', undefined],
  ['F[^BC]1', 3],
  ['##', undefined],
  ['*A#', 2],
  ['*****|*H', 1],
  ['FA1F5|AH301234', 13],
  ['FA1F5|AH3012345', undefined],
  ['FB', undefined],
  ['', 0],
])('the keys %s name %s characters of the VIN', (keys, exact) => {
  expect(matchKeys(keys, 'FA1F5|AH301234')).toBe(exact);
});

describe('the facts', () => {
  test('of the line that names more characters count', () => {
    const schema = 'FA\t0=Honda/Civic\t1=Coupe\nFA1\t1=Sedan\nXX\t0=Honda/Fit';
    expect(matchPatterns(vin, [schema])).toEqual({ models: ['Honda/Civic'], facts: { body: 'Sedan' } });
  });

  test('that differ are left out, but for the models', () => {
    const schemas = ['FA\t0=Honda/Civic\t3=LX\t4=4', 'FA\t0=Honda/Accord\t3=EX\t4=4'];
    expect(matchPatterns(vin, schemas)).toEqual({
      models: ['Honda/Accord', 'Honda/Civic'],
      facts: { cylinders: '4' },
    });
  });
});
