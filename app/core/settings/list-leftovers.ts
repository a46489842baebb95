import { isConfirmed } from './list-setup.ts';
import { describePath, settingsTopics } from './settings-changes.ts';
import type { Settings, SettingsTopic } from './settings.ts';

/** A setting that still has a text of the demo. */
export interface Leftover {
  /** Example: 'Business: City'. */
  label: string;
  text: string;
  topic: SettingsTopic;
  field: string;
}

/** Matches the demo's place, and the numbers and addresses that are reserved for examples. */
const DEMO_TEXT = /\bSan Diego\b|\bdemo\b|\b555[-. ]?01\d\d\b|\.example\b/i;

export function isDemoText(text: string): boolean {
  return DEMO_TEXT.test(text);
}

/** Lists the settings that still name San Diego or the demo, except those that the owner has confirmed. */
export function listLeftovers(settings: Settings): Leftover[] {
  return settingsTopics.flatMap((topic) =>
    Object.entries(settings[topic])
      .filter(([field]) => !isConfirmed(settings, topic, field))
      .flatMap(([field, value]) =>
        listTexts(value, [topic, field])
          .filter(({ text }) => isDemoText(text))
          .map(({ text, path }) => ({ label: describePath(path), text, topic, field })),
      ),
  );
}

function listTexts(value: unknown, path: string[]): { text: string; path: string[] }[] {
  if (typeof value === 'string') return [{ text: value, path }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => listTexts(each, [...path, name]));
}
