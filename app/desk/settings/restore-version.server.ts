import type { Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { settingsSchema } from '#core/settings/settings.ts';
import type { SettingsResult } from './topics/settings-result.ts';
import { lockSettings, readVersion, storeSettings } from './store-settings.server.ts';

interface RestoreVersion {
  version: number;
  /** The newest version that the admin saw. */
  seenVersion: number;
}

const FAILURE = 'Error restoring settings';

/** Saves the values of an earlier version as a new one. */
export async function restoreVersion(
  transaction: Transaction<DB>,
  { version, seenVersion }: RestoreVersion,
): Promise<SettingsResult> {
  const now = await lockSettings(transaction);
  const values = await readVersion(transaction, version);
  if (!values) return { done: false, message: `${FAILURE}: version ${version} does not exist` };
  if (now.version !== seenVersion) {
    return { done: false, message: `${FAILURE}: someone else has just saved settings. Review them first.` };
  }
  const parsed = settingsSchema.safeParse(values);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return { done: false, message: `${FAILURE}: ${issue?.path.join('.')} ${issue?.message}` };
  }
  const saved = await storeSettings(transaction, { action: 'restore_settings', now, next: parsed.data });
  const message = saved === now.version ? 'Nothing has changed' : `Version ${version} restored`;
  return { done: true, message };
}
