import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { isRouteErrorResponse } from 'react-router';
import { HydratedRouter } from 'react-router/dom';
import { recordEvent } from '#audit/browser';
import { hasLeftPage } from './frame/early-input.ts';
import './styles/app.css';

if (hasLeftPage(location)) location.reload();
else
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter onError={onError} />
      </StrictMode>,
    );
  });

/** A screen that could not be made. What the shop has refused in words is no error. */
function onError(error: unknown) {
  const answer = isRouteErrorResponse(error) ? error.status : undefined;
  if (answer !== undefined && answer < 500) return;
  recordEvent('error', {
    error: answer === undefined ? error : `The shop answered ${answer}`,
    context: 'screen',
  });
}
