import { useEffect } from 'react';
import { useLocation, useMatches, useNavigationType } from 'react-router';
import { recordEvent } from '#core/audit/record-event.ts';
import { whenIdle } from '#kit/when-idle.ts';
import { useSignedIn } from './use-signed-in.ts';

/** A module variable, because an error remounts the component. */
let last: { key: string; pathname: string } | undefined;

export function WatchVisit() {
  useSignedIn();
  const { key, pathname } = useLocation();
  const back = useNavigationType() === 'POP';
  const missing = useMatches().at(-1)?.id === 'shop/pages/not-found/not-found';

  useEffect(() => {
    if (key === last?.key) return;
    const how = last ? (back ? 'back_forward' : 'link') : 'load';
    // A new search on the same page is no page view, except after Back or Forward.
    if (back || pathname !== last?.pathname) recordEvent('page_view', { how, missing }, ['page', pathname]);
    if (!last) watchErrors();
    last = { key, pathname };
  }, [key, pathname, back, missing]);
  return null;
}

function watchErrors() {
  const recordError = (error: unknown, context: string) => recordEvent('error', { error, context });
  addEventListener('error', ({ error, message }) => recordError(error ?? message, 'window'));
  addEventListener('unhandledrejection', ({ reason }) => recordError(reason, 'promise'));
  whenIdle(() => import('./send-events.ts').then(({ sendEvents }) => sendEvents(), console.warn));
}
