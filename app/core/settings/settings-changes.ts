import { formatDollars } from '#core/values/money.ts';
import { defaultSettings, type Settings, settingsSchema, type SettingsTopic } from './settings.ts';

/** Topic -> stored fields that differ from the defaults. They may be of another version of the shop. */
export type StoredSettings = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export const settingsTopics = Object.keys(settingsSchema.shape) as SettingsTopic[];

export function isSettingsTopic(name: unknown): name is SettingsTopic {
  return settingsTopics.some((topic) => topic === name);
}

/** Compares JSON values. The order of properties does not matter. */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (!isNested(one) || !isNested(other) || Array.isArray(one) !== Array.isArray(other)) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSame(one[name], other[name]))
  );
}

function isNested(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

export function omitDefaults(settings: Settings): StoredSettings {
  const stored: Record<string, Record<string, unknown>> = {};
  for (const topic of settingsTopics) {
    const defaults: Record<string, unknown> = defaultSettings[topic];
    const changed = Object.entries(settings[topic]).filter(
      ([field, value]) => !isSame(value, defaults[field]),
    );
    if (changed.length > 0) stored[topic] = Object.fromEntries(changed);
  }
  return stored;
}

/** Fills in the defaults without checks, because an earlier version may have values that are refused today. */
export function fillDefaults(stored: StoredSettings): Record<string, Record<string, unknown>> {
  const topics = new Set([...settingsTopics, ...Object.keys(stored)]);
  return Object.fromEntries(
    [...topics].map((topic) => [
      topic,
      { ...(isSettingsTopic(topic) && defaultSettings[topic]), ...stored[topic] },
    ]),
  );
}

export interface SettingsChange {
  /** Example: ['business', 'hours', 'Monday', 'open']. */
  path: readonly string[];
  /** Undefined or null if there was none. */
  before: unknown;
  after: unknown;
}

/** Lists the single values that differ. */
export function listChanges(before: unknown, after: unknown, path: readonly string[] = []): SettingsChange[] {
  if (isSame(before, after)) return [];
  if (!isNested(before) && !isNested(after)) return [{ path, before, after }];
  const [one, other] = [before, after].map((value) => (isNested(value) ? value : {})) as [
    Record<string, unknown>,
    Record<string, unknown>,
  ];
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].flatMap((name) => listChanges(one[name], other[name], [...path, name]));
}

/** Describes ['business', 'hours', 'Monday', 'open'] as 'Business: Hours, Monday, Open'. Items of lists count from 1. */
export function describePath([topic = '', ...fields]: readonly string[]): string {
  const names = fields.map((name) => (/^\d+$/.test(name) ? String(Number(name) + 1) : sentenceCase(name)));
  return names.length > 0 ? `${sentenceCase(topic)}: ${names.join(', ')}` : sentenceCase(topic);
}

/** Writes 'holdMinutes' as 'Hold minutes'. Amounts are shown in dollars, so 'lineCents' becomes 'Line'. */
function sentenceCase(name: string): string {
  const words = name
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .replaceAll(/^cents | cents$/g, '');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const MAX_VALUE_LENGTH = 120;

/** Describes a value. A number without a path is shown unchanged. */
export function describeValue(value: unknown, path: readonly string[] = []): string {
  if (value === undefined || value === null || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return describeNumber(value, path);
  const text = typeof value === 'object' ? 'none' : String(value);
  return text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH - 1)}…` : text;
}

function describeNumber(value: number, path: readonly string[]): string {
  const name = path.at(-1) ?? '';
  if (/cents/i.test(name) || path.join('.').startsWith('shipping.remote.')) return formatDollars(value);
  if (/rate$/i.test(name)) return `${Number((value * 100).toFixed(6))} %`;
  return String(value);
}
