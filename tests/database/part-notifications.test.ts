import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addParts } from '../support/parts.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

let database: TestDatabase;
let ids: string[];
let heard: string[];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

/** Each name is one of two parts. Two parts of different years have a number. */
beforeEach(async () => {
  const { owner } = database;
  await owner.query('truncate parts_catalog cascade');
  const numbered = { oem_number: '31100-SNA-A86', brand: 'Denso', vehicle_year: 2010 };
  ids = await addParts(owner, [
    {},
    {},
    numbered,
    { ...numbered, vehicle_year: 2012 },
    numbered,
    { vehicle_year: 2012 },
  ]);
  await owner.query('listen catalog_changed');
  await owner.query('select 1');
  heard = [];
  owner.removeAllListeners('notification');
  owner.on('notification', ({ payload = '' }) => heard.push(payload));
});

/** What is sent, with an object as its fields. */
async function sent(statement: string, ...values: unknown[]) {
  await database.owner.query(statement, values);
  await database.owner.query('select 1');
  return heard.map((payload) => {
    if (!payload.startsWith('{')) return payload;
    const { id, before, only_price: onlyPrice } = JSON.parse(payload);
    return {
      id,
      price: before?.price,
      year: before?.terms.find((term: string) => term.startsWith('year=')),
      onlyPrice,
    };
  });
}

test('the stock is an id, with a sign if the part is sold out or available again', async () => {
  const sell = 'update parts_catalog set stock_quantity = stock_quantity - 1 where id = $1';
  expect(await sent(sell, ids[0])).toEqual([ids[0]]);
  expect(await sent(sell, ids[0])).toEqual([ids[0], `!${ids[0]}`]);
});

test('a price is an object that says so, what no search compares a sign', async () => {
  expect(await sent('update parts_catalog set price = 50 where id = $1', ids[0])).toEqual([
    { id: ids[0], price: 40, year: 'year=2015', onlyPrice: true },
  ]);
  heard = [];
  expect(await sent('update parts_catalog set image_url = $2 where id = $1', ids[0], '/pads.jpg')).toEqual([
    `~${ids[0]}`,
  ]);
});

test('an added, an edited and a deleted part are objects with what they were before', async () => {
  const description = await sent(`update parts_catalog set description = 'New' where id = $1`, ids[0]);
  expect(description).toEqual([{ id: ids[0], price: 40, year: 'year=2015', onlyPrice: false }]);
  heard = [];
  const [added] = await addParts(database.owner, [{}]);
  expect(await sent('select 1')).toEqual([{ id: added, onlyPrice: false }]);
  heard = [];
  expect(await sent('delete from parts_catalog where id = $1', added)).toEqual([
    { id: added, price: 40, year: 'year=2015', onlyPrice: false },
  ]);
});

test('with a part that loses its number, the parts that have it are sent, and that they fit other vehicles', async () => {
  const [, , first = '', second = '', third = ''] = ids;
  const lost = await sent('update parts_catalog set oem_number = null where id = $1', second);
  expect(lost).toContainEqual({ id: second, price: 40, year: 'year=2012', onlyPrice: false });
  const signs = lost
    .filter((payload) => typeof payload === 'string')
    .flatMap((payload) => payload.split(' '));
  expect(new Set(signs)).toEqual(new Set([first, third].map((id) => `~${id}`)));
  // They fitted the vehicle of 2012 by its number.
  for (const id of [first, third])
    expect(lost).toContainEqual({ id, price: 40, year: 'year=2010', onlyPrice: false });
});

test.each([
  ['a new name of a part', `update parts_catalog set part_name = 'Hose' where id = $1`],
  ['a new category', `update parts_catalog set category = 'Hoses' where id = $1`],
  ['a new vehicle', 'update parts_catalog set vehicle_year = 1999 where id = $1'],
  ['a vehicle without a year', 'update parts_catalog set vehicle_year = null where id = $1'],
  ['a new brand', `update parts_catalog set brand = 'Bosch' where id = $1`],
  ['a new condition', `update parts_catalog set part_type = 'Fair' where id = $1`],
  ['another engine', `update parts_catalog set vehicle_engine = '2.4L' where id = $1`],
  [
    'a vehicle that it fits',
    `insert into part_fitments (part_id, make, model, from_year, to_year) values ($1, 'Kia', 'Rio', 2001, 2002)`,
  ],
  [
    'the last part of a vehicle',
    'delete from parts_catalog where vehicle_year = 2015 and $1::uuid is not null',
  ],
  [
    'a change of more than 50 parts',
    'update parts_catalog set price = price + 1 where $1::uuid is not null',
    60,
  ],
])('after %s, the notification is empty: anything may have changed', async (_, statement, more = 0) => {
  await addParts(
    database.owner,
    Array.from({ length: more }, () => ({})),
  );
  await database.owner.query('select 1');
  heard = [];
  expect(await sent(statement, ids[0])).toContain('');
});

test('it is empty for a part with more text than a notification can have', async () => {
  await sent(`update parts_catalog set description = repeat('A long text ', 700) where id = $1`, ids[0]);
  heard = [];
  expect(await sent('update parts_catalog set price = 1 where id = $1', ids[0])).toEqual(['']);
});
