import { expect, test } from 'vitest';
import { findOpenDifferences } from './difference.ts';

const asked = (id: string, lineId: string) => ({
  id,
  kind: 'difference_asked',
  details: { lineId, name: 'Door', what: 'A dent', note: null, hold: 'Door differs' },
});
const answered = (lineId: string) => ({ id: '9', kind: 'difference_answered', details: { lineId } });

test('a question is open until it is answered, asked again, or the order is off hold', () => {
  const open = (...events: Parameters<typeof findOpenDifferences>[0]) =>
    findOpenDifferences(events).map(({ id }) => id);
  expect(open(asked('1', 'a'), asked('2', 'b'))).toEqual(['1', '2']);
  expect(open(asked('1', 'a'), asked('2', 'b'), answered('a'))).toEqual(['2']);
  expect(open(asked('1', 'a'), asked('3', 'a'))).toEqual(['3']);
  expect(open(asked('1', 'a'), { id: '4', kind: 'resumed', details: {} })).toEqual([]);
  expect(open(answered('a'), asked('5', 'a'))).toEqual(['5']);
  expect(open({ id: '1', kind: 'difference_asked', details: {} })).toEqual([]);
});
