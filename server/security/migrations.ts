import { sql } from 'kysely';
import type { Finding } from '#domain/security-finding.ts';
import { readMigrations } from '../database/migrate.ts';
import type { Check } from './check.ts';
import { found } from './policies.ts';

/** The database is as the migrations of this version made it. */
export const migrations: Check = {
  name: 'migrations',
  async look({ ask }) {
    const rows = await ask<Migration>(
      { role: 'service_role' },
      sql`select name, checksum from applied_migrations()`,
    );
    return compareMigrations(await readMigrations(), rows);
  },
};

interface Migration {
  name: string;
  checksum: string;
}

export function compareMigrations(files: readonly Migration[], applied: readonly Migration[]): Finding[] {
  const had = new Map(applied.map(({ name, checksum }) => [name, checksum]));
  const known = new Set(files.map(({ name }) => name));
  const names = (those: readonly Migration[]) => those.map(({ name }) => name);
  return [
    ...found(names(files.filter(({ name }) => !had.has(name))), 'high', 'migration_pending', {
      what: 'The database has not had these migrations:',
      advice: 'Restart the shop: it migrates when it starts.',
    }),
    ...found(
      names(files.filter(({ name, checksum }) => had.has(name) && had.get(name) !== checksum)),
      'critical',
      'migration_changed',
      {
        what: 'These migrations are not what the database has had:',
        advice: 'Find out who changed the files or the table of migrations; install the version again.',
      },
    ),
    ...found(names(applied.filter(({ name }) => !known.has(name))), 'high', 'migration_unknown', {
      what: 'The database has had migrations that this version does not know:',
      advice: 'Run the newer version of the shop that they belong to.',
    }),
  ];
}
