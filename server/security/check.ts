import { type RawBuilder, sql } from 'kysely';
import type { Finding } from '#core/security/security-finding.ts';
import type { Identity } from '#core/platform/database.server.ts';
import type { Pools } from '../database/pools.ts';
import type { GroupRole } from '../database/role-names.ts';

const QUERY_TIMEOUT_MS = 3_000;

export interface SecurityFacts {
  production: boolean;
  siteUrl: string;
  host: string;
  trustProxy: boolean;
  /** AUTH_SECRET, configured or generated. */
  secret: string;
  /** The owner's URL, and the operator's own login if configured. */
  databaseUrls: readonly string[];
  /** False for the embedded database, which has a generated password. */
  ownServer: boolean;
  /** Files with secrets that only the shop should read. */
  secretFiles: readonly string[];
  adminsNeedSecondStep: boolean;
  /** Undefined means the test payment page. */
  stripeKey: string | undefined;
  sendsMail: boolean;
  demo: boolean;
}

export interface ScanTools {
  pools: Pools;
  /** The scanning admin, whose rights apply to admin data. */
  admin: Extract<Identity, { role: 'authenticated' }>;
  facts: SecurityFacts;
  ask<Row>(identity: Identity, query: RawBuilder<Row>, timeoutMs?: number): Promise<Row[]>;
}

/** A check of the scan. It only reads, and throws if it fails. */
export interface Check {
  name: string;
  look(tools: ScanTools): Promise<Finding[]> | Finding[];
}

export function createAsk(pools: Pools): ScanTools['ask'] {
  return (identity, query, timeoutMs = QUERY_TIMEOUT_MS) =>
    pools.as(identity, async (transaction) => {
      await sql`select set_config('statement_timeout', ${String(timeoutMs)}, true)`.execute(transaction);
      return (await query.execute(transaction)).rows;
    });
}

/** Excludes PostgreSQL's own schemas. */
export const ownSchema = sql`pg_namespace.nspname !~ '^pg_' and pg_namespace.nspname <> 'information_schema'`;

export const PUBLIC_ROLES: readonly GroupRole[] = ['anon', 'authenticated'];

export const PUBLIC_TABLES: ReadonlySet<string> = new Set(
  [
    'parts_catalog',
    'conditions',
    'legal_texts',
    'catalog_counts',
    'search_parts',
    'search_vocabulary',
    'shop_settings',
    'part_names',
    'part_kinds',
    'part_fitments',
    'fitment_counts',
    'part_pictures',
    'public_cars',
    'part_ready_days',
    'yard_pictures',
  ].map((table) => `public.${table}`),
);
