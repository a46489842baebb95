import { expect, test } from 'vitest';
import { emptySearch, junkyardTitle } from './junkyard-address.ts';

test('the title of the junkyard page names its search and filters', () => {
  expect(junkyardTitle(emptySearch)).toBe('Junkyard');
  expect(junkyardTitle({ ...emptySearch, q: 'pads', make: 'Honda', condition: 'Good' })).toBe(
    '"pads", Honda, Good | Junkyard',
  );
});
