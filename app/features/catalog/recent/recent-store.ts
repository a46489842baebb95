import { isPartId } from '#domain/part.ts';

/** In the browser's storage: ids, the last viewed first. */
const RECENT_KEY = 'recent-parts';

const MAX_RECENT = 12;

export function readRecent(): string[] {
  return parseRecent(readRecentText());
}

/** As it is stored. Empty without a history. */
export function readRecentText(): string {
  try {
    return localStorage.getItem(RECENT_KEY) ?? '';
  } catch {
    return '';
  }
}

/** Ignores what is no id. */
export function parseRecent(text: string): string[] {
  try {
    const stored: unknown = JSON.parse(text || '[]');
    return Array.isArray(stored)
      ? stored.filter((id) => typeof id === 'string' && isPartId(id)).slice(0, MAX_RECENT)
      : [];
  } catch {
    return [];
  }
}

/** Without storage, nothing is remembered. */
export function writeRecent(ids: readonly string[]): void {
  try {
    if (ids.length === 0) localStorage.removeItem(RECENT_KEY);
    else localStorage.setItem(RECENT_KEY, JSON.stringify(ids.slice(0, MAX_RECENT)));
  } catch {}
}

export function addRecent(id: string): void {
  writeRecent([id, ...othersThan(id, readRecent())]);
}

/** The same before and after `current` is added. */
export function othersThan(current: string | undefined, ids: readonly string[]): string[] {
  return current === undefined ? [...ids] : ids.filter((id) => id !== current).slice(0, MAX_RECENT - 1);
}
