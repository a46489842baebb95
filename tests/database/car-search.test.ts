import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isListed } from '#core/yard/list-vehicles.server.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

const STAFF = '00000000-0000-4000-8000-00000000000d';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.owner.query(
    `insert into auth.users (id, name, email) values ('${STAFF}', 'Stan', 'stan@example.com');
     insert into user_roles values ('${STAFF}', 'staff');
     insert into yard_vehicles (stock_number, vin, plate, year, make, model)
       select 'B' || n, '1HGCM82633A' || lpad(n::text, 6, '0'), '7X' || n, 1998 + n % 25, 'Honda', 'Civic'
       from generate_series(1, 20000) as n;
     insert into yard_vehicles (stock_number, no_vin_reason, make, model) values ('C1', 'Burnt', 'Škoda', 'Citroën');
     analyze yard_vehicles`,
  );
}, 60_000);
afterAll(() => database[Symbol.asyncDispose]());

test.each([
  ['a stock number', 'b-123', 'B123'],
  ['a VIN', '1HGCM82633A000123', 'B123'],
  ['the end of a VIN', 'a000123', 'B123'],
  ['a plate', '7x123', 'B123'],
  ['a make', 'ško', 'C1'],
  ['a model that goes on with another letter', 'citro', 'C1'],
])('%s is found by an index, below row-level security', async (_, q, found) => {
  await database.pools.as({ role: 'authenticated', userId: STAFF }, async (transaction) => {
    const search = sql`select stock_number from yard_vehicles as vehicle
      where ${isListed({ view: 'all', q, after: undefined, before: undefined } as Parameters<typeof isListed>[0])}
      order by created_at desc, id desc limit 26`;
    const { rows } = await search.execute(transaction);
    expect(rows).toEqual([{ stock_number: found }]);
    const plan = await sql<Record<string, string>>`explain (analyze, costs off) ${search}`.execute(
      transaction,
    );
    expect(plan.rows.map((row) => row['QUERY PLAN']).join('\n')).not.toMatch(/Removed by Filter: \d{3}/);
  });
});
