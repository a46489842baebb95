import { type Kysely, sql } from 'kysely';
import { createContext } from 'react-router';
import type { DB } from '#db/types.ts';
import { parseSettings, type Settings } from './settings.ts';

/** Settings at the time of the request. A transaction that charges money reads them itself. */
export const settingsContext = createContext<Settings>();

interface StoredSettings {
  settings: Settings;
  version: number;
}

let lastRead: { stored: string; settings: Settings } | undefined;

/** Reads the settings. Transactions are allowed too. @throws {ZodError} if the stored values are invalid. */
export async function readSettings(database: Kysely<DB>): Promise<Settings> {
  return (await readSettingsVersion(database)).settings;
}

/** Works like readSettings, and adds the version that an order keeps. */
export async function readSettingsVersion(database: Kysely<DB>): Promise<StoredSettings> {
  const { stored, version } = await database
    .selectFrom('shop_settings')
    .select(['version', storedSettings])
    .executeTakeFirstOrThrow();
  return { settings: parseStoredSettings(stored), version };
}

/** Selects a column of shop_settings for parseStoredSettings. */
export const storedSettings = sql<string>`values::text`.as('stored');

/** Parses the same values only once. @throws {ZodError} */
export function parseStoredSettings(stored: string): Settings {
  if (lastRead?.stored !== stored) lastRead = { stored, settings: parseSettings(JSON.parse(stored)) };
  return lastRead.settings;
}
