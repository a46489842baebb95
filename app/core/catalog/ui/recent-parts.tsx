import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { isPartId } from '../part.ts';
import { readStored, writeStored } from '#core/values/stored.ts';
import { classNames } from '#kit/class-names.ts';

const RecentRow = lazy(() => import('./recent-row.tsx').catch(() => ({ default: () => <></> })));

/** Stores a list of ids, the last viewed part first. START_SCRIPT reads it too. */
const STORAGE_KEY = 'recent-parts';

const MAX_RECENT = 12;

const never = () => () => {};

/**
 * Shows the parts that this browser has viewed last, at the end of a page. On a first page their room is reserved before
 * hydration (START_SCRIPT).
 * @param current the part of this page, which is remembered and left out.
 */
export function RecentParts({ current = '', className }: { current?: string; className?: string }) {
  const stored = useSyncExternalStore(never, readRecentText, () => '');
  const hasOthers = stored.replace(`"${current}"`, '').length > '[]'.length;

  useEffect(() => {
    if (current) writeRecent([current, ...othersThan(current, readRecent())]);
  }, [current]);

  return (
    <div className={classNames('recent-room', className)} data-shown={hasOthers || undefined}>
      {hasOthers && (
        <Suspense>
          <RecentRow current={current} />
        </Suspense>
      )}
    </div>
  );
}

function readRecentText(): string {
  return readStored(STORAGE_KEY) ?? '';
}

export function readRecent(): string[] {
  return parseRecent(readRecentText());
}

export function writeRecent(ids: readonly string[]): void {
  writeStored(STORAGE_KEY, ids.length === 0 ? null : JSON.stringify(ids.slice(0, MAX_RECENT)));
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

/** Returns the same before and after `current`, which may be '', is added. */
export function othersThan(current: string, ids: readonly string[]): string[] {
  return current === '' ? [...ids] : ids.filter((id) => id !== current).slice(0, MAX_RECENT - 1);
}
