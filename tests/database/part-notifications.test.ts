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

async function sent(statement: string, ...values: unknown[]): Promise<string[]> {
  heard = [];
  await database.owner.query(statement, values);
  await database.owner.query('select 1');
  return heard;
}

/** The parts whose pages have changed. */
const pagesOf = (payloads: readonly string[]) => new Set(payloads.flatMap((payload) => payload.split(' ')));

test.each([
  ['a sale', 'update parts_catalog set stock_quantity = stock_quantity - 1 where id = $1'],
  ['a hold', 'update parts_catalog set stock_held = 1 where id = $1'],
  ['a price', 'update parts_catalog set price = 50 where id = $1'],
  ['a picture', `update parts_catalog set image_url = '/pads.jpg' where id = $1`],
  ['a name', `update parts_catalog set part_name = 'Hose', vehicle_year = 1999 where id = $1`],
])('after %s, the id of the part is sent', async (_, statement) => {
  expect(pagesOf(await sent(statement, ids[0]))).toEqual(new Set([ids[0]]));
});

test('added and deleted parts are sent, several in one notification', async () => {
  const two = [ids[0], ids[1]];
  const both = await sent('update parts_catalog set price = 7 where id = any ($1)', two);
  expect(both.map((payload) => payload.split(' ').toSorted())).toContainEqual(two.toSorted());
  heard = [];
  const [added] = await addParts(database.owner, [{}]);
  await database.owner.query('select 1');
  expect(heard).toContain(added);
  expect(await sent('delete from parts_catalog where id = $1', added)).toContain(added);
});

test('a statement that changes nothing sends nothing', async () => {
  expect(await sent('update parts_catalog set price = 1 where false')).toEqual([]);
});

test('with a part that gets or loses a number or a code, all that have it are sent: their pages name each other', async () => {
  const [plain = '', , first = '', second = '', third = ''] = ids;
  const lost = await sent('update parts_catalog set oem_number = null where id = $1', second);
  expect(pagesOf(lost)).toEqual(new Set([first, second, third]));
  const gained = await sent(`update parts_catalog set oem_number = '31100-SNA-A86' where id = $1`, plain);
  expect(pagesOf(gained)).toEqual(new Set([first, third, plain]));
  const give = `insert into part_private_facts (part_id, interchange_code) values ($1, $2)
    on conflict (part_id) do update set interchange_code = excluded.interchange_code`;
  await sent(give, second, '601-1');
  // As do those with the number of one of them.
  expect(pagesOf(await sent(give, first, '601-1'))).toEqual(new Set([first, second]));
  expect(pagesOf(await sent(give, first, null))).toEqual(new Set([first, second]));
  expect(pagesOf(await sent('delete from parts_catalog where id = $1', third))).toEqual(
    new Set([first, third, plain]),
  );
});

test('a part is sent when it begins to wait on its car, gets another day, and is ready', async () => {
  const note = `insert into part_ready_days (part_id, ready_from) values ($1, $2)
    on conflict (part_id) do update set ready_from = excluded.ready_from`;
  for (const statement of [note, note])
    expect(pagesOf(await sent(statement, ids[0], '2026-12-10'))).toEqual(new Set([ids[0]]));
  expect(await sent('delete from part_ready_days where part_id = $1', ids[0])).toEqual([ids[0]]);
});

test.each([
  ['another engine', `update parts_catalog set vehicle_engine = '2.4L' where id = $1`],
  [
    'a vehicle that it fits',
    `insert into part_fitments (part_id, make, model, from_year, to_year) values ($1, 'Kia', 'Rio', 2001, 2002)`,
  ],
  [
    'a change of more than 50 parts',
    'update parts_catalog set price = price + 1 where $1::uuid is not null',
    60,
  ],
  [
    'a sale of more than 50 parts',
    'update parts_catalog set stock_quantity = stock_quantity + 1 where $1::uuid is not null',
    60,
  ],
  ['a deletion of more than 50 parts', 'delete from parts_catalog where $1::uuid is not null', 60],
])('after %s, anything may have changed', async (_, statement, more = 0) => {
  await addParts(
    database.owner,
    Array.from({ length: more }, () => ({})),
  );
  await database.owner.query('select 1');
  expect(await sent(statement, ids[0])).toContain('');
});

test('after another condition, and when all parts are gone, anything may have changed', async () => {
  expect(await sent(`update conditions set color_class = color_class where name = 'New'`)).toEqual(['']);
  expect(await sent('truncate parts_catalog cascade')).toContain('');
});
