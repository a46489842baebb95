import { expect, test } from 'vitest';
import { listConflicts } from './topic-values.ts';

test.each<[string, unknown, unknown, string[]]>([
  ['lineCents', 1, 2, ['lineCents']],
  ['lineCents', 1, 1, []],
  ['remote', { alaska: 'same', hawaii: 5 }, { alaska: 'refused', hawaii: 5 }, ['remote.alaska']],
  ['days', { parcel: null }, { parcel: { min: 1, max: 2 } }, ['days.parcel.min', 'days.parcel.max']],
  ['kinds', [{ category: 'a' }], [{ category: 'b' }, { category: 'c' }], ['kinds']],
  [
    'freight',
    { mode: 'quote', zones: [{ name: 'x' }] },
    { mode: 'zones', zones: [] },
    ['freight.mode', 'freight.zones'],
  ],
])('%s of %j and %j differs at %j', (field, mine, theirs, paths) => {
  expect(listConflicts(field, mine, theirs)).toEqual(paths);
});
