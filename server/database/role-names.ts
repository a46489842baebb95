import { createHash } from 'node:crypto';
import type pg from 'pg';
import { StartError } from '../start-error.ts';

/**
 * The roles that a transaction acts as, or that a login has. Roles belong to the whole server, so in the database each one
 * carries the prefix of its shop. Migrations, code and documents name them without it.
 */
export const GROUP_ROLES = [
  'anon',
  'authenticated',
  'service_role',
  'api_client',
  'auth_service',
  'job_service',
  'limit_service',
] as const;

export type GroupRole = (typeof GROUP_ROLES)[number];

type Queryable = Pick<pg.ClientBase, 'query'>;

/** PostgreSQL cuts names off after 63 bytes: this leaves room for a number of two digits and for '__authenticated'. */
const MAX_PREFIX = 45;

/**
 * Returns the database's own name if it needs no quotes anywhere in SQL and is short, otherwise a similar name that ends with a
 * hash of it. It never contains '__'.
 */
export function unquotedName(database: string): string {
  if (/^(?!pg_)[a-z](?:_?[a-z0-9])*$/.test(database) && database.length <= MAX_PREFIX) return database;
  const hash = createHash('sha256').update(database).digest('hex').slice(0, 8);
  const words: string[] = database.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  // PostgreSQL refuses roles that begin with pg_.
  if (words[0] === undefined || words[0] === 'pg' || /^\d/.test(words[0])) words.unshift('shop');
  return [
    ...words
      .join('_')
      .slice(0, MAX_PREFIX - 9)
      .split('_')
      .filter(Boolean),
    hash,
  ].join('_');
}

/** Logins have one underscore before their last word, so that no other shop's login can have the name of a role. */
export function groupRoleName(prefix: string, role: GroupRole): string {
  return `${prefix}__${role}`;
}

export function groupRoleNames(prefix: string): string[] {
  return GROUP_ROLES.map((role) => groupRoleName(prefix, role));
}

const GROUP_ROLE_WORDS = new RegExp(
  `(?<![\\p{L}\\p{N}_$.-])(?:${GROUP_ROLES.join('|')})(?![\\p{L}\\p{N}_$-])`,
  'gu',
);

/** Adds the prefix to each word of `sql` that is the name of a group role, also in strings and function bodies. */
export function withRolePrefix(sql: string, prefix: string): string {
  return sql.replaceAll(GROUP_ROLE_WORDS, (role) => groupRoleName(prefix, role as GroupRole));
}

/**
 * SQL that stores the prefix as a function. A renamed or copied database keeps it. A restored backup only fills tables, so it
 * does not bring the prefix of another shop.
 */
export const storeRolePrefix = (prefix: string) => `
  create function public.role_prefix() returns text language sql immutable parallel safe return '${prefix}';
  revoke execute on function public.role_prefix from public;
  comment on function public.role_prefix is 'The names of the roles of this shop begin with it, such as ${groupRoleName(prefix, 'anon')}.'`;

/**
 * Chooses the prefix of a new shop. The roles may be left from a database that was dropped, or in use by one that was renamed.
 * @throws {StartError}
 */
export async function chooseRolePrefix(owner: Queryable): Promise<string> {
  const { rows } = await owner.query<{ name: string }>('select current_database() as name');
  const base = unquotedName(rows[0]?.name ?? '');
  for (let number = 1; number < 100; number += 1) {
    const prefix = number === 1 ? base : `${base}_${number}`;
    const { rowCount } = await owner.query(
      `select from pg_catalog.pg_roles as taken
       where rolname = any ($1) and (
         exists (select from pg_catalog.pg_shdepend
           where refclassid = 'pg_catalog.pg_authid'::regclass and refobjid = taken.oid and dbid <> 0)
         or not exists (select from pg_catalog.pg_roles as own where rolname = current_user and ${MAY_GRANT('taken')})
       )`,
      [groupRoleNames(prefix)],
    );
    if (rowCount === 0) return prefix;
  }
  throw new StartError(
    `The server has 99 times the roles of a shop of this name (${groupRoleName(base, 'anon')}): drop those of shops that are gone.`,
  );
}

/** SQL that is true if the role `own`, who is the current one, can make others members of the role `granted`. */
export const MAY_GRANT = (granted: string) =>
  `(pg_catalog.pg_has_role(own.oid, ${granted}.oid, 'member with admin option')
    or own.rolcreaterole and not ${granted}.rolsuper and current_setting('server_version_num')::int < 160000)`;

/** Reads the stored prefix. @throws {StartError} */
export async function readRolePrefix(owner: Queryable): Promise<string> {
  const { rows } = await owner.query<{ exists: boolean }>(
    "select to_regprocedure('public.role_prefix()') is not null as exists",
  );
  if (!rows[0]?.exists)
    throw new StartError("The database is of a shop before the first release, and can't be used.");
  const { rows: stored } = await owner.query<{ prefix: string }>('select public.role_prefix() as prefix');
  return stored[0]?.prefix ?? '';
}
