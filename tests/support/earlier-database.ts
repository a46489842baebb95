import pg from 'pg';
import { inject } from 'vitest';
import { readMigrations } from '#server/database/migrate.ts';
import { databaseUrl } from './database-server.ts';

/** Runs `work` on a temporary database that has only the migrations before this one. */
export async function onEarlierDatabase(
  migration: string,
  work: (owner: pg.Client) => Promise<void>,
): Promise<void> {
  const name = `test_before_${migration}_${process.pid}`;
  const server = new pg.Client({ connectionString: inject('serverUrl') });
  await server.connect();
  await server.query(`create database ${name}`);
  const owner = new pg.Client({ connectionString: databaseUrl(inject('serverUrl'), name) });
  await owner.connect();
  try {
    await owner.query(
      'create table migrations (name text primary key, checksum text, applied_at timestamptz)',
    );
    for (const earlier of (await readMigrations()).filter((one) => one.name < migration)) {
      await owner.query(earlier.sql);
      await owner.query('insert into migrations values ($1, $2)', [earlier.name, earlier.checksum]);
    }
    await work(owner);
  } finally {
    await owner.end();
    await server.query(`drop database ${name}`);
    await server.end();
  }
}
