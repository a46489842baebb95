import type { Transaction } from 'kysely';
import type { z } from 'zod';
import type { DB } from '#db/types.ts';
import type { FieldConflict } from '#core/values/merge-fields.ts';
import { Refused } from '#core/values/refused.ts';
import { parseSettings, settingsSchema, type SettingsTopic } from '#core/settings/settings.ts';
import { describeValue, fillDefaults, isSame } from '#core/settings/settings-changes.ts';
import type { SettingsResult, TopicValues } from './topics/settings-result.ts';
import { lockSettings, readVersion, storeSettings } from '#core/settings/store-settings.server.ts';

interface SaveTopic {
  topic: SettingsTopic;
  /** A missing field stays as it is. */
  values: TopicValues;
  /** Version when the form was opened. */
  seenVersion: number;
}

/** Merges the form by field into what others have saved since. */
export async function saveTopic(
  transaction: Transaction<DB>,
  { topic, values, seenVersion }: SaveTopic,
): Promise<SettingsResult> {
  const now = await lockSettings(transaction);
  const seen = seenVersion === now.version ? now.values : await readVersion(transaction, seenVersion);
  if (!seen) throw new Refused('the form could not be read');
  const opened = fillDefaults(seen)[topic] ?? {};
  const current = fillDefaults(now.values)[topic] ?? {};
  const { merged, conflicts } = mergeTopic({ opened, current, mine: values });
  const latest = { version: now.version, values: current };
  if (conflicts.length > 0) return { done: false, conflicts, latest };

  const parsed = settingsSchema.shape[topic].safeParse(merged);
  if (!parsed.success) return { done: false, errors: listErrors(parsed.error) };
  const next = { ...parseSettings(now.values), [topic]: parsed.data };
  const version = await storeSettings(transaction, { action: 'change_settings', now, next });
  const message = version === now.version ? 'Nothing has changed' : 'Settings saved';
  return { done: true, message, latest: { version, values: parsed.data } };
}

/** Merges a topic. A field that both changed, to different values, is a conflict. */
function mergeTopic({ opened, current, mine }: Record<'opened' | 'current' | 'mine', TopicValues>) {
  const merged: Record<string, unknown> = { ...current };
  const conflicts: FieldConflict[] = [];
  for (const [field, value] of Object.entries(mine)) {
    const theirs = current[field];
    if (isSame(value, opened[field]) || isSame(value, theirs)) continue;
    if (isSame(theirs, opened[field])) merged[field] = value;
    else conflicts.push({ field, mine: describeValue(value), theirs: describeValue(theirs) });
  }
  return { merged, conflicts };
}

/** Lists the first error of each field. */
function listErrors({ issues }: z.ZodError): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const issue of issues) {
    const unknown = issue.code === 'unrecognized_keys' ? (issue.keys[0] ?? '') : '';
    const path = [...issue.path, ...(unknown ? [unknown] : [])].join('.');
    errors[path] ??= unknown ? 'is not a setting' : issue.message;
  }
  return errors;
}
