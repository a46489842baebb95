import { expect, test } from 'vitest';
import { othersThan, parseRecent } from './recent-parts.tsx';

const ids = Array.from({ length: 14 }, (_, index) => `00000000-0000-4000-8000-0000000000${index + 10}`);

test('the last twelve parts are remembered, and nothing that is no id', () => {
  expect(parseRecent(JSON.stringify(ids))).toEqual(ids.slice(0, 12));
  expect(parseRecent(JSON.stringify([ids[3], 'x', 7, null, ids[1]]))).toEqual([ids[3], ids[1]]);
  for (const text of ['', 'x', '{}', 'null', '"x"']) expect(parseRecent(text)).toEqual([]);
});

test.each([ids[12], ids[5], ids[0]])(
  'a page shows the same others before and after its part is added: %s',
  (current = '') => {
    const before = ids.slice(0, 12);
    const others = othersThan(current, before);
    expect(others).not.toContain(current);
    expect(othersThan(current, [current, ...others])).toEqual(others);
    expect(othersThan('', before)).toEqual(before);
  },
);
