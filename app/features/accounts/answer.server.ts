import type { AccountAnswer } from '#services';

/** What a call about accounts came to, as the answer to its request. Nothing of it is kept by anybody on the way. */
export function toResponse({ status, body, cookies, retryAfter }: AccountAnswer): Response {
  const headers = new Headers({ 'Cache-Control': 'private, no-store' });
  for (const cookie of cookies) headers.append('Set-Cookie', cookie);
  if (retryAfter !== undefined) headers.set('Retry-After', String(retryAfter));
  return Response.json(body, { status, headers });
}
