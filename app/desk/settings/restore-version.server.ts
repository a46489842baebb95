import type { Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { settingsSchema } from '#core/settings/settings.ts';
import type { ActionResult } from '#core/values/action-result.ts';
import { Refused } from '#core/values/refused.ts';
import { lockSettings, readVersion, storeSettings } from '#core/settings/store-settings.server.ts';

interface RestoreVersion {
  version: number;
  /** Newest version that the admin saw. */
  seenVersion: number;
}

/** Saves the values of an earlier version as a new one. */
export async function restoreVersion(
  transaction: Transaction<DB>,
  { version, seenVersion }: RestoreVersion,
): Promise<ActionResult> {
  const now = await lockSettings(transaction);
  const values = await readVersion(transaction, version);
  if (!values) throw new Refused(`version ${version} does not exist`);
  if (now.version !== seenVersion) {
    throw new Refused('someone else has just saved settings. Review them first.');
  }
  const parsed = settingsSchema.safeParse(values);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new Refused(`${issue?.path.join('.')} ${issue?.message}`);
  }
  const saved = await storeSettings(transaction, { action: 'restore_settings', now, next: parsed.data });
  const message = saved === now.version ? 'Nothing has changed' : `Version ${version} restored`;
  return { done: true, message };
}
