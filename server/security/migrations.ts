import { sql } from 'kysely';
import type { Finding } from '#core/security/security-finding.ts';
import { readMigrations } from '../database/migrate.ts';
import type { Check } from './check.ts';
import { listFinding } from './policies.ts';

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
    ...listFinding(names(files.filter(({ name }) => !had.has(name))), 'high', 'migration_pending', {
      what: 'These migrations are not applied:',
      advice: 'Restart the shop: it migrates when it starts.',
    }),
    ...listFinding(
      names(files.filter(({ name, checksum }) => had.has(name) && had.get(name) !== checksum)),
      'critical',
      'migration_changed',
      {
        what: 'These migrations differ from the applied ones:',
        advice: 'Find out who changed the files or the table of migrations, and reinstall this version.',
      },
    ),
    ...listFinding(names(applied.filter(({ name }) => !known.has(name))), 'high', 'migration_unknown', {
      what: 'The database has migrations that this version does not know:',
      advice: 'Run the newer version of the shop that contains them.',
    }),
  ];
}
