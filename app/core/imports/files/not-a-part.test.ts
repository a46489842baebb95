import { expect, test } from 'vitest';
import { describeNoPart } from './not-a-part.ts';

const header = ['Part #', 'Description', 'On Hand'];

test.each([
  [['Part #', 'Description', 'On Hand'], 'It repeats the headings'],
  [['Part #', 'Description'], 'It repeats the headings'],
  [['', 'Total items', '515'], 'It is a line of totals'],
  [['Grand total:', '', '515'], 'It is a line of totals'],
  [['A-1', 'Hood', '5'], undefined],
  [['', 'Totally new hood', '5'], undefined],
  [['Part #', 'Hood', '5'], undefined],
  [['A-1', 'Total loss kit', '5', '9'], undefined],
  [[], undefined],
])('%j: %j', (cells, reason) => {
  expect(describeNoPart(cells, header)).toBe(reason);
});
