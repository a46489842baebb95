import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { reason, StartError } from '../start-error.ts';
import { chooseRolePrefix, readRolePrefix, storeRolePrefix, withRolePrefix } from './role-names.ts';

/** The package name leads to the folder both from the sources and from a build. */
const MIGRATIONS = dirname(createRequire(import.meta.url).resolve('#db/migrations/0001_roles.sql'));

const PREPARE_LOCK = 7_278_279;

export interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

export async function readMigrations(): Promise<Migration[]> {
  const files = (await readdir(MIGRATIONS)).filter((file) => file.endsWith('.sql')).toSorted();
  return Promise.all(
    files.map(async (file) => {
      const sql = await readFile(join(MIGRATIONS, file), 'utf8');
      return {
        name: file.slice(0, -'.sql'.length),
        sql,
        checksum: createHash('sha256').update(sql).digest('hex'),
      };
    }),
  );
}

/** Runs `work` while no other process prepares the database. The lock ends with the connection. */
export async function withPrepareLock<T>(
  owner: pg.Client,
  print: (line: string) => void,
  work: () => Promise<T>,
): Promise<T> {
  const { rows } = await owner.query('select pg_try_advisory_lock($1) as locked', [PREPARE_LOCK]);
  if (!rows[0].locked) {
    print('Waiting for another process to prepare the database ...');
    await owner.query('select pg_advisory_lock($1)', [PREPARE_LOCK]);
  }
  try {
    return await work();
  } finally {
    await owner.query('select pg_advisory_unlock($1)', [PREPARE_LOCK]);
  }
}

/** The first migration of databases from before the first release. Later migrations replace theirs. */
const UNRELEASED_FIRST = '0001_identity';
const HOW_TO_MOVE =
  'can\'t be upgraded. With the version that made it, download the parts at /admin/export and run "npm run settings -- export FILE". Then import both into a new shop.';

/**
 * Says what to do with a database or a backup from before the first release. Returns undefined for others.
 * @param what Names the database or the backup.
 */
export function describeUnreleased(
  what: string,
  applied: readonly Pick<Migration, 'name'>[],
): string | undefined {
  const isUnreleased = applied.some(({ name }) => name === UNRELEASED_FIRST);
  return isUnreleased ? `${what} is from before the first release and ${HOW_TO_MOVE}` : undefined;
}

export async function readApplied(owner: pg.Client): Promise<Pick<Migration, 'name' | 'checksum'>[]> {
  return (await owner.query('select name, checksum from public.migrations order by name')).rows;
}

async function noteApplied(
  owner: pg.Client,
  { name, checksum }: Pick<Migration, 'name' | 'checksum'>,
): Promise<void> {
  await owner.query('insert into public.migrations (name, checksum) values ($1, $2)', [name, checksum]);
}

/**
 * Requests of running processes wait behind a waiting migration. This is shorter than PostgreSQL's deadlock_timeout of a
 * second, so that the migration gives way, and no request fails.
 */
const LOCK_TIMEOUT = '500ms';
const LOCK_RETRY_MS = 1_000;

/** Applies each migration with its record in one transaction, which begins again while it gets no lock. @throws {StartError} */
export async function migrate(owner: pg.Client, given?: readonly Migration[]): Promise<void> {
  const { rows } = await owner.query("select to_regclass('public.migrations') is null as missing");
  if (rows[0].missing) {
    await owner.query(`
      ${storeRolePrefix(await chooseRolePrefix(owner))};
      create table public.migrations (
        name text not null constraint migrations_pkey primary key,
        checksum text not null,
        applied_at timestamptz not null default now()
      );
      alter table public.migrations enable row level security`);
  }
  const applied = await readApplied(owner);
  const unreleased = describeUnreleased('The database', applied);
  if (unreleased !== undefined) throw new StartError(unreleased);
  const rolePrefix = await readRolePrefix(owner);
  const checksums = new Map(applied.map((row) => [row.name, row.checksum]));
  const migrations = given ?? (await readMigrations());

  const known = new Set(migrations.map((migration) => migration.name));
  const unknown = applied.find((row) => !known.has(row.name));
  if (unknown) {
    throw new StartError(
      `The database is newer than this version of the shop: it has migration ${unknown.name}.`,
    );
  }
  for (const migration of migrations) {
    const { name, checksum } = migration;
    if (checksums.get(name) === checksum) continue;
    if (checksums.has(name))
      throw new StartError(`Migration ${name} was changed after it was applied to the database.`);
    while (!(await apply(owner, migration, rolePrefix))) await wait(LOCK_RETRY_MS);
  }
}

/** Applies one migration. Returns false if another transaction holds a lock for too long. @throws {StartError} */
async function apply(
  owner: pg.Client,
  { name, sql, checksum }: Migration,
  rolePrefix: string,
): Promise<boolean> {
  try {
    await owner.query(`begin; set local lock_timeout = '${LOCK_TIMEOUT}'`);
    await owner.query(withRolePrefix(sql, rolePrefix));
    await noteApplied(owner, { name, checksum });
    await owner.query('commit');
    return true;
  } catch (error) {
    await owner.query('rollback').catch(() => undefined);
    if ((error as { code?: unknown }).code === '55P03') return false;
    throw new StartError(`Migration ${name} failed: ${reason(error)}`, { cause: error });
  }
}
