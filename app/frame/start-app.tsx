import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { isRouteErrorResponse } from 'react-router';
import { HydratedRouter } from 'react-router/dom';
import { recordEvent } from '#core/audit/record-event.ts';

export function startApp(): void {
  if (urlChangedBeforeHydration()) return location.reload();
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter onError={onError} />
      </StrictMode>,
    );
  });
}

/** Back or Forward may have changed the address before there was a router to follow it. */
function urlChangedBeforeHydration(): boolean {
  const [loaded] = performance.getEntriesByType('navigation');
  if (!loaded) return false;
  const { pathname, search } = new URL(loaded.name);
  return pathname + search !== location.pathname + location.search;
}

/** Ignores responses below 500, which are no errors. */
function onError(error: unknown) {
  const answer = isRouteErrorResponse(error) ? error.status : undefined;
  if (answer !== undefined && answer < 500) return;
  recordEvent('error', {
    error: answer === undefined ? error : `The shop answered ${answer}`,
    context: 'screen',
  });
}
