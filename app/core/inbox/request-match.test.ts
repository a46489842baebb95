import { describe, expect, test } from 'vitest';
import { isWanted } from './request-match.ts';

const part = {
  id: '00000000-0000-4000-8000-00000000000a',
  name: 'Front Brake Pads',
  category: 'Brakes',
  oemNumber: '45022-TR3-A01',
  make: 'Honda',
  model: 'CR-V',
  year: 2015,
};
const request = { partId: null, make: 'honda', model: 'CRV', year: '2015', partName: 'brake pad' };

describe('a part is wanted', () => {
  test.each([
    ['by the beginnings of its words', {}],
    ['by its category', { partName: 'Brakes front' }],
    ['by its OEM number', { partName: '45022-TR3-A01' }],
    ['by its OEM number without dashes', { partName: '45022 TR3' }],
    ['for all models', { model: null, year: null }],
    ['for all years', { year: '' }],
  ])('%s', (_, changed) => {
    expect(isWanted(part, { ...request, ...changed })).toBe(true);
  });

  test('itself, whatever else the request says', () => {
    const own = { ...request, partId: part.id, make: null, model: null, year: null, partName: 'Horn' };
    expect(isWanted(part, own)).toBe(true);
  });
});

describe('a part is not wanted', () => {
  test.each([
    ['of another make', { make: 'Toyota' }],
    ['of another model', { model: 'Civic' }],
    ['of another year', { year: '2016' }],
    ['without one of the words', { partName: 'rear brake pads' }],
    ['for a name without words', { partName: '---' }],
    ['by words alone', { make: null, model: null, year: null }],
    ['as another part', { partId: '00000000-0000-4000-8000-00000000000b', make: null }],
  ])('%s', (_, changed) => {
    expect(isWanted(part, { ...request, ...changed })).toBe(false);
  });

  test('if its vehicle is not known', () => {
    expect(isWanted({ ...part, year: null }, request)).toBe(false);
    expect(isWanted({ ...part, model: null }, request)).toBe(false);
    expect(isWanted({ ...part, make: null }, request)).toBe(false);
  });
});
