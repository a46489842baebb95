import pg from 'pg';
import { StartError } from '../start-error.ts';
import { databaseName, loginNames } from './logins.ts';
import { groupRoleNames, MAY_GRANT, readRolePrefix } from './role-names.ts';

export interface MissingRight {
  what: string;
  /** The command that grants it, for a superuser of the server or the owner of the database. */
  remedy: string;
}

interface Facts {
  role: string;
  database: string;
  encoding: string;
  makesRoles: boolean;
  ownsDatabase: boolean;
  /** Null if the database has no such schema. */
  ownsSchema: boolean | null;
  hasTrigrams: boolean;
  foreignTables: string[];
  isPrepared: boolean;
}

/** Finds what the owner of the shop's database needs on every version of PostgreSQL, and does not have. */
export async function findMissingRights(owner: pg.Client, ownerUrl: string): Promise<MissingRight[]> {
  const { rows } = await owner.query<Facts>(`
    select current_user as role, current_database() as database, pg_encoding_to_char(encoding) as encoding,
      rolcreaterole or rolsuper as "makesRoles",
      pg_has_role(datdba, 'usage') as "ownsDatabase",
      (select pg_has_role(nspowner, 'usage') from pg_namespace where nspname = 'public') as "ownsSchema",
      exists (select from pg_available_extensions where name = 'pg_trgm') as "hasTrigrams",
      array(select oid::regclass::text from pg_class
        where relkind in ('r', 'p') and not pg_has_role(relowner, 'usage') and relnamespace in (
          select oid from pg_namespace where nspname in ('public', 'auth', 'audit', 'graphile_worker')
        ) order by 1) as "foreignTables",
      to_regprocedure('public.role_prefix()') is not null as "isPrepared"
    from pg_roles, pg_database where rolname = current_user and datname = current_database()`);
  const [facts] = rows;
  if (!facts) return [];
  const role = pg.escapeIdentifier(facts.role);
  const database = pg.escapeIdentifier(facts.database);
  const missing: MissingRight[] = [];
  const needUnless = (isThere: boolean, what: string, remedy: string) => {
    if (!isThere) missing.push({ what, remedy });
  };
  needUnless(
    facts.makesRoles,
    `The role ${role} may not create the roles of the shop.`,
    `Run: alter role ${role} createrole;`,
  );
  needUnless(
    facts.ownsDatabase,
    `The role ${role} does not own the database ${database}.`,
    `Run: alter database ${database} owner to ${role};`,
  );
  needUnless(
    facts.ownsSchema ?? false,
    facts.ownsSchema === null
      ? `The database ${database} has no schema public.`
      : `The role ${role} does not own the schema public of the database ${database}.`,
    facts.ownsSchema === null
      ? 'Run in it: create schema public authorization pg_database_owner;'
      : 'Run in it: alter schema public owner to pg_database_owner;',
  );
  const [foreign] = facts.foreignTables;
  needUnless(
    foreign === undefined,
    `The role ${role} does not own ${foreign} (one of ${facts.foreignTables.length} tables of another role).`,
    `Use the role that created them, or run for each: alter table ${foreign} owner to ${role};`,
  );
  needUnless(
    facts.hasTrigrams,
    'The extension pg_trgm is missing.',
    "Install the contrib package of the server's distribution.",
  );
  needUnless(
    facts.encoding === 'UTF8',
    `The database ${database} has the encoding ${facts.encoding}.`,
    `Create it by: create database ${database} owner ${role} encoding 'UTF8' template template0;`,
  );
  if (facts.makesRoles) missing.push(...(await findForeignRoles(owner, { ...facts, ownerUrl })));
  return missing;
}

/** Since PostgreSQL 16, a role may change and grant only the roles that it created itself, or was granted with that option. */
async function findForeignRoles(
  owner: pg.Client,
  { role, isPrepared, ownerUrl }: Pick<Facts, 'role' | 'isPrepared'> & { ownerUrl: string },
): Promise<MissingRight[]> {
  const logins = loginNames(databaseName(ownerUrl));
  const groups = isPrepared ? groupRoleNames(await readRolePrefix(owner)) : [];
  const { rows } = await owner.query<{ name: string; isForeign: boolean; makesDatabases: boolean }>(
    `select made.rolname as name, not ${MAY_GRANT('made')} as "isForeign", made.rolcreatedb and not own.rolcreatedb
         and not own.rolsuper and current_setting('server_version_num')::int >= 160000 as "makesDatabases"
     from pg_roles as made, pg_roles as own where made.rolname = any ($1) and own.rolname = current_user order by 1`,
    [[...logins, ...groups]],
  );
  const foreign = rows.filter(({ isForeign }) => isForeign).map(({ name }) => name);
  const owning = pg.escapeIdentifier(role);
  return [
    ...(foreign.length > 0
      ? [
          {
            what: `The role ${owning} may not grant roles of the shop that another one created.`,
            remedy: `Run: grant ${foreign.join(', ')} to ${owning} with admin option;`,
          },
        ]
      : []),
    ...rows
      .filter(({ makesDatabases }) => makesDatabases)
      .map(({ name }) => ({
        what: `The login ${name} may create databases.`,
        remedy: `Run: alter role ${name} nocreatedb;`,
      })),
  ];
}

/** Checks the owner's rights. @throws {StartError} in one line, with the command that grants the missing right. */
export async function requireRights(owner: pg.Client, ownerUrl: string): Promise<void> {
  const missing = await findMissingRights(owner, ownerUrl);
  if (missing.length === 0) return;
  const lines = missing.map(({ what, remedy }) => `${what} ${remedy}`);
  throw new StartError(`${lines.join(' ')} (The rights that the shop needs are in docs/operating.md.)`);
}
