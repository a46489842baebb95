import { sql } from 'kysely';
import type { Finding } from '#core/security/security-finding.ts';
import { groupRoleName, groupRoleNames } from '../database/role-names.ts';
import { type Check, ownSchema, PUBLIC_TABLES } from './check.ts';
import { listFinding } from './policies.ts';

export interface Grant {
  /** The name includes the schema. */
  table: string;
  /** The name in the database, with the prefix of the shop. */
  role: string;
  privilege: string;
}

export const grants: Check = {
  name: 'grants',
  async look({ pools, ask, admin }) {
    const rows = await ask<Grant>(
      admin,
      sql`
        select distinct pg_namespace.nspname || '.' || relname as table, coalesce(rolname, 'PUBLIC') as role,
          privilege_type as privilege
        from pg_class
        join pg_namespace on pg_namespace.oid = relnamespace
        cross join lateral (
          select * from aclexplode(relacl)
          union all
          select rights.* from pg_attribute cross join lateral aclexplode(attacl) as rights where attrelid = pg_class.oid
        ) as rights
        left join pg_roles on pg_roles.oid = rights.grantee
        where ${ownSchema}
          and (rights.grantee = 0 or rolname in (${sql.join(groupRoleNames(pools.rolePrefix))}))
          and not exists (
            select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e'
          )
        order by 1, 2, 3`,
    );
    return judgeGrants(rows, pools.rolePrefix);
  },
};

/** Privileges that bypass row-level security or table constraints. */
const BYPASSING_PRIVILEGES = new Set(['TRUNCATE', 'TRIGGER', 'REFERENCES', 'MAINTAIN']);
const READS = new Set(['SELECT', 'USAGE']);

/** Finds excessive grants. Each grant appears in its most severe finding only. */
export function judgeGrants(all: readonly Grant[], rolePrefix: string): Finding[] {
  const [anon, authenticated] = [
    groupRoleName(rolePrefix, 'anon'),
    groupRoleName(rolePrefix, 'authenticated'),
  ];
  const rest = new Set(all);
  const takeGrants = (isMatch: (grant: Grant) => boolean): string[] => {
    const matches = [...rest].filter(isMatch);
    for (const grant of matches) rest.delete(grant);
    return matches.map(({ table, role, privilege }) => `${privilege} on ${table} to ${role}`);
  };
  const isPublic = ({ role }: Grant) => role === anon || role === authenticated;
  const advice = 'Revoke it, unless a migration of the shop grants it on purpose.';
  return [
    ...listFinding(
      takeGrants(({ role }) => role === 'PUBLIC'),
      'critical',
      'grant_to_everybody',
      { what: 'Every login of the database server has these rights:', advice },
    ),
    ...listFinding(
      takeGrants((grant) => isPublic(grant) && !grant.table.startsWith('public.')),
      'critical',
      'inner_tables_open',
      { what: 'Visitors or users have access to internal tables:', advice },
    ),
    ...listFinding(
      takeGrants(
        ({ table, privilege }) => /^(?:audit\.|public\.audit_logs)/.test(table) && !READS.has(privilege),
      ),
      'critical',
      'audit_trail_writable',
      { what: 'The audit trail can be written without its functions:', advice },
    ),
    ...listFinding(
      takeGrants(({ table, privilege }) => table === 'public.user_roles' && !READS.has(privilege)),
      'critical',
      'roles_writable',
      { what: 'The application can grant roles:', advice },
    ),
    ...listFinding(
      takeGrants(({ role, privilege }) => role === anon && !READS.has(privilege)),
      'critical',
      'anonymous_can_write',
      { what: 'Visitors who are not signed in may write:', advice },
    ),
    ...listFinding(
      takeGrants(({ role, table }) => role === anon && !PUBLIC_TABLES.has(table)),
      'critical',
      'anonymous_can_read',
      { what: 'Visitors who are not signed in may read private tables:', advice },
    ),
    ...listFinding(
      takeGrants(({ privilege }) => BYPASSING_PRIVILEGES.has(privilege)),
      'high',
      'grant_past_row_level_security',
      { what: 'Row-level security does not cover these rights:', advice },
    ),
  ];
}

export const functions: Check = {
  name: 'functions',
  async look({ pools, ask, admin }) {
    const rows = await ask<{ name: string; loose: boolean; for_public: boolean }>(
      admin,
      sql`
        select distinct pg_namespace.nspname || '.' || proname as name,
          not exists (select from unnest(proconfig) as setting where setting like 'search_path=%') as loose,
          proacl is null or exists (select from aclexplode(proacl) where grantee = 0) as for_public
        from pg_proc
        join pg_namespace on pg_namespace.oid = pronamespace
        where ${ownSchema} and prosecdef
          and not exists (
            select from pg_depend where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e'
          )
        order by 1`,
    );
    const schemas = await ask<{ name: string }>(
      admin,
      sql`
        select distinct pg_namespace.nspname || ' by ' || coalesce(rolname, 'PUBLIC') as name
        from pg_namespace
        cross join lateral aclexplode(nspacl) as rights
        left join pg_roles on pg_roles.oid = grantee
        where ${ownSchema} and privilege_type = 'CREATE' and (
            grantee = 0 or rolname in (${sql.join(groupRoleNames(pools.rolePrefix))})
          )
        order by 1`,
    );
    return [
      ...listFinding(
        rows.filter(({ loose }) => loose).map(({ name }) => name),
        'high',
        'definer_without_search_path',
        {
          what: 'These functions act as their owner and do not set their search_path:',
          advice: `Give each "set search_path = ''" and write names with their schema.`,
        },
      ),
      ...listFinding(
        rows.filter(({ for_public }) => for_public).map(({ name }) => name),
        'high',
        'definer_open_to_everybody',
        {
          what: 'These functions act as their owner, and every role may call them:',
          advice: 'Revoke execute from public, and grant it to the roles that need it.',
        },
      ),
      ...listFinding(
        schemas.map(({ name }) => name),
        'high',
        'schema_open',
        {
          what: 'These schemas allow new tables and functions:',
          advice: 'Revoke create on the schema: only the owner may create objects in it.',
        },
      ),
    ];
  },
};
