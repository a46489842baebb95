import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { closestWord, editDistance } from './closest-word.ts';

describe('slips between two words', () => {
  test.each([
    ['brake', 'brake', 0],
    ['brak', 'brake', 1],
    ['brakee', 'brake', 1],
    ['brahe', 'brake', 1],
    ['barke', 'brake', 1],
    ['barek', 'brake', 2],
    ['', 'pad', 3],
    ['𝒶b', 'b', 1],
  ])('%s, %s: %i', (a, b, slips) => expect(editDistance(a, b)).toBe(slips));

  const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 7 });
  test('are the same from both sides, and at most the longer length', () => {
    fc.assert(
      fc.property(letters, letters, (a, b) => {
        const slips = editDistance(a, b);
        expect(slips).toBe(editDistance(b, a));
        expect(slips === 0).toBe(a === b);
        expect(slips).toBeLessThanOrEqual(Math.max(a.length, b.length));
        expect(slips).toBeGreaterThanOrEqual(Math.abs(a.length - b.length));
      }),
    );
  });
});

describe('the word that was meant', () => {
  const known = [
    { word: 'brake', parts: 90 },
    { word: 'bracket', parts: 7 },
    { word: 'pads', parts: 50 },
    { word: 'pods', parts: 2 },
    { word: 'rotor', parts: 40 },
  ];
  test.each([
    ['brak', 'brake'],
    ['barke', 'brake'],
    ['brakcet', 'bracket'],
    ['peds', 'pads'],
    ['pds', 'pads'],
    ['rtoro', 'rotor'],
    // Two slips are too many in four letters.
    ['dasp', undefined],
    ['flux', undefined],
    // What is known is not mended.
    ['rotor', undefined],
  ])('%s: %s', (word, meant) => expect(closestWord(word, known)).toBe(meant));
});
