import { glob, readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

/** These tests find what was forgotten for a new table (docs/extending.md). */

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

async function column(query: string): Promise<string[]> {
  const { rows } = await database.owner.query<{ name: string }>(query);
  return rows.map(({ name }) => name);
}

/** Unique keys that nothing a person enters can violate. */
const unreachable = new Set([
  // Random, or counted by the database.
  'agent_checkouts_payer_id_key',
  'api_keys_token_hash_key',
  'inbox_threads_number_key',
  'invitations_token_hash_key',
  'live_changes_number_idx',
  'orders_number_key',
  'quote_links_secret_hash_key',
  'returns_number_key',
  // The row is locked or looked up first, or the insert says what happens on a conflict.
  'agent_events_unsent_idx',
  'agent_platforms_profile_url_key',
  'alerts_open_key',
  'car_waits_open_key',
  'catalog_counts_key',
  'customers_email_key',
  'fitment_counts_key',
  'import_runs_open_key',
  'inbox_parts_matched_once',
  'inbox_threads_message_id_key',
  'inbox_threads_request_id_key',
  'order_balances_open_key',
  'part_pictures_place_key',
  'profiles_user_id_key',
  'refunds_own_key',
  'returns_refund_id_key',
  'returns_rest_of_key',
  'saved_addresses_default_idx',
  'stock_holds_open_order_part_key',
  'standard_names_key',
  'stock_waits_open_key',
  'yard_pictures_place_key',
  // Given by the payment provider.
  'order_balances_payment_id_key',
  'orders_payment_session_id_key',
  'refunds_provider_id_key',
]);

test('what a doubled entry of a person violates has a message', async () => {
  const sources: string[] = [];
  for await (const file of glob('app/**/*.{ts,tsx}'))
    if (!file.includes('.test.')) sources.push(await readFile(file, 'utf8'));
  const code = sources.join('\n');
  const keys = await column(`
    select relname as name from pg_index join pg_class on pg_class.oid = indexrelid
    where indisunique and not indisprimary and relnamespace = 'public'::regnamespace`);
  expect(
    keys.filter((name) => !unreachable.has(name) && !code.includes(name)),
    'Give the key a text in the refusals beside its command, or list it here if no person can violate it',
  ).toEqual([]);
  expect([...unreachable].filter((name) => !keys.includes(name))).toEqual([]);
});

/** Tables with such columns that are not about a shopper's person, or follow another table. */
const notPersonal = new Set([
  // Which member of staff did the work.
  'public.part_changes',
  'public.catalog_crawls',
  'public.import_sources',
  'public.standard_deliveries',
  'public.yard_checks',
  'public.yard_converter_sales',
  'public.yard_converters',
  'public.yard_nmvtis_reports',
  'public.yard_overrides',
  'public.yard_removals',
  'public.yard_rules',
  // Counted again from orders, requests and messages.
  'public.customer_changes',
  'public.customers',
  // A guess of the shop's: it could name the address of someone else. They go with the account (0052).
  'public.customer_merges',
  // Secrets, which a copy of one's data must not have. They go with the account.
  'auth.accounts',
  'auth.former_emails',
  'auth.mailed_links',
  'auth.two_factors',
]);

test('data about a person is part of what the person can download', async () => {
  const [source = ''] = await column(
    `select pg_get_functiondef('public.personal_data()'::regprocedure) as name`,
  );
  const tables = await column(`
    select distinct table_schema || '.' || table_name as name from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema in ('public', 'auth') and table_type = 'BASE TABLE'
      and column_name in ('user_id', 'email', 'phone', 'recipient', 'ip_address', 'customer_name', 'shipping_address')
    order by 1`);
  expect(
    tables.filter((name) => !notPersonal.has(name) && !source.includes(name)),
    'Add the table to public.personal_data() and auth.forget_person()',
  ).toEqual([]);
});

/** The audit trail outlives the account, as docs/accounts.md says. */
const kept = new Set(['public.audit_logs']);

test('data about a person goes with the account', async () => {
  const [source = ''] = await column(
    `select pg_get_functiondef('auth.forget_person(uuid)'::regprocedure) as name`,
  );
  const tables = await column(`
    select distinct table_schema || '.' || table_name as name from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema in ('public', 'auth') and table_type = 'BASE TABLE'
      and column_name in ('user_id', 'email', 'recipient') order by 1`);
  const followers = new Set(
    await column(`
      select conrelid::regclass::text as name from pg_constraint
      where contype = 'f' and confrelid = 'auth.users'::regclass and confdeltype in ('c', 'n')`),
  );
  const follows = (name: string) => followers.has(name) || followers.has(name.replace('public.', ''));
  expect(
    tables.filter(
      (name) => !notPersonal.has(name) && !kept.has(name) && !source.includes(name) && !follows(name),
    ),
    'Delete its rows in auth.forget_person(), or let them follow auth.users',
  ).toEqual([]);
});

/** Tables that no job and no payment reads or writes. */
const notForJobs = new Set([
  'api_keys',
  'audit_logs',
  'part_change_lines',
  'catalog_sites',
  'customer_changes',
  'customer_merges',
  'customer_notes',
  'customers',
  'deleted_conditions',
  'deleted_parts',
  'demo_parts',
  'garages',
  'hidden_parts',
  'installation_steps',
  'job_workers',
  'limits',
  'migrations',
  'nmvtis_entity',
  'order_search',
  'part_fit_keys',
  'part_import_keys',
  'part_import_mappings',
  'part_import_pieces',
  'part_picture_sources',
  'profiles',
  'restricted_kinds',
  'sales_lines',
  'sales_parts',
  'sales_sums',
  'saved_addresses',
  'saved_answers',
  'standard_delivery_pieces',
  'standard_names',
  'tax_rate_imports',
  'user_roles',
  'yard_checks',
  'yard_converter_sales',
  'yard_converters',
  'yard_nmvtis_reports',
  'yard_removals',
]);

test('jobs and payments have a policy for each table that they use', async () => {
  const tables = await column(`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not exists (
      select from pg_policy, unnest(polroles) as role
      where polrelid = pg_class.oid and role::regrole::text like '%service\\_role'
    ) order by 1`);
  expect(
    tables.filter((name) => !notForJobs.has(name)),
    'Without a policy for service_role, a job finds no rows and gets no error. Add one, or list the table here',
  ).toEqual([]);
  expect([...notForJobs].filter((name) => !tables.includes(name))).toEqual([]);
});
