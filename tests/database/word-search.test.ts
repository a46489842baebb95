import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chooseLookup, joinNumber, readWordSearch, splitWords } from '#core/values/word-search.ts';
import { addDeskOrder } from '../support/desk-orders.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

let database: TestDatabase;

/** Servers with a locale of the C library know digits of other scripts and marks otherwise. */
let knowsUnicode: boolean;

beforeAll(async () => {
  database = await createTestDatabase();
  const { rows } = await database.owner.query("select '٣' ~ '[[:alpha:]]' as is_letter");
  knowsUnicode = !rows[0].is_letter;
});
afterAll(() => database[Symbol.asyncDispose]());

/** Of scripts that have long been in Unicode: the database knows another version than Node. */
const letter = fc
  .oneof(fc.integer({ min: 1, max: 0x7ff }), fc.integer({ min: 0x3041, max: 0x9000 }))
  .map((point) => String.fromCodePoint(point));

/** Letters of several scripts, digits, marks and punctuation, without what the database can't store. */
const text = fc
  .oneof(
    fc.string({ unit: letter, maxLength: 20 }),
    fc.string({ unit: fc.constantFrom(...'aZ0 9éÉßΣςİıJñ中٣²½ⅷ_-.\'"@(+)/\\%&:*|!'), maxLength: 20 }),
    fc.string({ unit: fc.constantFrom('a', 'Ä', '1'), minLength: 95, maxLength: 130 }),
  )
  .map((each) => each.replaceAll(knowsUnicode ? '\0' : /\0|(?![0-9])\p{Nd}|\p{M}/gu, ''));

/** What the database has of an order with these texts. */
async function indexed(name: string, oem: string): Promise<Set<string>> {
  const { rows } = await database.owner.query(
    `with purchase as (select orders from orders where id = $1)
     select unnest(tsvector_to_array(order_search_words(orders))) as word from purchase`,
    [await addOrder(name, oem)],
  );
  return new Set(rows.map(({ word }) => word));
}

async function addOrder(name: string, oem: string): Promise<string> {
  const parts = [{ name: 'Horn', oem }];
  return (await addDeskOrder(database.owner, { buyer: name, email: 'x@y.z', phone: '', parts })).id;
}

test('words and numbers are those of the database', async () => {
  const own = await indexed('', '');
  await fc.assert(
    fc.asyncProperty(text, text, async (name, oem) => {
      const words = await indexed(name, oem);
      const number = joinNumber(oem);
      const separate = name.replaceAll(/['’‘ʼ`´]/gu, ' ');
      const expected = new Set([
        ...splitWords(name),
        ...splitWords(separate),
        ...(number === '' ? [] : [number]),
      ]);
      // Each order has words of its own, such as its number.
      const others = [...words].filter((word) => !own.has(word) && !/^(py)?\d{5}$|^[\da-f]{8}$/.test(word));
      expect(new Set(others)).toEqual(
        new Set([...expected].filter((word) => !own.has(word) && !/^(py)?\d{5}$|^[\da-f]{8}$/.test(word))),
      );
    }),
    { numRuns: 400 },
  );
}, 120_000);

test('an order is found by the beginning of any of its texts', async () => {
  await fc.assert(
    fc.asyncProperty(text, text, fc.nat(20), async (name, oem, length) => {
      const id = await addOrder(name, oem);
      for (const typed of [name, oem, name.slice(0, length), `${name} horn`]) {
        const search = readWordSearch(typed.replaceAll(/\p{Surrogate}/gu, ''));
        if (!search) continue;
        const { rows } = await database.owner.query(
          'select words @@ $2::tsquery as found, words @@ $3::tsquery as looked_up from order_search where order_id = $1',
          [id, search.query, chooseLookup(search, [length / 20, 0.01])],
        );
        // An email is one word, and an OEM number has no letters but those of English.
        if (/@/.test(typed) || (typed === oem && /[^\x20-\x7e]/.test(oem))) continue;
        expect([typed, rows[0]]).toEqual([typed, { found: true, looked_up: true }]);
      }
    }),
    { numRuns: 200 },
  );
}, 120_000);

test.each([
  ["Renée O'Neil", 'renee oneil'],
  ["Renée O'Neil", 'Neil'],
  ['Renee O’Neil', "o'neil"],
  ['Jose Gomez', 'José Gómez'],
  ['Zoë Müller', 'zoe muller'],
])('the order of %s is found by %j', async (name, typed) => {
  expect(await finds(await addOrder(name, ''), typed)).toBe(true);
});

test.each(['(619) 555-0142', '619-555-0142', '+1 619 555 0142', '16195550142', '555-0142', '0142'])(
  'an order with a phone number is found by %j',
  async (typed) => {
    for (const phone of ['(619) 555-0142', '+1 619-555-0142']) {
      const parts = [{ name: 'Horn', oem: '' }];
      const { id } = await addDeskOrder(database.owner, { buyer: 'x', email: 'x@y.z', phone, parts });
      expect(await finds(id, typed)).toBe(true);
      expect(await finds(id, '555-0143')).toBe(false);
    }
  },
);

async function finds(id: string, typed: string): Promise<boolean> {
  const { rows } = await database.owner.query(
    'select words @@ $2::tsquery as found from order_search where order_id = $1',
    [id, readWordSearch(typed)?.query],
  );
  return rows[0].found;
}
