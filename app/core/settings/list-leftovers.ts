import { findSetupItem } from './list-setup.ts';
import { describePath, settingsTopics } from './settings-changes.ts';
import type { Settings, SettingsTopic } from './settings.ts';

/** A setting that still has a text of the demo. */
export interface Leftover {
  /** Example: 'City'. */
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
    Object.entries(settings[topic]).flatMap(([field, value]) => {
      const item = findSetupItem(topic, field);
      if (item && settings.setup.confirmed.includes(item.id)) return [];
      return listTexts(value)
        .filter(isDemoText)
        .map((text) => ({ label: item?.label ?? describePath([topic, field]), text, topic, field }));
    }),
  );
}

function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listTexts) : [];
}
