import { expect, test } from 'vitest';
import { isRealWord } from './real-words.ts';

const nameWords = new Set(['brake', 'pads', 'alternator', 'radiator', 'headlight', 'mirror']);

test.each([
  'braking',
  'blowing',
  'catback',
  'towing',
  'tinted',
  'supercharger',
  'transmission',
  'brakepads',
  'looking',
  'mirrors',
])('%s stays', (word) => expect(isRealWord(word, nameWords)).toBe(true));

test.each([
  'altenator',
  'raditor',
  'headlght',
  'braek',
  'tranmission',
  'roters',
  'padx',
  'mirrer',
  'civc',
  'windsheild',
])('%s may be corrected', (word) => expect(isRealWord(word, nameWords)).toBe(false));
