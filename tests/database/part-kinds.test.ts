import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { findAllKinds, findKinds } from '#core/search/find-kinds.server.ts';
import { countParts } from '#core/search/search-parts.server.ts';
import { checkSearch } from '#server/search/check-search.ts';
import { addParts } from '../support/parts.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  const { owner } = database;
  await owner.query("delete from parts_catalog; delete from part_kinds where key like 'test-%'");
  await owner.query("update part_kinds set words = '{}' where key = 'horns'");
  await findKinds(database.pools);
});
afterAll(() => database[Symbol.asyncDispose]());

/** Name -> kind of its parts in the search. */
async function listKinds(): Promise<Record<string, string>> {
  const { rows } = await database.owner.query('select distinct part_name, kind from search_parts');
  return Object.fromEntries(rows.map((row) => [row.part_name, row.kind]));
}

async function listJobs(): Promise<number> {
  const { rows } = await database.owner.query(
    "select count(*)::integer as jobs from graphile_worker.jobs where task_identifier = 'find-kinds'",
  );
  return rows[0].jobs;
}

/** The job for names that could not be read because someone was writing their parts. */
async function listRests() {
  const { rows } = await database.owner.query(
    `select run_at < now() + interval '5 seconds' as "isSoon" from graphile_worker.jobs where key = 'find-kinds:left'`,
  );
  return rows;
}

const count = async (kind: string) => (await countParts(database.pools.public, { kind })).total;

const check = async () => {
  const { differences } = await checkSearch(
    async (statement) => (await database.owner.query(statement)).rows,
  );
  return differences;
};

test('a part has the kind of its name, and a name is read once', async () => {
  const before = await listJobs();
  await addParts(database.owner, [
    { part_name: 'Front Brake Pads' },
    { part_name: 'BRK PADS REAR' },
    { part_name: 'Door Assembly, Front, Left' },
    { part_name: 'Frobnicator' },
    { part_name: `Horn ${'x'.repeat(250)}` },
  ]);
  expect(await listJobs()).toBe(before + 1);
  await findKinds(database.pools);
  expect(await listKinds()).toEqual({
    'Front Brake Pads': 'brake-pads:front',
    'BRK PADS REAR': 'brake-pads:rear',
    'Door Assembly, Front, Left': 'doors:front,left',
    Frobnicator: '',
    [`Horn ${'x'.repeat(250)}`]: '',
  });
  // The next part with this name has the kind at once.
  await addParts(database.owner, [{ part_name: 'Front Brake Pads', brand: 'Akebono' }]);
  expect(await listJobs()).toBe(before + 1);
  expect(await count('brake-pads')).toBe(3);
  expect(await count('brake-pads:front')).toBe(2);
  expect(await count('brake-pads:left')).toBe(0);
  expect(await count('doors:front')).toBe(1);
  expect(await count('doors:left')).toBe(1);
  // Addresses that were shared before name the part.
  expect(await count('Front Brake Pads')).toBe(2);
  expect(await check()).toEqual([]);
});

test('another name has another kind', async () => {
  await addParts(database.owner, [{ part_name: 'Horn' }]);
  await findKinds(database.pools);
  await database.owner.query("update parts_catalog set part_name = 'Hood'");
  await findKinds(database.pools);
  expect(await listKinds()).toEqual({ Hood: 'hoods' });
  expect(await count('horns')).toBe(0);
});

test('a chosen kind stays, with the position in the name; an unknown one counts as none', async () => {
  await addParts(database.owner, [
    { part_name: 'Frobnicator, Rear', kind: 'brake-pads' },
    { part_name: 'Horn, Rear', kind: 'brake-pads' },
    { part_name: 'Hood', kind: 'no-such-kind' },
  ]);
  await findKinds(database.pools);
  const chosen = { 'Frobnicator, Rear': 'brake-pads:rear', 'Horn, Rear': 'brake-pads:rear', Hood: 'hoods' };
  expect(await listKinds()).toEqual(chosen);
  await findAllKinds(database.pools);
  expect(await listKinds()).toEqual(chosen);
  await database.owner.query("update parts_catalog set kind = null where part_name = 'Horn, Rear'");
  expect(await listKinds()).toMatchObject({ 'Horn, Rear': 'horns' });
  expect(await check()).toEqual([]);
});

test('a change of the kinds changes the parts of a name step by step, and not those with a chosen kind', async () => {
  const { owner } = database;
  await addParts(owner, [
    ...Array.from({ length: 1_100 }, () => ({ part_name: 'Noise Maker, LH' })),
    { part_name: 'Noise Maker', kind: 'hoods' },
  ]);
  await findKinds(database.pools);
  expect(await count('horns')).toBe(0);
  const before = await listJobs();

  await owner.query("update part_kinds set words = '{noise maker}' where key = 'horns'");
  expect(await listJobs()).toBe(before + 1);
  await findKinds(database.pools);
  expect(await listKinds()).toEqual({ 'Noise Maker, LH': 'horns', 'Noise Maker': 'hoods' });

  await owner.query("update part_kinds set has_sides = true where key = 'horns'");
  await findKinds(database.pools);
  expect(await count('horns:left')).toBe(1_100);

  await owner.query(
    "insert into part_kinds (key, name, words) values ('test-noise', 'Test noises', '{noise maker}')",
  );
  await owner.query("update part_kinds set words = '{}', has_sides = false where key = 'horns'");
  await findKinds(database.pools);
  expect(await count('test-noise')).toBe(1_100);

  await owner.query("delete from part_kinds where key = 'test-noise'");
  await findKinds(database.pools);
  expect(await listKinds()).toEqual({ 'Noise Maker, LH': '', 'Noise Maker': 'hoods' });
  expect(await check()).toEqual([]);
  expect(await stale()).toBe(0);
});

async function stale(): Promise<number> {
  const { rows } = await database.owner.query(
    'select count(*)::integer as names from part_names where is_stale',
  );
  return rows[0].names;
}

test('a code of the yard changes no part', async () => {
  const before = await listJobs();
  await database.owner.query("update part_kinds set yard_code = '117' where key = 'horns'");
  expect(await listJobs()).toBe(before);
  expect(await stale()).toBe(0);
});

test('a part that is written meanwhile, or changed by another transaction, is not left out', async () => {
  const other = new pg.Client({ connectionString: database.ownerUrl });
  await other.connect();
  try {
    await addParts(database.owner, [{ part_name: 'New Horn' }, { part_name: 'New Hood' }]);
    await other.query('begin');
    await addParts(other, [{ part_name: 'New Horn' }]);
    await other.query("update parts_catalog set price = 7 where part_name = 'New Hood'");
    await findKinds(database.pools);
    expect(await listKinds()).toEqual({ 'New Horn': '', 'New Hood': '' });
    expect(await listRests()).toEqual([{ isSoon: true }]);
    await other.query('commit');
    await findKinds(database.pools);
    expect(await listKinds()).toEqual({ 'New Horn': 'horns', 'New Hood': 'hoods' });
    expect(await count('horns')).toBe(2);
    expect(await stale()).toBe(0);
    expect(await check()).toEqual([]);
    // The job that is left finds nothing, and leaves none.
    await database.owner.query("select graphile_worker.remove_job('find-kinds:left')");
    await findKinds(database.pools);
    expect(await listRests()).toEqual([]);
  } finally {
    await other.end();
  }
});

test.each([
  ["insert into part_kinds (key, name) values ('Brake Pads', 'Pads')", 'part_kinds_key_form'],
  ["insert into part_kinds (key, name) values ('pads', 'Brake pads')", 'part_kinds_name_key'],
  ["insert into part_kinds (key, name) values ('pads', '')", 'part_kinds_name_bounded'],
  ["update part_kinds set positions = '{top}'", 'part_kinds_positions_known'],
  ["update part_kinds set yard_code = ''", 'part_kinds_yard_code_bounded'],
  ["insert into parts_catalog (part_name, kind) values ('Horn', 'Horns!')", 'parts_catalog_kind_form'],
])('%s', async (statement, constraint) => {
  await expect(database.owner.query(statement)).rejects.toMatchObject({ constraint });
});
