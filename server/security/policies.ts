import { sql } from 'kysely';
import { type Finding, formatNames } from '#domain/security-finding.ts';
import { type Check, ownSchema, PUBLIC_ROLES, PUBLIC_TABLES } from './check.ts';

/** Row-level security is on for every table, and no view leads past it. */
export const rowLevelSecurity: Check = {
  name: 'row-level security',
  async look({ ask, admin }) {
    // A partition is reached through its parent, unless somebody may reach it directly.
    const open = await ask<{ name: string; view: boolean }>(
      admin,
      sql`
        select pg_namespace.nspname || '.' || relname as name, relkind in ('v', 'm') as view
        from pg_class
        join pg_namespace on pg_namespace.oid = relnamespace
        where ${ownSchema}
          and not exists (
            select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e'
          )
          and (
            (relkind in ('r', 'p') and not relrowsecurity and (not relispartition or exists (
              select from aclexplode(relacl) where grantee <> relowner
            )))
            or (
              relkind in ('v', 'm') and exists (
              select from aclexplode(relacl) where grantee <> relowner
            )
              and not coalesce(reloptions, '{}') && '{security_invoker=true,security_invoker=on,security_invoker=1}'
            )
          )
        order by 1`,
    );
    const tables = open.filter(({ view }) => !view).map(({ name }) => name);
    const views = open.filter(({ view }) => view).map(({ name }) => name);
    return [
      ...found(tables, 'critical', 'table_without_row_level_security', {
        what: 'Row-level security is off for',
        advice: 'Switch it on with "alter table … enable row level security" and write policies for it.',
      }),
      ...found(views, 'high', 'view_past_row_level_security', {
        what: 'These views show rows past row-level security:',
        advice: 'Make each "with (security_invoker = true)", or revoke what is granted on it.',
      }),
    ];
  },
};

/** No policy lets visitors or users do to all rows what they may do to some. */
export const widePolicies: Check = {
  name: 'policies',
  async look({ ask, admin }) {
    const policies = await ask<{ table: string; policy: string; command: string }>(
      admin,
      sql`
        select pg_namespace.nspname || '.' || relname as table, polname as policy, polcmd as command
        from pg_policy
        join pg_class on pg_class.oid = polrelid
        join pg_namespace on pg_namespace.oid = relnamespace
        where ${ownSchema} and polpermissive
          and (
            0 = any (polroles)
            or exists (select from pg_roles where oid = any (polroles) and rolname in (${sql.join(PUBLIC_ROLES)}))
          )
          -- An expression that asks neither the row nor any function is the same for everybody.
          and (
            polqual::text !~ ${ASKS_SOMETHING}
            or polwithcheck::text !~ ${ASKS_SOMETHING}
          )
        order by 1, 2`,
    );
    const named = (those: typeof policies) => those.map(({ table, policy }) => `"${policy}" on ${table}`);
    const reads = policies.filter(({ command, table }) => command === 'r' && !PUBLIC_TABLES.has(table));
    const writes = policies.filter(({ command }) => command !== 'r');
    return [
      ...found(named(writes), 'critical', 'policy_lets_anybody_write', {
        what: 'These policies let visitors or users write any row:',
        advice: 'Say in the policy whose rows are meant, or drop it.',
      }),
      ...found(named(reads), 'critical', 'policy_lets_anybody_read', {
        what: 'These policies let visitors or users read all rows of a private table:',
        advice: 'Say in the policy whose rows are meant, or drop it.',
      }),
    ];
  },
};

/** A column, a function, a subquery, a parameter, or the current role, in the stored form of an expression. */
const ASKS_SOMETHING = '\\{(VAR|FUNCEXPR|SUBLINK|PARAM|SQLVALUEFUNCTION) ';

/** One finding that names all that is wrong in the same way; none when nothing is. */
export function found(
  names: readonly string[],
  severity: Finding['severity'],
  event: string,
  words: { what: string; advice: string },
): Finding[] {
  if (names.length === 0) return [];
  return [{ event, severity, what: `${words.what} ${formatNames(names)}.`, advice: words.advice }];
}
