import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { StartError } from '../start-error.ts';
import { hasEarlierLayout, requireEarlierLayout } from './earlier-layout.ts';
import { loginNames } from './logins.ts';
import { withPrepareLock, noteApplied, readApplied, readMigrations } from './migrate.ts';

/** SQL that changes what the earlier migrations made differently, in the order of the names. */
const DIFFERENCES = join(import.meta.dirname, '../../db/adopt');

/** The last of the migrations that together make the earlier layout. Later ones are applied by the next start. */
const LAST = '0016_personal_data';

/** Each comment in a migration ends with a quotation mark, a semicolon and the end of the line. */
const COMMENTS = /^comment on .+?';$/gms;

/** Changes a database from before the first release to the present layout. @returns one line. @throws {StartError} */
export async function adoptDatabase(owner: pg.Client, print: (line: string) => void): Promise<string> {
  return withPrepareLock(owner, print, async () => {
    const applied = await readApplied(owner);
    if (!hasEarlierLayout(applied)) {
      return 'There is nothing to do: the database does not have the layout from before the first release.';
    }
    requireEarlierLayout(applied);
    await requireNoShop(owner);
    const migrations = (await readMigrations()).filter(({ name }) => name <= LAST);
    const differences = await readDifferences();
    try {
      await owner.query('begin');
      for (const sql of differences) await owner.query(sql);
      for (const { sql } of migrations) await owner.query((sql.match(COMMENTS) ?? []).join('\n'));
      await owner.query('delete from public.migrations');
      for (const migration of migrations) await noteApplied(owner, migration);
      await owner.query('commit');
    } catch (error) {
      await owner.query('rollback').catch(() => undefined);
      throw error;
    }
    return `The database has the present layout now: ${migrations.length} migrations in the place of ${applied.length}.`;
  });
}

async function readDifferences(): Promise<string[]> {
  const files = (await readdir(DIFFERENCES)).toSorted();
  return Promise.all(files.map((file) => readFile(join(DIFFERENCES, file), 'utf8')));
}

/** A running shop always has connections for its jobs. */
async function requireNoShop(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ name: string }>('select current_database() as name');
  const connected = await owner.query(
    'select from pg_stat_activity where datname = current_database() and usename::text = any ($1)',
    [loginNames(rows[0]?.name ?? '')],
  );
  if (connected.rowCount !== 0) throw new StartError('A shop runs on this database: stop it first.');
}
