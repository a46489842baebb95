import fc from 'fast-check';
import { expect, test } from 'vitest';
import { truncate } from './page-meta.ts';

test('a truncated text ends with a whole word', () => {
  expect(truncate('brake  pads\nfront', 100)).toBe('brake pads front');
  expect(truncate('brake pads front', 12)).toBe('brake pads…');
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.integer({ min: 2, max: 40 }),
      (text, maxLength) => {
        const short = truncate(text, maxLength);
        expect(short.length).toBeLessThanOrEqual(maxLength);
        expect(short.isWellFormed()).toBe(text.isWellFormed());
      },
    ),
  );
});
