import { describe, expect, test } from 'vitest';
import { findProblem } from '#tests/support/settings.ts';

const generation = { make: 'Honda', model: 'Civic', names: ['8', 'fa1'], from: 2006, to: 2011 };

describe('generations can be', () => {
  test.each<[string, object]>([
    ['of one year', { ...generation, to: 2006 }],
    ['still built', { ...generation, to: null }],
  ])('%s', (_, each) => {
    expect(findProblem({ fitment: { generations: [each] } })).toBeUndefined();
  });
});

describe('generations are refused because', () => {
  test.each<[reason: string, object]>([
    ['make is required', { ...generation, make: ' ' }],
    ['names must have at least one name', { ...generation, names: [] }],
    [
      'names.1 must be numbers or codes of letters and digits, separated by commas',
      { ...generation, names: ['8', '8th gen'] },
    ],
    ['from must be a year from 1940 to 2100', { ...generation, from: 1939 }],
    ['to must not be before the first year', { ...generation, to: 2005 }],
  ])('%s', (reason, each) => {
    expect(findProblem({ fitment: { generations: [each] } })).toBe(`fitment.generations.0.${reason}`);
  });
});
