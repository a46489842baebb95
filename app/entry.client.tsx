import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { isRouteErrorResponse } from 'react-router';
import { HydratedRouter } from 'react-router/dom';
import { recordEvent } from '#ui/record-event.ts';
import { hasLeftPage } from './frame/before-scripts.ts';
import './styles/app.css';

// The page's policy lets no text become HTML but by this. React needs it for one thing: it makes a script element out of
// the HTML of an empty one (when a failing page is drawn anew). Everything else comes to nothing.
const EMPTY_SCRIPT = '<script></script>';
const { trustedTypes } = globalThis as {
  trustedTypes?: { createPolicy(name: string, rules: { createHTML(html: string): string }): unknown };
};
trustedTypes?.createPolicy('default', { createHTML: (html) => (html === EMPTY_SCRIPT ? html : '') });

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
