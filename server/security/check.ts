import { type RawBuilder, sql } from 'kysely';
import type { Finding } from '#domain/security-finding.ts';
import type { Identity } from '#services';
import type { Pools } from '../database/pools.ts';

/** How long one statement of a check may take, in milliseconds. */
const PATIENCE = 3_000;

/** What the server knows of itself. */
export interface SecurityFacts {
  production: boolean;
  siteUrl: string;
  /** Where it listens. */
  host: string;
  trustProxy: boolean;
  /** AUTH_SECRET, given or generated. */
  secret: string;
  /** The owner's address, and the operator's own login if there is one. */
  databaseUrls: readonly string[];
  /** False: the embedded database, whose password is generated. */
  ownServer: boolean;
  /** Files with secrets in them that should be there for the shop alone. */
  secretFiles: readonly string[];
  adminsNeedSecondStep: boolean;
  /** Undefined: the test payment page. */
  stripeKey: string | undefined;
  sendsMail: boolean;
  demo: boolean;
}

export interface ScanTools {
  pools: Pools;
  /** Who scans. What an admin may read is read as that admin. */
  admin: Extract<Identity, { role: 'authenticated' }>;
  facts: SecurityFacts;
  /** Runs one statement as somebody, and no longer than a check may take. */
  ask<Row>(identity: Identity, query: RawBuilder<Row>, patience?: number): Promise<Row[]>;
}

/** One thing that the scan looks at. It only reads; what it can't find out, it throws. */
export interface Check {
  name: string;
  look(tools: ScanTools): Promise<Finding[]> | Finding[];
}

export function askIn(pools: Pools): ScanTools['ask'] {
  return (identity, query, patience = PATIENCE) =>
    pools.as(identity, async (transaction) => {
      await sql`select set_config('statement_timeout', ${String(patience)}, true)`.execute(transaction);
      return (await query.execute(transaction)).rows;
    });
}

/** What belongs to the shop: in no schema of PostgreSQL's own. */
export const ownSchema = sql`pg_namespace.nspname !~ '^pg_' and pg_namespace.nspname <> 'information_schema'`;

/** The roles that somebody can act as who is not the shop itself. */
export const PUBLIC_ROLES = ['anon', 'authenticated'] as const;

/** All roles that the application's logins act as. */
export const GROUP_ROLES = [
  ...PUBLIC_ROLES,
  'service_role',
  'auth_service',
  'job_service',
  'limit_service',
] as const;

/** The tables that everybody may read: the catalogue and what its search is made of. */
export const PUBLIC_TABLES: ReadonlySet<string> = new Set(
  [
    'parts_catalog',
    'conditions',
    'catalog_counts',
    'search_chunks',
    'search_places',
    'search_bits',
    'search_vocabulary',
    'search_stock_flips',
    'part_names',
  ].map((table) => `public.${table}`),
);
