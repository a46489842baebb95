import fc from 'fast-check';
import { expect, test } from 'vitest';
import { interpretQuery } from './interpret-query.ts';
import { lastYear } from './years.ts';
import { createSearchCatalog } from './search-catalog.ts';

const catalog = createSearchCatalog({
  models: [{ make: 'Honda', model: 'Civic' }],
  makes: ['Honda'],
  brands: [],
  conditions: [],
  nameWords: new Set(['hood']),
});

const read = (text: string) => interpretQuery(text, catalog);
const yearsOf = (text: string) => read(text).years.map(({ from, to }) => [from, to]);

test.each([
  ['2010 civic hood', [2010, 2010]],
  ["'08 civic hood", [2008, 2008]],
  ['07-11 civic hood', [2007, 2011]],
  ["'07-'11 civic hood", [2007, 2011]],
  ['2007-11 civic hood', [2007, 2011]],
  ['2007 - 2011 civic hood', [2007, 2011]],
  ['civic 2007 thru 2011 hood', [2007, 2011]],
  ['civic from 2007 to 2011', [2007, 2011]],
  ['hood between 2007 and 2011', [2007, 2011]],
  ['97/99 civic', [1997, 1999]],
  ['2012+ civic hood', [2012, lastYear()]],
  ['12+ civic hood', [2012, lastYear()]],
  ['2012 + civic', [2012, lastYear()]],
  ['2012-up civic', [2012, lastYear()]],
  ['2012 and up civic', [2012, lastYear()]],
  ['civic 2012 & up', [2012, lastYear()]],
  ['2012 or newer civic', [2012, lastYear()]],
  ['2012 and newer civic', [2012, lastYear()]],
  ['2012 to present civic', [2012, lastYear()]],
  ['2012-present civic', [2012, lastYear()]],
  ['civic since 2012', [2012, lastYear()]],
  ['2012 onwards civic', [2012, lastYear()]],
  ['civic up to 2009', [1940, 2009]],
  ['civic until 2009', [1940, 2009]],
  ['civic before 2009', [1940, 2009]],
  ['pre-2009 civic', [1940, 2009]],
  ['2009 and older civic', [1940, 2009]],
  ['2009 or older civic', [1940, 2009]],
  ['90s civic hood', [1990, 1999]],
  ["1990's civic hood", [1990, 1999]],
])('the years of %s', (text, years) => {
  expect(yearsOf(text)).toEqual([years]);
});

test.each(['civic from 2009', '2009 civic up to the hood', 'hood of my 2009 civic'])(
  '%s names one year',
  (text) => expect(yearsOf(text)).toEqual([[2009, 2009]]),
);

test.each([['11-07 civic'], ['2012+5 hood'], ['99999+ hood'], ['"2012+" hood']])(
  '%s names no years',
  (text) => expect(yearsOf(text)).toEqual([]),
);

test('a range is said in a few words', () => {
  const labelOf = (text: string) => read(text).chips.find(({ kind }) => kind === 'year')?.label;
  expect(labelOf('2012+')).toBe('2012 and newer');
  expect(labelOf('up to 2009')).toBe('Up to 2009');
  expect(labelOf('07-11')).toBe('2007–2011');
});

test('years of any text are in order, and can be searched for again', () => {
  const word = fc.constantFrom(
    '2012',
    '+',
    '-',
    '07',
    "'11",
    'up',
    'to',
    'and',
    'older',
    'before',
    '2009-',
    'civic',
    '/',
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 7 }), (words) => {
      for (const { from, to } of read(words.join(' ')).years) expect(from).toBeLessThanOrEqual(to);
    }),
  );
});
