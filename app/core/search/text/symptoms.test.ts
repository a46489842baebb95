import { describe, expect, test } from 'vitest';
import { interpretQuery } from './interpret-query.ts';
import { createSearchCatalog } from './search-catalog.ts';
import { readSymptom, symptomLines } from './symptoms.ts';
import { partSynonyms } from './part-synonyms.ts';

const entries = symptomLines.map((line) => {
  const [typed = '', parts = ''] = line.split(' => ');
  return { line, signs: typed.split(', '), parts: parts.split(', ') };
});

const catalog = createSearchCatalog({
  models: [{ make: 'Honda', model: 'Civic' }],
  makes: ['Honda'],
  brands: [],
  conditions: ['Good'],
  nameWords: new Set([
    ...entries.flatMap(({ parts }) => parts.flatMap((part) => part.split(' '))),
    ...partSynonyms.flatMap((line) => line.split(/\W+/)),
  ]),
});

const read = (text: string, known = catalog) => readSymptom(interpretQuery(text, known).pieces, known);

test.each(entries)('$line', ({ signs, parts }) => {
  expect(parts.length).toBeLessThanOrEqual(3);
  for (const sign of signs) {
    const found = read(`2012 civic ${sign}`);
    expect(found?.parts.map(({ name }) => name)).toEqual(parts);
    if (parts.some((part) => /brake|steering|airbag|fuel/.test(part))) expect(found?.mustInspect).toBe(true);
    for (const { name, text } of found?.parts ?? []) expect(text).toBe(`2012 civic ${name}`);
  }
});

test.each([
  ['squeaks when braking', 'brake pads', true],
  ['my 2012 civic is overheating', 'thermostat', false],
  ['heater blows cold', 'thermostat', false],
  ["car won't start just clicking", 'battery', false],
  ['P0420', 'exhaust manifold', false],
  ['steering wheel is hard to turn', 'power steering pump', true],
  ['airbag light on', 'clock spring', true],
  ['smells like gas', 'fuel tank', true],
])('%s names %s first', (text, part, mustInspect) => {
  expect(read(text)?.mustInspect).toBe(mustInspect);
  expect(read(text)?.parts[0]?.name).toBe(part);
});

describe('no symptom', () => {
  test.each([
    'brake pads',
    'heater core',
    'starter',
    'ac compressor',
    'wheel bearing',
    'exhaust manifold',
    'engine',
    '',
  ])('%s', (text) => expect(read(text)).toBeNull());

  test('a part that the shop does not sell is not named', () => {
    const small = createSearchCatalog({ ...catalog, nameWords: new Set(['water', 'pump']) });
    expect(read('overheating', small)?.parts).toEqual([{ name: 'water pump', text: 'water pump' }]);
    expect(read('misfire', small)).toBeNull();
  });
});

test('a converter is never named for a code', () => {
  for (const { line, parts } of entries.filter(({ signs }) => signs.some((sign) => sign.startsWith('p0'))))
    expect(parts.join(), line).not.toMatch(/catalytic/);
});
