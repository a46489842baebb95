import { lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { addRecent, othersThan, parseRecent, readRecentText } from './recent-store.ts';

const RecentRow = lazy(() => import('./recent-row.tsx'));

/** How far below the screen its script and parts are loaded. */
const MARGIN = '300px';

const never = () => () => {};

/**
 * The parts that this browser has shown last, for the end of a page. On a first page their room is reserved before hydration
 * (EARLY_INPUT_SCRIPT).
 * @param current the part of this page, which is remembered and left out.
 */
export function RecentParts({ current }: { current?: string }) {
  const room = useRef<HTMLDivElement>(null);
  const [isNear, setIsNear] = useState(false);
  const stored = useSyncExternalStore(never, readRecentText, () => '');
  const ids = othersThan(current, parseRecent(stored)).join(',');
  const hasOthers = ids !== '';

  useEffect(() => {
    if (current !== undefined) addRecent(current);
  }, [current]);

  useEffect(() => {
    if (!hasOthers || !room.current) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setIsNear(true),
      { rootMargin: MARGIN },
    );
    observer.observe(room.current);
    return () => observer.disconnect();
  }, [hasOthers]);

  return (
    <div ref={room} className="recent-room" data-shown={hasOthers || undefined}>
      {isNear && hasOthers && (
        <Suspense>
          <RecentRow ids={ids} />
        </Suspense>
      )}
    </div>
  );
}
