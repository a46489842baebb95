import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { databaseUrl } from '../support/database-server.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

const PARTS = 3_000;
const MANY = 400;
/** Rows that one step of a plan may read for each changed part. A part has some fifty terms, before and after. */
const ROWS_PER_PART = 200;

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.owner.query(
    `insert into parts_catalog (id, part_name, category, oem_number, vehicle_make, vehicle_model, vehicle_year, price, stock_quantity)
     select ('00000000-0000-4000-8000-' || lpad(number::text, 12, '0'))::uuid, 'Pads ' || number, 'Brakes',
       '45022-' || number, 'Honda', 'Civic', 2015, 10, 3
     from generate_series(1, ${PARTS}) as number`,
  );
  await database.owner.query(
    `insert into part_fitments (part_id, make, model, from_year, to_year)
     select id, 'Acura', 'ILX', 2013, 2014 from parts_catalog`,
  );
  await database.owner.query('vacuum analyze');
}, 120_000);
afterAll(() => database[Symbol.asyncDispose]());

interface Step {
  'Node Type': string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  Plans?: Step[];
}

function stepsOf(step: Step): Step[] {
  return [step, ...(step.Plans ?? []).flatMap(stepsOf)];
}

function rowsOf(step: Step): number {
  const each =
    step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0) + (step['Rows Removed by Join Filter'] ?? 0);
  return each * step['Actual Loops'];
}

interface Setup {
  settings?: string;
  of?: TestDatabase;
  end?: 'rollback' | 'commit';
}

/** Runs changes of some parts on one connection. Returns the most rows that a step of a trigger's plan read in the last one. */
async function mostRows(
  change: string,
  numbers: readonly number[],
  { settings = '', of = database, end = 'rollback' }: Setup = {},
): Promise<number> {
  // Only a superuser may load auto_explain.
  const client = new pg.Client({
    connectionString: databaseUrl(inject('serverUrl'), new URL(of.ownerUrl).pathname.slice(1)),
  });
  await client.connect();
  await client.query(settings);
  let most = 0;
  client.on('notice', ({ message = '' }) => {
    const plan = JSON.parse(message.slice(message.indexOf('{'))) as { 'Query Text': string; Plan: Step };
    if (plan['Query Text'] !== last) most = Math.max(most, ...stepsOf(plan.Plan).map(rowsOf));
  });
  let last = '';
  try {
    for (const [turn, parts] of numbers.entries()) {
      last = change
        .replace('$parts', `(select id from parts_catalog order by id limit ${parts})`)
        .replace('$count', String(parts));
      if (turn === numbers.length - 1) {
        await client.query(
          `load 'auto_explain'; set auto_explain.log_min_duration = 0; set auto_explain.log_analyze = on;
           set auto_explain.log_timing = off; set auto_explain.log_nested_statements = on;
           set auto_explain.log_format = json; set auto_explain.log_level = notice`,
        );
        most = 0;
      }
      await client.query('begin');
      await client.query(last);
      await client.query(end);
    }
  } finally {
    await client.end();
  }
  return most;
}

// PostgreSQL plans a statement of a trigger once for each connection, for the rows of the first change.
test.each([
  ['a price', 'update parts_catalog set price = price * 3 where id in $parts'],
  ['a description', "update parts_catalog set description = 'again' where id in $parts"],
  ['a year', 'update parts_catalog set vehicle_year = 2016 where id in $parts'],
  ['the last units', 'update parts_catalog set stock_quantity = 0 where id in $parts'],
  [
    'new parts',
    `insert into parts_catalog (part_name, category, oem_number, vehicle_make, vehicle_model, vehicle_year, price)
     select 'Rotor', category, oem_number, vehicle_make, vehicle_model, vehicle_year, price from parts_catalog
     where id in $parts`,
  ],
  ['deletions', 'delete from parts_catalog where id in $parts'],
  [
    'vehicles',
    `insert into part_fitments (part_id, make, model, from_year, to_year)
     select id, 'Honda', 'Fit', 2009, 2010 from parts_catalog where id in $parts`,
  ],
])(
  'a connection reads as much for a change, whatever it has changed before: %s',
  async (_, change) => {
    expect(await mostRows(change, [1, 1, MANY])).toBeLessThan(MANY * ROWS_PER_PART);
    expect(await mostRows(change, [MANY, MANY, 1])).toBeLessThan(PARTS / 3);
  },
  120_000,
);

test('many fitments of one statement are not compared with each other, when they fit into no hash table', async () => {
  const most = await mostRows(
    `insert into part_fitments (part_id, make, model, from_year, to_year)
     select id, 'Honda', 'Fit', 2009, 2010 from parts_catalog where id in $parts`,
    [PARTS],
    { settings: "set work_mem = '64kB'; set hash_mem_multiplier = 1" },
  );
  expect(most).toBeLessThan(PARTS * ROWS_PER_PART);
}, 120_000);

test.each([
  ['new', 'select'],
  ['emptied', 'vacuum analyze'],
])(
  'a connection whose plans are of an empty shop reads as little when the shop has parts: %s',
  async (_, prepare) => {
    await using empty = await createTestDatabase();
    await empty.owner.query(prepare);
    const add = `insert into parts_catalog (part_name, category, oem_number, vehicle_make, vehicle_model, vehicle_year, price)
      select 'Rotor', 'Brakes', '45251-' || gen_random_uuid(), 'Honda', 'Civic', 2015, 10 from generate_series(1, $count)`;
    expect(await mostRows(add, [1, PARTS, 1], { of: empty, end: 'commit' })).toBeLessThan(PARTS / 3);
  },
  120_000,
);
