import { expect, test } from 'vitest';
import { cutPage, readCursor, readStart } from './list-page.server.ts';

/** Lists 1 to 7 in pages of three, as a database would. */
function read(place: { after?: string | null; before?: string | null }) {
  const start = readStart({ after: place.after ?? undefined, before: place.before ?? undefined }, /^\d$/);
  const { place: [at] = [], backwards } = start;
  const all = ['1', '2', '3', '4', '5', '6', '7'];
  if (backwards) all.reverse();
  const found = all.filter((each) => at === undefined || (backwards ? each < at : each > at)).slice(0, 4);
  return cutPage(found, start, 3, (row) => [row]);
}

test('pages forth and back have each row once, and end', () => {
  const first = read({});
  expect(first).toMatchObject({ rows: ['1', '2', '3'], previous: null });
  const second = read({ after: first.next });
  expect(second.rows).toEqual(['4', '5', '6']);
  const third = read({ after: second.next });
  expect(third).toMatchObject({ rows: ['7'], next: null });
  const back = read({ before: third.previous });
  expect(back.rows).toEqual(['4', '5', '6']);
  const start = read({ before: back.previous });
  expect(start).toMatchObject({ rows: ['1', '2', '3'], previous: null });
  expect(read({ after: start.next }).rows).toEqual(second.rows);
});

test('an empty page leads nowhere', () => {
  expect(cutPage([], readStart({}), 3, () => [])).toEqual({ rows: [], previous: null, next: null });
});

test.each(['', 'x', '%', 'W10', 'WyJhIl0', 'WzFd', 'eyIwIjoiMSJ9', 'WyIxIiwiMiJd', 'bnVsbA'])(
  '%j is no cursor of a list by number',
  (text) => {
    expect(readCursor(text, /^\d+$/)).toBeUndefined();
  },
);
