import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { interpretQuery } from '#core/search/text/interpret-query.ts';
import { prefillRequest, relaxQuery } from './relax-query.ts';
import { createSearchCatalog } from '#core/search/text/search-catalog.ts';

const catalog = createSearchCatalog({
  models: [
    { make: 'Honda', model: 'Civic' },
    { make: 'Honda', model: 'Accord' },
    { make: 'Acura', model: 'RDX' },
  ],
  makes: ['Honda', 'Acura'],
  brands: ['Brembo'],
  conditions: ['New', 'Good'],
  nameWords: new Set(['brake', 'pads', 'front', 'headlight']),
});

const relaxed = (text: string) =>
  relaxQuery(interpretQuery(text, catalog), catalog).map(({ text: found, changes }) => [
    found,
    changes.join(', '),
  ]);

describe('queries that find more, the closest first', () => {
  test('without the year, then for other vehicles, but never without the part', () => {
    expect(relaxed('1998 honda civic brake pads')).toEqual([
      ['honda civic brake pads', 'all years'],
      ['honda brake pads', 'all models, all years'],
      ['brake pads', 'all makes and models, all years'],
    ]);
    // The catalog lacks transmissions, and the shop knows that they are parts.
    expect(relaxed('accord transmission')).toEqual([['transmission', 'all makes and models']]);
  });

  test('without words that are not in the catalog, with every query', () => {
    expect(relaxed('2012 civic zz brembo headlight').slice(0, 2)).toEqual([
      ['2012 civic brembo headlight', 'without "zz"'],
      ['civic brembo headlight', 'all years, without "zz"'],
    ]);
  });

  test('the number alone, then the rest without it', () => {
    expect(relaxed('06-11 civic LH headlight OEM 33151-SNA-A01').slice(0, 3)).toEqual([
      ['33151-SNA-A01', ''],
      ['06-11 civic headlight 33151-SNA-A01', 'all positions'],
      ['06-11 civic LH headlight', 'without "33151-SNA-A01"'],
    ]);
  });

  test('without what comes with the part, then without what describes it', () => {
    expect(relaxed('civic shiny headlight with sensor').slice(0, 3)).toEqual([
      ['civic headlight sensor', 'without "shiny"'],
      ['civic headlight', 'without "shiny", "sensor"'],
      ['headlight', 'all makes and models, without "shiny", "sensor"'],
    ]);
    expect(relaxed('2012 civic tinted headlight').slice(0, 3)).toEqual([
      ['civic tinted headlight', 'all years'],
      ['2012 civic headlight', 'without "tinted"'],
      ['civic headlight', 'all years, without "tinted"'],
    ]);
  });

  test('a generation without its years is its model', () => {
    expect(relaxed('ek civic headlight')[0]).toEqual(['civic headlight', 'all years']);
    expect(relaxed('cg5 headlight').slice(0, 2)).toEqual([
      ['Honda Accord headlight', 'all years'],
      ['headlight', 'all makes and models, all years'],
    ]);
  });

  test('each piece that is left out can be put back', () => {
    const text = '1998 civic zzz headlight';
    const [first, second] = relaxQuery(interpretQuery(text, catalog), catalog);
    expect(first?.left).toEqual([{ label: 'zzz', text }]);
    expect(second?.left).toEqual([
      { label: '1998', text: '1998 civic headlight' },
      { label: 'zzz', text: 'civic zzz headlight' },
    ]);
  });

  test('words in quotes stay', () => {
    expect(relaxed('new "xyz" civic')).toEqual([
      ['"xyz" civic', 'all conditions'],
      ['"xyz"', 'all conditions, all makes and models'],
    ]);
  });

  test.each(['asdfgh', 'brake pads', 'front', '2010', 'new', '45022-S84', '', '&'])(
    'none for %j, of which nothing would be left',
    (text) => expect(relaxed(text)).toEqual([]),
  );

  test('never more than fifteen, each one once and shorter', () => {
    const word = fc.constantFrom(
      'honda',
      'civic',
      'rdx',
      '2010',
      '08',
      'new',
      'left',
      'front',
      'pads',
      'xyz',
      '45022-S84',
      '"a"',
      'for',
      '&',
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 9 }), (words) => {
        const query = interpretQuery(words.join(' '), catalog);
        const texts = relaxQuery(query, catalog).map(({ text }) => text);
        expect(texts.length).toBeLessThanOrEqual(15);
        expect(new Set(texts).size).toBe(texts.length);
        for (const text of texts) expect(text.length).toBeLessThan(query.text.length);
      }),
    );
  });
});

test('a request is filled in with what was typed', () => {
  const prefill = (text: string) => prefillRequest(interpretQuery(text, catalog));
  expect(prefill('1998 civic left headlight 33151-SNA-A01')).toMatchObject({
    make: 'Honda',
    model: 'Civic',
    year: 1998,
    part: 'left headlight',
    oem: '33151-SNA-A01',
  });
  expect(prefill('06-11 ferrari pads')).toMatchObject({ part: 'ferrari pads' });
  expect(prefill('06-11 ferrari pads').year).toBeUndefined();
  expect(prefill('civic accord pads')).toMatchObject({ make: undefined, model: undefined });
});
