import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { isRouteErrorResponse } from 'react-router';
import { HydratedRouter } from 'react-router/dom';
import { recordEvent } from '#audit/browser';
import { hasLeftPage } from './early-input.ts';

export function startApp(): void {
  if (hasLeftPage(location)) return location.reload();
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter onError={onError} />
      </StrictMode>,
    );
  });
}

/** Responses below 500 are no errors. */
function onError(error: unknown) {
  const answer = isRouteErrorResponse(error) ? error.status : undefined;
  if (answer !== undefined && answer < 500) return;
  recordEvent('error', {
    error: answer === undefined ? error : `The shop answered ${answer}`,
    context: 'screen',
  });
}
