import { useEffect } from 'react';
import { useLocation, useMatches, useNavigationType } from 'react-router';
import { recordEvent } from './record-event.ts';
import { whenIdle } from '#ui/when-idle.ts';

/** The page that was noted last. It outlives the component, which a failure mounts again. */
let last: { key: string; pathname: string } | undefined;

/** Notes each page view (Spec §2) and each failure on the page. */
export function WatchVisit() {
  const { key, pathname } = useLocation();
  const back = useNavigationType() === 'POP';
  const missing = useMatches().at(-1)?.id === 'routes/not-found';

  useEffect(() => {
    if (key === last?.key) return;
    const how = last ? (back ? 'back_forward' : 'link') : 'load';
    // Another search on the same page is not another page view, unless Back or Forward led to it.
    if (back || pathname !== last?.pathname) recordEvent('page_view', { how, missing }, ['page', pathname]);
    if (!last) watchErrors();
    last = { key, pathname };
  }, [key, pathname, back, missing]);
  return null;
}

function watchErrors() {
  const note = (error: unknown, context: string) => recordEvent('error', { error, context });
  addEventListener('error', ({ error, message }) => note(error ?? message, 'window'));
  addEventListener('unhandledrejection', ({ reason }) => note(reason, 'promise'));
  whenIdle(() => import('./send-events.ts').then(({ sendEvents }) => sendEvents(), console.warn));
}
