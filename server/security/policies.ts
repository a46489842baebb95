import { sql } from 'kysely';
import { type Finding, formatNames } from '#core/security/security-finding.ts';
import { groupRoleName } from '../database/role-names.ts';
import { type Check, ownSchema, PUBLIC_ROLES, PUBLIC_TABLES } from './check.ts';

export const rowLevelSecurity: Check = {
  name: 'row-level security',
  async look({ ask, admin }) {
    // Queries reach a partition through its parent, unless a role has direct access.
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
      ...listFinding(tables, 'critical', 'table_without_row_level_security', {
        what: 'Row-level security is off for',
        advice: 'Switch it on with "alter table … enable row level security" and write policies for it.',
      }),
      ...listFinding(views, 'high', 'view_past_row_level_security', {
        what: 'These views bypass row-level security:',
        advice: 'Make each "with (security_invoker = true)", or revoke its grants.',
      }),
    ];
  },
};

export const widePolicies: Check = {
  name: 'policies',
  async look({ pools, ask, admin }) {
    const publicRoles = PUBLIC_ROLES.map((role) => groupRoleName(pools.rolePrefix, role));
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
            or exists (select from pg_roles where oid = any (polroles) and rolname in (${sql.join(publicRoles)}))
          )
          -- An expression without a row or function reference is the same for every role.
          and (
            polqual::text !~ ${HAS_REFERENCE}
            or polwithcheck::text !~ ${HAS_REFERENCE}
          )
        order by 1, 2`,
    );
    const named = (those: typeof policies) => those.map(({ table, policy }) => `"${policy}" on ${table}`);
    const reads = policies.filter(({ command, table }) => command === 'r' && !PUBLIC_TABLES.has(table));
    const writes = policies.filter(({ command }) => command !== 'r');
    return [
      ...listFinding(named(writes), 'critical', 'policy_lets_anybody_write', {
        what: 'These policies let visitors or users write any row:',
        advice: 'Restrict the policy to certain rows, or drop it.',
      }),
      ...listFinding(named(reads), 'critical', 'policy_lets_anybody_read', {
        what: 'These policies let visitors or users read all rows of a private table:',
        advice: 'Restrict the policy to certain rows, or drop it.',
      }),
    ];
  },
};

/** A column, function, subquery, parameter, or the current role in a stored expression. */
const HAS_REFERENCE = '\\{(VAR|FUNCEXPR|SUBLINK|PARAM|SQLVALUEFUNCTION) ';

export function listFinding(
  names: readonly string[],
  severity: Finding['severity'],
  event: string,
  words: { what: string; advice: string },
): Finding[] {
  if (names.length === 0) return [];
  return [{ event, severity, what: `${words.what} ${formatNames(names)}.`, advice: words.advice }];
}
