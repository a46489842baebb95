import { expect, test } from 'vitest';
import { everything, junkyardTitle } from './junkyard-address.ts';

test('the junkyard is called by what it is narrowed to', () => {
  expect(junkyardTitle(everything)).toBe('Junkyard');
  expect(junkyardTitle({ q: 'pads', make: 'Honda', category: '', condition: 'Good' })).toBe(
    '"pads", Honda, Good | Junkyard',
  );
});
