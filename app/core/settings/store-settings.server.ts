import { sql, type Transaction } from 'kysely';
import { logAdminAction } from '#core/audit/write-events.server.ts';
import type { DB, Json } from '#db/types.ts';
import type { Settings } from './settings.ts';
import {
  describePath,
  fillDefaults,
  listChanges,
  omitDefaults,
  type SettingsChange,
  type StoredSettings,
} from './settings-changes.ts';

interface StoredVersion {
  version: number;
  values: StoredSettings;
}

/** Waits for a change that is under way. */
export async function lockSettings(transaction: Transaction<DB>): Promise<StoredVersion> {
  const row = await transaction
    .selectFrom('shop_settings')
    .select(['version', 'values'])
    .forUpdate()
    .executeTakeFirst();
  // PostgreSQL's own refusal has this code. Row-level security hides the row.
  if (!row) throw Object.assign(new Error('Only admins change settings'), { code: '42501' });
  return { version: row.version, values: row.values as unknown as StoredSettings };
}

export async function readVersion(
  transaction: Transaction<DB>,
  version: number,
): Promise<StoredSettings | undefined> {
  const row = await transaction
    .selectFrom('settings_versions')
    .select('values')
    .where('version', '=', version)
    .executeTakeFirst();
  return row?.values as StoredSettings | undefined;
}

interface StoreSettings {
  action: 'change_settings' | 'restore_settings';
  now: StoredVersion;
  next: Settings;
}

/** Call lockSettings before. Returns the version, which stays the same if nothing changes. */
export async function storeSettings(
  transaction: Transaction<DB>,
  { action, now, next }: StoreSettings,
): Promise<number> {
  const values = omitDefaults(next);
  const changes = listChanges(fillDefaults(now.values), fillDefaults(values));
  if (changes.length === 0) return now.version;
  await transaction
    .updateTable('shop_settings')
    .set({ values: sql<Json>`${JSON.stringify(values)}::jsonb` })
    .execute();
  const version = now.version + 1;
  await logAdminAction(transaction, action, {
    resourceType: 'shop_settings',
    resourceId: String(version),
    ...describeChanges(changes),
  });
  return version;
}

const MAX_LOGGED = 40;
const MAX_LOGGED_LENGTH = 120;

/** Shortens changes, because audit_logs_details_bounded limits them. settings_versions has everything. */
function describeChanges(changes: readonly SettingsChange[]) {
  const logged = changes.slice(0, MAX_LOGGED);
  const values = (side: 'before' | 'after') =>
    Object.fromEntries(logged.map((change) => [change.path.join('.').slice(0, 80), shorten(change[side])]));
  return {
    changed: changes.length,
    fields: logged.slice(0, 10).map(({ path }) => describePath(path)),
    before: values('before'),
    after: values('after'),
  };
}

function shorten(value: unknown): unknown {
  if (typeof value !== 'string' || value.length <= MAX_LOGGED_LENGTH) return value ?? null;
  return `${value.slice(0, MAX_LOGGED_LENGTH - 1)}…`.toWellFormed();
}
