import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { removeJobs } from './jobs.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

/** Lists the tables that tests write, which of them have rows, and the temporary tables that keep copies of these rows. */
const TABLES = `
  select oid::regclass::text as name, 'pg_temp.kept_' || oid as copy, pg_relation_size(oid) > 0 as is_filled,
    (select string_agg(quote_ident(attname), ', ') from pg_attribute
     where attrelid = tables.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
  from pg_class as tables
  where relkind = 'r' and oid <> 'public.migrations'::regclass
    and relnamespace in ('public'::regnamespace, 'auth'::regnamespace, 'audit'::regnamespace)`;

/** A worker that was stopped in a test holds its jobs. */
const UNLOCK_JOBS = `
  select graphile_worker.force_unlock_workers(
    array(select distinct locked_by from graphile_worker.jobs where locked_by is not null))`;

interface Table {
  name: string;
  copy: string;
  is_filled: boolean;
  columns: string;
}

/** Returns a function that gives the database the rows of a fresh one again. */
async function rememberRows({ owner, pools }: TestDatabase): Promise<() => Promise<void>> {
  const read = async () => (await owner.query<Table>(TABLES)).rows.filter(({ is_filled }) => is_filled);
  const kept = await read();
  for (const { name, copy } of kept) await owner.query(`create table ${copy} as table ${name}`);
  const fill = kept.map(
    ({ name, copy, columns }) =>
      `insert into ${name} (${columns}) overriding system value select ${columns} from ${copy}`,
  );

  return async () => {
    // Like the end of the pools: no work of the last test may still write.
    const isIdle = () =>
      Object.values(pools.byName).every(
        ({ totalCount, idleCount, waitingCount }) => totalCount === idleCount && waitingCount === 0,
      );
    await expect.poll(isIdle, { interval: 5 }).toBe(true);
    // A test that failed may have left a transaction open.
    await owner.query('rollback');
    await owner.query(UNLOCK_JOBS);
    await removeJobs(owner);
    const clear = (await read()).map(({ name }) => `delete from ${name}`);
    // Without triggers: they keep what is deleted, or forbid that.
    const statements = ['begin', 'set local session_replication_role = replica', ...clear, ...fill, 'commit'];
    await owner.query(statements.join(';\n'));
  };
}

/**
 * Gives all tests of a file one database, because its connections and what they have planned cost more than most tests.
 * Each test finds the rows of a fresh database. Options and schema stay as a test leaves them.
 */
export function useSharedDatabase(
  options: Parameters<typeof createTestDatabase>[0] = {},
): () => TestDatabase {
  let database: TestDatabase;
  let restoreRows: () => Promise<void>;
  beforeAll(async () => {
    database = await createTestDatabase(options);
    restoreRows = await rememberRows(database);
  });
  beforeEach(() => restoreRows());
  afterAll(() => database[Symbol.asyncDispose]());
  return () => database;
}
