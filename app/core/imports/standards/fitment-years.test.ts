import { expect, test } from 'vitest';
import type { Fitment } from '#core/catalog/fitment.ts';
import { describeFitment } from '#core/catalog/fitment-list.ts';
import { addYears, hasYears, removeYears } from './fitment-years.ts';

const civic = (fromYear: number, toYear = fromYear, engine: string | null = null): Fitment => ({
  make: 'Honda',
  model: 'Civic',
  fromYear,
  toYear,
  engine,
  trim: null,
  position: null,
  note: null,
});

const names = (list: readonly Fitment[]) => list.map(describeFitment).toSorted();

test.each([
  ['years apart', [civic(2004)], civic(2006), ['2004 Honda Civic', '2006 Honda Civic']],
  ['the year after', [civic(2004, 2005)], civic(2006), ['2004-2006 Honda Civic']],
  ['the year in between', [civic(2004), civic(2006)], civic(2005), ['2004-2006 Honda Civic']],
  [
    'years that overlap on both sides',
    [civic(2004), civic(2008)],
    civic(2004, 2009),
    ['2004-2009 Honda Civic'],
  ],
  [
    'another engine',
    [civic(2004)],
    civic(2005, 2005, '1.8L'),
    ['2004 Honda Civic', '2005 Honda Civic, 1.8L'],
  ],
  [
    'rows of the owner that touch stay apart',
    [civic(2001), civic(2002)],
    civic(2003),
    ['2001 Honda Civic', '2002-2003 Honda Civic'],
  ],
])('adding: %s, and back', (_name, list, row, expected) => {
  const added = addYears(list, row);
  expect(names(added.list)).toEqual(expected);
  const back = added.changed.reduce((now, piece) => removeYears(now, piece).list, added.list);
  expect(names(back)).toEqual(names(list));
});

test('a vehicle that the list has adds nothing', () => {
  expect(addYears([civic(2004, 2008)], civic(2005, 2006)).changed).toEqual([]);
  expect(hasYears([civic(2004, 2005), civic(2006)], civic(2004, 2006))).toBe(true);
});

test('removing years in the middle leaves two rows, and adding them joins these', () => {
  const removed = removeYears([civic(2004, 2008)], civic(2006));
  expect(names(removed.list)).toEqual(['2004-2005 Honda Civic', '2007-2008 Honda Civic']);
  expect(removed.changed).toEqual([civic(2006)]);
  expect(names(addYears(removed.list, civic(2006)).list)).toEqual(['2004-2008 Honda Civic']);
});
