import { describe, expect, test } from 'vitest';
import { findProblem } from '#tests/support/settings.ts';

const california = { state: 'CA', rate: 0.0725, usesTable: true, taxesShipping: false };
const nevada = { ...california, state: 'NV', rate: 0.068501 };

describe('tax can have', () => {
  test.each<[string, object]>([
    ['a flat rate of three decimals', { mode: 'flat', flatRate: 0.07125 }],
    ['the rates of a table', { mode: 'table', states: [california] }],
    ['the rates of a service', { mode: 'service', states: [california, nevada] }],
    ['no states', { mode: 'table', states: [] }],
  ])('%s', (_, tax) => {
    expect(findProblem({ tax })).toBeUndefined();
  });
});

describe('tax is refused because', () => {
  test.each<[reason: string, object]>([
    ["mode must be 'flat', 'table' or 'service'", { mode: 'none' }],
    ['flatRate must be a rate of at most 3 decimals', { flatRate: 0.071251 }],
    ['flatRate must be a rate from 0 to 100%', { flatRate: 8 }],
    ['states.0.state must be a two-letter state, such as CA', { states: [{ ...california, state: 'XX' }] }],
    ['states.0.rate must be a rate of at most 4 decimals', { states: [{ ...california, rate: 0.0000001 }] }],
    ['states.1.state is already in the list', { states: [california, california] }],
  ])('%s', (reason, tax) => {
    expect(findProblem({ tax })).toBe(`tax.${reason}`);
  });
});
