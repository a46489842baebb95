import type pg from 'pg';
import {
  GROUP_ROLES,
  type GroupRole,
  groupRoleName,
  groupRoleNames,
  readRolePrefix,
} from '#server/database/role-names.ts';

/** `admin` and `staff` are `authenticated` with is_admin() or is_staff(): they have the same privileges, but more rows. */
type Actor = GroupRole | 'admin' | 'staff';

const ACTORS: readonly Actor[] = ['anon', 'authenticated', 'staff', 'admin', ...GROUP_ROLES.slice(2)];

const COMMANDS = ['select', 'insert', 'update', 'delete'] as const;
type Command = (typeof COMMANDS)[number];

interface Policy {
  table: string;
  cmd: string;
  roles: string[];
  using: string | null;
  check: string | null;
}

/**
 * Lists the privileges of each actor for each table: the rows by policies, and in parentheses the columns if not all. A table
 * without privileges has one row, for 'none'. Roles are named without the prefix of the shop.
 */
export async function tablePrivileges(owner: pg.Client): Promise<string[][]> {
  const { rows: tables } = await owner.query<{ oid: number; name: string }>(
    `select oid, oid::regclass::text as name from pg_class
     where relkind in ('r', 'p', 'v', 'm', 'f') and relnamespace in ('public'::regnamespace, 'auth'::regnamespace, 'audit'::regnamespace)
       and not relispartition
     order by relnamespace::regnamespace::text desc, relname`,
  );
  const { rows: policies } = await owner.query<Policy>(
    `select format('%I.%I', schemaname, tablename)::regclass::text as table, lower(cmd) as cmd, roles::text[] as roles,
       qual as using, with_check as check from pg_policies where permissive = 'PERMISSIVE'`,
  );
  const prefix = await readRolePrefix(owner);
  const matrix: string[][] = [];
  for (const { oid, name } of tables) {
    const cells = new Map<Actor, Record<Command, string>>();
    for (const actor of ACTORS) {
      const role = actor === 'admin' || actor === 'staff' ? 'authenticated' : actor;
      // The role api_client is a member of anon.
      const actsAs = (role === 'api_client' ? [role, 'anon' as const] : [role]).map((each) =>
        groupRoleName(prefix, each),
      );
      const own = policies.filter(
        ({ table, roles }) => table === name && actsAs.some((each) => roles.includes(each)),
      );
      const cell = {} as Record<Command, string>;
      for (const command of COMMANDS) {
        const columns = await grantedColumns(owner, groupRoleName(prefix, role), oid, command);
        const rows = rowsFor(own, command, actor);
        cell[command] = columns === '' ? '–' : rows === 'none' ? rows : `${rows}${columns}`.trim();
      }
      cells.set(actor, cell);
    }
    const able = ACTORS.filter((actor) => Object.values(cells.get(actor) ?? {}).some((cell) => cell !== '–'));
    const alike = Map.groupBy(able, (actor) => Object.values(cells.get(actor) ?? {}).join(' | '));
    if (able.length === 0) matrix.push([name, 'none', '–', '–', '–', '–']);
    for (const [, actors] of alike) {
      matrix.push([name, actors.join(', '), ...Object.values(cells.get(actors[0] ?? 'anon') ?? {})]);
    }
  }
  return matrix;
}

/** Returns '' for no columns, ' ' for all, else the names of the granted or the excluded columns. */
async function grantedColumns(
  owner: pg.Client,
  role: string,
  table: number,
  command: Command,
): Promise<string> {
  if (command === 'delete') {
    const { rows } = await owner.query("select has_table_privilege($1, $2::oid, 'delete') as may", [
      role,
      table,
    ]);
    return rows[0].may ? ' ' : '';
  }
  const { rows } = await owner.query<{ name: string; may: boolean }>(
    `select attname as name, has_column_privilege($1, $2::oid, attnum, $3) as may from pg_attribute
     where attrelid = $2::oid and attnum > 0 and not attisdropped order by attnum`,
    [role, table, command],
  );
  const granted = rows.filter(({ may }) => may);
  if (granted.length === rows.length) return ' ';
  const others = rows.filter(({ may }) => !may).map(({ name }) => name);
  if (others.length < granted.length / 2) return ` (but not ${others.join(', ')})`;
  return granted.length === 0 ? '' : ` (${granted.map(({ name }) => name).join(', ')})`;
}

function rowsFor(policies: Policy[], command: Command, actor: Actor): string {
  const texts = policies
    .filter(({ cmd }) => cmd === command || cmd === 'all')
    .map(({ using, check }) => (command === 'insert' ? check : using) ?? 'true');
  const kind = (text: string) => {
    if (text === 'true') return 'all';
    if (text.includes('is_admin()'))
      return actor !== 'admin' ? 'none' : text.includes('auth.uid()') ? 'own' : 'all';
    if (text.includes('is_staff()')) {
      if (actor !== 'admin' && actor !== 'staff') return 'none';
      return text.includes('auth.uid()') ? 'own' : text.includes(' AND ') ? 'some' : 'all';
    }
    return text.includes('auth.uid()') ? 'own' : 'some';
  };
  const kinds = new Set<string>(texts.map(kind));
  return ['all', 'own', 'some'].find((each) => kinds.has(each)) ?? 'none';
}

/** Lists privileges of functions, but not of extensions. Roles are named without the prefix of the shop. */
export async function functionPrivileges(owner: pg.Client): Promise<string[][]> {
  const { rows } = await owner.query<{ function: string; roles: string }>(
    `select case nspname when 'public' then '' else nspname || '.' end || proname
         || case when prosecdef then ' (definer)' else '' end as function,
       coalesce(nullif(array_to_string(array(
         select role from unnest($1::text[], $2::text[]) with ordinality as roles(role, name, place)
         where has_function_privilege(name, pg_proc.oid, 'execute') order by place), ', '), ''), 'none') as roles
     from pg_proc join pg_namespace on pg_namespace.oid = pronamespace
     where nspname in ('public', 'auth', 'audit')
       and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e')
     order by nspname desc, 1`,
    [GROUP_ROLES, groupRoleNames(await readRolePrefix(owner))],
  );
  return rows.map((row) => [row.function, row.roles]);
}

/** Splits a document into what stands before the rows of the first table under a heading, the rows, and what follows. */
function splitAtTable(markdown: string, heading: string): [before: string, rows: string[], after: string] {
  const lines = markdown.split('\n');
  const table = lines.findIndex((line, index) => line.startsWith('|') && index > lines.indexOf(heading));
  const end = lines.findIndex((line, index) => index > table && !line.startsWith('|'));
  return [lines.slice(0, table + 2).join('\n'), lines.slice(table + 2, end), lines.slice(end).join('\n')];
}

/** Reads the cells of the first table under a heading. */
export function tableUnder(markdown: string, heading: string): string[][] {
  return splitAtTable(markdown, heading)[1].map((line) =>
    line
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.replaceAll('`', '').trim()),
  );
}

/** Returns the document with these cells in the first table under a heading. */
export function withTableUnder(markdown: string, heading: string, cells: readonly string[][]): string {
  const [before, , after] = splitAtTable(markdown, heading);
  return [before, ...cells.map((row) => `| ${row.join(' | ')} |`), after].join('\n');
}
