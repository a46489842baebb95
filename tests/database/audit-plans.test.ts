import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dashboardQueries, fillTrail } from '../support/audit-trail.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

const ADMIN = '00000000-0000-4000-8000-00000000000c';

let database: TestDatabase;
/** This month, the one before (read in the first hours of a month), and future ones. */
let lately: Set<string>;

beforeAll(async () => {
  database = await createTestDatabase();
  await fillTrail(database.owner, 30_000, 6);
  lately = await monthsFrom(1);
});
afterAll(() => database[Symbol.asyncDispose]());

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Loops': number;
  'Actual Rows': number;
  Plans?: Plan[];
}

/** The partitions that an admin's query read, and their scan types. */
async function readsOf(query: string) {
  const { rows } = await database.pools.as({ role: 'authenticated', userId: ADMIN }, (transaction) =>
    sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>`explain (analyze, format json) ${sql.raw(query)}`.execute(
      transaction,
    ),
  );
  const all: Plan[] = [];
  const walk = (plan: Plan) => {
    all.push(plan);
    plan.Plans?.forEach(walk);
  };
  const [root] = rows[0]?.['QUERY PLAN'] ?? [];
  if (root) walk(root.Plan);
  const scans = all.filter((plan) => plan['Relation Name']?.startsWith('logs_'));
  const read = scans.filter((plan) => plan['Actual Loops'] > 0);
  return {
    months: new Set(read.map((plan) => String(plan['Relation Name']).slice(0, 'logs_2026_11'.length))),
    ways: new Set(read.filter((plan) => plan['Actual Rows'] > 0).map((plan) => plan['Node Type'])),
    unread: scans.length - read.length,
    sorts: all.filter((plan) => plan['Node Type'].includes('Sort')).length,
  };
}

async function monthsFrom(back: number): Promise<Set<string>> {
  // Future months are empty, and read first.
  const { rows } = await database.owner.query(
    `select 'logs_' || to_char(now() at time zone 'UTC' + make_interval(months => n), 'YYYY_MM') as month
     from generate_series($1::int, 3) as n`,
    [-back],
  );
  return new Set(rows.map(({ month }) => String(month)));
}

test('the newest 100 events are read only from the newest month, by its index', async () => {
  const { months, ways, unread, sorts } = await readsOf(dashboardQueries['newest 100 of all']);
  expect([...months].filter((month) => !lately.has(month))).toEqual([]);
  expect([...ways]).toEqual(['Index Scan']);
  expect(unread).toBeGreaterThanOrEqual(8);
  expect(sorts).toBe(0);
});

test('the newest security events are read only as far back as needed, by their own index', async () => {
  const { months, ways, unread, sorts } = await readsOf(dashboardQueries['newest 20 of security']);
  expect([...months].filter((month) => !lately.has(month))).toEqual([]);
  expect([...ways]).toEqual(['Index Scan']);
  expect(unread).toBeGreaterThanOrEqual(8);
  expect(sorts).toBe(0);
});

test('events loaded in bulk are chained by the same rules', async () => {
  expect((await database.owner.query('select * from check_audit_chain()')).rows).toEqual([]);
  const { rows } = await database.owner.query(
    'select count(*) from audit.links union all select count(*) from audit_logs where audit.is_chained(action)',
  );
  expect(Number(rows[0].count)).toBeGreaterThan(500);
  expect(rows[1]).toEqual(rows[0]);
});
