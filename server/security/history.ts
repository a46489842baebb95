import { sql } from 'kysely';
import { type Finding, formatNames } from '#domain/security-finding.ts';
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

/** How long the chain may take, in milliseconds: it is as long as the audit trail. */
const CHAIN_PATIENCE = 12_000;

/** Nobody has changed a row of the audit trail from outside. */
export const auditChain: Check = {
  name: 'audit chain',
  async look({ ask }) {
    const shop = { role: 'service_role' } as const;
    const [there] = await ask<{ there: boolean }>(
      shop,
      sql`select to_regprocedure('public.check_audit_chain()') is not null as there`,
    );
    if (!there?.there) {
      return [
        {
          event: 'audit_chain_missing',
          severity: 'high',
          what: 'The audit trail cannot be checked for changes: check_audit_chain() is missing.',
          advice: 'Restore it from the migrations, and find out who dropped it.',
        },
      ];
    }
    let broken: { chain: string; problem: string }[];
    try {
      broken = await ask(shop, sql`select chain, problem from check_audit_chain() limit 100`, CHAIN_PATIENCE);
    } catch (error) {
      // The statement's time was over; anything else is no answer.
      if ((error as { code?: string }).code !== '57014') throw error;
      return [
        {
          event: 'audit_chain_unchecked',
          severity: 'low',
          what: 'The audit trail is too long to be checked for changes while somebody waits.',
          advice: 'Run "npm run audit -- check" beside the shop, now and then.',
        },
      ];
    }
    if (broken.length === 0) return [];
    return [
      {
        event: 'audit_chain_broken',
        severity: 'critical',
        what: `Rows of the audit trail were changed or deleted from outside: ${formatNames(
          broken.map(({ chain, problem }) => `${chain} (${problem})`),
        ).slice(0, 2_000)}.`,
        advice: 'Compare with a backup, and find out who can reach the database as its owner.',
      },
    ];
  },
};
