import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Files } from '#core/platform/files.server.ts';
import { describeUnreleased, migrate, readMigrations, type Migration } from '../database/migrate.ts';
import { requireRights } from '../database/rights.ts';
import { prepareQueue } from '../jobs/queue.ts';
import { reason, StartError } from '../start-error.ts';
import type { BackupStore } from './backup-store.ts';
import {
  beginLong,
  listColumns,
  readPartitions,
  readSequences,
  readTables,
  sumUpTable,
} from './database-contents.ts';
import type { Manifest } from './manifest.ts';
import { sumUp } from './sums.ts';

export interface RestoreTarget {
  owner: pg.Client;
  ownerUrl: string;
  files: Files;
}

/**
 * Fills an empty database and an empty store of files. The database gets the migrations that the backup had. The next start
 * of the shop applies later ones. @throws {StartError} before anything changes, if the backup does not fit or is damaged.
 */
export async function restoreBackup(
  { owner, ownerUrl, files }: RestoreTarget,
  store: BackupStore,
  name: string,
): Promise<Manifest> {
  const manifest = await store.readManifest(name);
  const migrations = await findMigrations(manifest);
  await requireEmpty(owner);
  await requireRights(owner, ownerUrl);
  await migrate(owner, migrations);
  await prepareQueue(ownerUrl);
  await beginLong(owner);
  try {
    await makePartitions(owner, manifest.partitions);
    const restoreRules = await suspendRules(owner, manifest.unchecked);
    await fillTables(owner, { store, name, manifest });
    for (const { name: sequence, value, isCalled } of manifest.sequences)
      await owner.query('select setval($1, $2, $3)', [sequence, value, isCalled]);
    await restoreRules();
    await owner.query('commit');
  } catch (error) {
    await owner.query('rollback').catch(() => undefined);
    throw error instanceof StartError
      ? error
      : new StartError(`The backup ${name} could not be restored: ${reason(error)}`);
  }
  await owner.query('analyze');
  await restoreFiles(files, store, manifest);
  return manifest;
}

/** Lists the differences between a backup and the database and files that it was restored to. */
export async function compareRestored(
  { owner, files }: Omit<RestoreTarget, 'ownerUrl'>,
  manifest: Manifest,
): Promise<string[]> {
  await beginLong(owner, 'read only');
  const differences = await compareRows(owner, manifest);
  await owner.query('commit');
  for (const { name, sha256 } of manifest.files) {
    const content = await files.get(name);
    if (!content) differences.push(`${name}: missing`);
    else if (sumUp(content) !== sha256) differences.push(`${name}: another picture`);
  }
  return differences;
}

async function compareRows(owner: pg.Client, manifest: Manifest): Promise<string[]> {
  const differences: string[] = [];
  const names = new Set((await readTables(owner)).map((table) => table.name));
  for (const table of manifest.tables) {
    names.delete(table.name);
    const { rows, checksum } = await sumUpTable(owner, table);
    if (rows !== table.rows) differences.push(`${table.name}: ${rows} rows instead of ${table.rows}`);
    else if (checksum !== table.checksum) differences.push(`${table.name}: its rows differ`);
  }
  for (const name of names) differences.push(`${name}: not in the backup`);
  const restored = new Map((await readSequences(owner)).map((sequence) => [sequence.name, sequence]));
  for (const { name, value, isCalled } of manifest.sequences) {
    const sequence = restored.get(name);
    if (sequence?.value !== value || sequence.isCalled !== isCalled)
      differences.push(`${name}: another number`);
  }
  return differences;
}

/** Finds the migrations of a backup. @throws {StartError} if this version of the shop does not have them all. */
async function findMigrations(manifest: Manifest): Promise<Migration[]> {
  const unreleased = describeUnreleased('The backup', manifest.migrations);
  if (unreleased !== undefined) throw new StartError(unreleased);
  const known = new Map((await readMigrations()).map((migration) => [migration.name, migration]));
  return manifest.migrations.map(({ name, checksum }) => {
    const migration = known.get(name);
    if (!migration) {
      throw new StartError(`The backup is of a newer version of the shop: it has migration ${name}.`);
    }
    if (migration.checksum !== checksum) {
      throw new StartError(`The backup has another migration ${name} than this version of the shop.`);
    }
    return migration;
  });
}

async function requireEmpty(owner: pg.Client): Promise<void> {
  if ((await readTables(owner)).length > 0) {
    throw new StartError('The database is not empty. Restore to an empty one, or to an empty DATA_DIR.');
  }
}

/** A new database has the partitions of this month; the backup has those of its own months. */
async function makePartitions(owner: pg.Client, partitions: Manifest['partitions']): Promise<void> {
  for (const { name } of (await readPartitions(owner)).toReversed()) await owner.query(`drop table ${name}`);
  for (const { name, parent, bound, key, constraints } of partitions) {
    const own = constraints.map(
      (constraint) => `constraint ${pg.escapeIdentifier(constraint.name)} ${constraint.definition}`,
    );
    await owner.query(
      `create table ${name} partition of ${parent} ${own.length > 0 ? `(${own.join(', ')})` : ''} ${bound}
       ${key === null ? '' : `partition by ${key}`}`,
    );
    await owner.query(`alter table ${name} enable row level security`);
  }
}

interface Rule {
  table: string;
  name: string;
  definition: string;
}

/**
 * Triggers would change rows again, rows arrive before those that they refer to, and some earlier rows break a later check.
 * Returns a function that brings all of these back.
 */
async function suspendRules(
  owner: pg.Client,
  unchecked: Manifest['unchecked'],
): Promise<() => Promise<void>> {
  const { rows: triggers } = await owner.query<Pick<Rule, 'table' | 'name'>>(
    `select tgrelid::regclass::text as table, tgname as name from pg_trigger
     join pg_class as class on class.oid = tgrelid join pg_namespace as space on space.oid = relnamespace
     where not tgisinternal and tgparentid = 0 and tgenabled = 'O' and nspname in ('public', 'auth', 'audit', 'graphile_worker')`,
  );
  const { rows: references } = await owner.query<Rule>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and conparentid = 0`,
  );
  const { rows: checks } = await owner.query<Rule>(
    `select given.table, conname as name, pg_get_constraintdef(oid) as definition
     from jsonb_to_recordset($1) as given ("table" text, name text)
     join pg_constraint on conrelid = given.table::regclass and conname = given.name`,
    [JSON.stringify(unchecked)],
  );
  const alter = (table: string, change: string) => owner.query(`alter table ${table} ${change}`);
  for (const { table, name } of [...references, ...checks])
    await alter(table, `drop constraint ${pg.escapeIdentifier(name)}`);
  for (const { table, name } of triggers) await alter(table, `disable trigger ${pg.escapeIdentifier(name)}`);
  return async () => {
    for (const { table, name } of triggers) await alter(table, `enable trigger ${pg.escapeIdentifier(name)}`);
    for (const { table, name, definition } of references)
      await alter(table, `add constraint ${pg.escapeIdentifier(name)} ${definition}`);
    for (const { table, name, definition } of checks)
      await alter(
        table,
        `add constraint ${pg.escapeIdentifier(name)} ${definition.replace(/ not valid$/i, '')} not valid`,
      );
  };
}

async function fillTables(
  owner: pg.Client,
  { store, name, manifest }: { store: BackupStore; name: string; manifest: Manifest },
): Promise<void> {
  const tables = (await readTables(owner)).map((table) => table.name);
  await owner.query(`truncate ${tables.join(', ')}`);
  for (const { name: table, columns, rows } of manifest.tables) {
    const copy = owner.query(copyFrom(`copy ${table} (${listColumns(columns)}) from stdin`));
    await store.readTable(name, table, copy);
    if (copy.rowCount !== rows) {
      throw new StartError(
        `The backup ${name} is damaged: ${table} has ${copy.rowCount} rows instead of ${rows}.`,
      );
    }
  }
}

async function restoreFiles(files: Files, store: BackupStore, manifest: Manifest): Promise<void> {
  for (const { name, sha256 } of manifest.files) {
    const content = await store.readFile(name);
    if (sumUp(content) !== sha256) throw new StartError(`The backup is damaged: ${name} was changed.`);
    await files.put(name, content);
  }
}
