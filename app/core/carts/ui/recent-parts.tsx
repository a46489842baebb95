import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { classNames } from '#kit/class-names.ts';

const RecentRow = lazy(() => import('./recent-row.tsx').catch(() => ({ default: () => <></> })));

const never = () => () => {};

/** In the browser's storage: a list of ids, the last viewed part first. Empty without a history. */
export function readRecentText(): string {
  try {
    return localStorage.getItem('recent-parts') ?? '';
  } catch {
    return '';
  }
}

/**
 * The parts that this browser has shown last, for the end of a page. On a first page their room is reserved before hydration
 * (START_SCRIPT).
 * @param current the part of this page, which is remembered and left out.
 */
export function RecentParts({ current = '', className }: { current?: string; className?: string }) {
  const stored = useSyncExternalStore(never, readRecentText, () => '');
  const hasOthers = stored.replace(`"${current}"`, '').length > '[]'.length;

  useEffect(() => {
    if (current)
      import('../recent-store.ts').then(({ addRecent }) => addRecent(current)).catch(() => undefined);
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
