import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findClosestWord, editDistance } from './closest-word.ts';

describe('the edit distance of two words', () => {
  test.each([
    ['brake', 'brake', 0],
    ['brak', 'brake', 1],
    ['brakee', 'brake', 1],
    ['brahe', 'brake', 1],
    ['barke', 'brake', 1],
    ['barek', 'brake', 2],
    // One edit is neither a swap with another letter in between, nor two changed letters.
    ['kab', 'bak', 2],
    ['pads', 'peps', 2],
    ['ab', 'ca', 2],
    ['', 'pad', 3],
    ['𝒶b', 'b', 1],
  ])('%s, %s: %i', (a, b, edits) => expect(editDistance(a, b)).toBe(edits));

  const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 7 });
  test('is symmetric, and at most the longer length', () => {
    fc.assert(
      fc.property(letters, letters, (a, b) => {
        const edits = editDistance(a, b);
        expect(edits).toBe(editDistance(b, a));
        expect(edits === 0).toBe(a === b);
        expect(edits).toBeLessThanOrEqual(Math.max(a.length, b.length));
        expect(edits).toBeGreaterThanOrEqual(Math.abs(a.length - b.length));
      }),
    );
  });
});

describe('the closest word', () => {
  const vocabulary = [
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
    ['rtoor', 'rotor'],
    ['bracckett', 'bracket'],
    // Two edits are too many in six letters.
    ['brakke', 'brake'],
    ['rtoros', undefined],
    ['pins', undefined],
    ['dasp', undefined],
    ['paddle', undefined],
    ['flux', undefined],
    // Correct words have no correction.
    ['rotor', undefined],
  ])('%s: %s', (word, closest) => expect(findClosestWord(word, vocabulary)).toBe(closest));

  test('with as many edits and parts is the first in the alphabet', () => {
    const words = ['pids', 'pads', 'pods'].map((word) => ({ word, parts: 5 }));
    expect(findClosestWord('peds', words)).toBe('pads');
    expect(findClosestWord('peds', words.toReversed())).toBe('pads');
  });
});
