import { isPartId } from '#core/catalog/part.ts';
import { readRecentText } from './ui/recent-parts.tsx';

const MAX_RECENT = 12;

export function readRecent(): string[] {
  return parseRecent(readRecentText());
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
    if (ids.length === 0) localStorage.removeItem('recent-parts');
    else localStorage.setItem('recent-parts', JSON.stringify(ids.slice(0, MAX_RECENT)));
  } catch {}
}

export function addRecent(id: string): void {
  writeRecent([id, ...othersThan(id, readRecent())]);
}

/** The same before and after `current`, which may be '', is added. */
export function othersThan(current: string, ids: readonly string[]): string[] {
  return current === '' ? [...ids] : ids.filter((id) => id !== current).slice(0, MAX_RECENT - 1);
}
