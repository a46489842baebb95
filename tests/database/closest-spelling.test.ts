import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findClosestSpelling } from '#core/search/closest-spelling.server.ts';
import { addParts } from '../support/parts.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await addParts(database.owner, [
    { part_name: 'Brake Pads', description: 'Ceramic pads, "quiet" bushings, and grease.' },
    { part_name: 'Brake Hose' },
    { part_name: 'Brace' },
    { part_name: 'Alternator', oem_number: '31100-5A2', vehicle_make: 'Ford', vehicle_model: 'F-150' },
    { part_name: 'Clamp Gone' },
    { part_name: 'Clump Here' },
    { part_name: 'Öldeckel' },
  ]);
  await database.owner.query("delete from parts_catalog where part_name = 'Clamp Gone'");
});
afterAll(() => database[Symbol.asyncDispose]());

describe('the closest spelling of a search', () => {
  test.each([
    ['brak pads', 'brake pads'],
    ['brake pdas', 'brake pads'],
    ['BRAK  Pads', 'brake Pads'],
    [' brak pads ', 'brake pads'],
    // Eight words are checked.
    ['pads pads pads pads pads pads pads barke', 'pads pads pads pads pads pads pads brake'],
    ['barke', 'brake'],
    ['rbake', 'brake'],
    ['rake pads', 'brake pads'],
    ['alternater ford', 'alternator ford'],
    ['alternater f-150 31100', 'alternator f-150 31100'],
    ['öldekcel', 'oldeckel'],
    // Of two equally close words, the one in more parts. Deleted parts don't count.
    ['brare', 'brake'],
    ['clomp', 'clump'],
    // Words that occur only with punctuation are offered without it.
    ['quiett', 'quiet'],
    ['bushigns', 'bushings'],
  ])('%s: %s', async (q, meant) =>
    expect(await findClosestSpelling(database.pools.public, { q })).toBe(meant),
  );

  test('prefers names of parts, and the word of most parts of the vehicle', async () => {
    await using own = await createTestDatabase();
    await addParts(own.owner, [
      ...Array.from({ length: 3 }, () => ({
        part_name: 'Fender',
        vehicle_make: 'Ford',
        vehicle_model: 'F-150',
      })),
      ...Array.from({ length: 5 }, () => ({
        part_name: 'Bender',
        vehicle_make: 'Honda',
        vehicle_model: 'Civic',
      })),
      ...Array.from({ length: 9 }, () => ({
        part_name: 'Hood',
        description: 'Sender',
        vehicle_make: 'Ford',
      })),
    ]);
    const correct = (q: string) => findClosestSpelling(own.pools.public, { q });
    expect(await correct('xender')).toBe('bender');
    expect(await correct('f-150 xender')).toBe('f-150 fender');
    expect(await correct('civic xender')).toBe('civic bender');
  });

  test('leaves real words alone', async () => {
    for (const q of ['braking', 'blowing', 'catback', 'towing pads', 'transmission'])
      expect(await findClosestSpelling(database.pools.public, { q })).toBeNull();
  });

  test.each([
    // Words, prefixes at the end, and words that occur only with punctuation.
    'brake pads',
    'brake pa',
    'brak',
    'bushings pads',
    'quiet pads',
    // No close word.
    'flux capacitor',
    // Too short, or not only letters.
    'br pads',
    '31100-5a3',
    '%_\\',
    '(((',
    '.*.* pads',
    '',
    // Each word has a correction, but together they find nothing.
    'alternater hose',
    '\u202eekarb',
    '🚗🚗🚗',
    '\ud800abc',
    'x'.repeat(200),
    'abc '.repeat(50),
    'pads pads pads pads pads pads pads pads barke',
  ])('%.40s: no correction', async (q) =>
    expect(await findClosestSpelling(database.pools.public, { q })).toBeNull(),
  );

  test('respects the filters', async () => {
    const { public: shop } = database.pools;
    expect(await findClosestSpelling(shop, { q: 'alternater', make: 'Ford' })).toBe('alternator');
    expect(await findClosestSpelling(shop, { q: 'alternater', make: 'Honda' })).toBeNull();
  });
});
