import { redirectDocument } from 'react-router';
import type { AccountResponse, LinkRedirect } from './accounts.server.ts';

export function toResponse({ status, body, cookies, retryAfter }: AccountResponse): Response {
  const headers = new Headers({ 'Cache-Control': 'private, no-store' });
  for (const cookie of cookies) headers.append('Set-Cookie', cookie);
  if (retryAfter !== undefined) headers.set('Retry-After', String(retryAfter));
  return Response.json(body, { status, headers });
}

/** Headers of mailed links and of their pages. */
export const linkHeaders = {
  'Cache-Control': 'private, no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
};

export function redirectFromLink({ to, cookies }: LinkRedirect): Response {
  const headers = new Headers({ ...linkHeaders, Location: to });
  for (const cookie of cookies) headers.append('Set-Cookie', cookie);
  return new Response(null, { status: 303, headers });
}

/** Like `redirectFromLink`, but reloads the document, so that all tabs read the visitor again. */
export function reloadFromLink(target: LinkRedirect): Response {
  const { headers } = redirectFromLink(target);
  return redirectDocument(target.to, { status: 303, headers });
}
