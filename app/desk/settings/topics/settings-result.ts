import type { FieldConflict } from '#core/values/merge-fields.ts';
import type { SettingsTopic } from '#core/settings/settings.ts';

export interface SettingsResult {
  done: boolean;
  /** For a toast. */
  message?: string;
  /** By path, as in 'locations.0.zip'. */
  errors?: Record<string, string>;
  /** Fields that someone else changed to another value; nothing was saved. */
  conflicts?: FieldConflict[];
  /** The topic as it is stored now. */
  latest?: LatestTopic;
}

export interface LatestTopic {
  version: number;
  values: TopicValues;
}

export type TopicValues = Readonly<Record<string, unknown>>;

/** A failed connection is a result too. */
export async function sendSettings(address: string, body: FormData): Promise<SettingsResult> {
  const failed = (reason: string): SettingsResult => ({
    done: false,
    message: `Error saving settings: ${reason}`,
  });
  try {
    const response = await fetch(address, { method: 'POST', body });
    // Signed out, or no longer an admin.
    if (response.redirected) {
      window.location.assign(response.url);
      return failed('please sign in again');
    }
    if (response.status === 413) return failed('this is too large');
    return (await response.json()) as SettingsResult;
  } catch {
    return failed('the connection failed');
  }
}

export function topicAddress(topic: SettingsTopic): string {
  return `/admin/settings-topic/${topic}`;
}
