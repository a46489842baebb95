import type { Settings } from '#core/settings/settings.ts';
import type { Database } from '#core/platform/database.server.ts';
import { readSettings } from '#core/settings/settings.server.ts';
import type { Notifications } from '../database/notifications.ts';

export interface CurrentSettings {
  /** Reads the database only after a change, or while changes can be missed. */
  read(): Promise<Settings>;
}

/** Creates the reader. Call it before `notifications.start`. */
export function createCurrentSettings(
  database: Pick<Database, 'public'>,
  notifications: Pick<Notifications, 'listen' | 'listening'>,
): CurrentSettings {
  let kept: Promise<Settings> | undefined;
  let lastKnown: Settings | undefined;
  const forget = () => {
    kept = undefined;
  };
  notifications.listen('settings_changed', { onNotification: forget, onConnection: forget });

  /** Pages without a query are served while the database is down. */
  async function readStored(): Promise<Settings> {
    try {
      lastKnown = await readSettings(database.public);
    } catch (error) {
      forget();
      if (!lastKnown) throw error;
    }
    return lastKnown;
  }

  return {
    read: () => (notifications.listening ? (kept ??= readStored()) : readStored()),
  };
}
