import { redirectDocument } from 'react-router';
import type { AccountAnswer, OpenedLink } from '#services';

/** What a call about accounts came to, as the answer to its request. Nothing of it is kept by anybody on the way. */
export function toResponse({ status, body, cookies, retryAfter }: AccountAnswer): Response {
  const headers = new Headers({ 'Cache-Control': 'private, no-store' });
  for (const cookie of cookies) headers.append('Set-Cookie', cookie);
  if (retryAfter !== undefined) headers.set('Retry-After', String(retryAfter));
  return Response.json(body, { status, headers });
}

/** The headers of mailed links and their pages: not cached, not indexed, and no referrer is sent. */
export const linkHeaders = {
  'Cache-Control': 'private, no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
};

/** Sends a browser on from a mailed link, or from the button of its page. */
export function seeOther({ to, cookies }: OpenedLink): Response {
  const headers = new Headers({ ...linkHeaders, Location: to });
  for (const cookie of cookies) headers.append('Set-Cookie', cookie);
  return new Response(null, { status: 303, headers });
}

/** As `seeOther`, by a page that is loaded anew: it and the other tabs look up who is signed in now. */
export function seeOtherDocument(outcome: OpenedLink): Response {
  const { headers } = seeOther(outcome);
  return redirectDocument(outcome.to, { status: 303, headers });
}
