import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { parseSettings } from './settings.ts';
import {
  describePath,
  describeValue,
  fillDefaults,
  listChanges,
  type StoredSettings,
} from './settings-changes.ts';

/** Reads the newest settings. The request may still have older ones. */
export async function readSettingsPage(transaction: Transaction<DB>) {
  const { version, values } = await transaction
    .selectFrom('shop_settings')
    .select(['version', 'values'])
    .executeTakeFirstOrThrow();
  return { version, settings: parseSettings(values) };
}

/** Tells whether the owner has published a legal text. */
export async function readHasLegalTexts(transaction: Transaction<DB>): Promise<boolean> {
  const text = await transaction.selectFrom('legal_texts').select('version').limit(1).executeTakeFirst();
  return text !== undefined;
}

export interface SettingsVersion {
  version: number;
  /** ISO 8601. */
  at: string;
  /** Null if no admin made the change. */
  by: string | null;
  changes: { field: string; before: string; after: string }[];
  /** Includes changes that are not listed. */
  changeCount: number;
}

export type SettingsHistory = Awaited<ReturnType<typeof readHistory>>;

const PAGE_SIZE = 20;
const MAX_CHANGES = 30;

/** Reads the newest versions, or those before one. */
export async function readHistory(transaction: Transaction<DB>, before: number | undefined) {
  const rows = await transaction
    .selectFrom('settings_versions')
    .leftJoin('profiles', 'profiles.user_id', 'settings_versions.changed_by')
    .select(['version', 'values', 'changed_at', 'changed_by', 'display_name'])
    .$if(before !== undefined, (query) => query.where('version', '<', before ?? 0))
    .orderBy('version', 'desc')
    // The page needs one more, to compare the last one with.
    .limit(PAGE_SIZE + 1)
    .execute();
  const versions = rows.slice(0, PAGE_SIZE).map((row, index): SettingsVersion => {
    const earlier = rows[index + 1];
    const changes = earlier
      ? listChanges(fillDefaults(toStored(earlier.values)), fillDefaults(toStored(row.values)))
      : [];
    return {
      version: row.version,
      at: row.changed_at.toISOString(),
      by: row.changed_by && (row.display_name || 'An admin without a profile'),
      changes: changes.slice(0, MAX_CHANGES).map((change) => ({
        field: describePath(change.path),
        before: describeValue(change.before, change.path),
        after: describeValue(change.after, change.path),
      })),
      changeCount: changes.length,
    };
  });
  const newest = await transaction
    .selectFrom('shop_settings')
    .select(sql<number>`version`.as('version'))
    .executeTakeFirstOrThrow();
  return {
    versions,
    newest: newest.version,
    older: rows.length > PAGE_SIZE ? (versions.at(-1)?.version ?? null) : null,
  };
}

function toStored(values: unknown): StoredSettings {
  return values as StoredSettings;
}
