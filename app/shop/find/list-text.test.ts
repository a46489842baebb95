import { expect, test } from 'vitest';
import { listSummary } from './list-text.ts';

test('the summary of a list', () => {
  const part = { priceCents: 1900, condition: 'Good' };
  expect(listSummary([])).toBe('0 parts on this page.');
  expect(listSummary([part])).toBe('1 part at $19.00 on this page. Condition: Good.');
  expect(
    listSummary([part, { priceCents: 0, condition: null }, { priceCents: 8500, condition: 'Fair' }]),
  ).toBe('3 parts from $19.00 to $85.00 on this page. Condition: Fair, Good.');
});
