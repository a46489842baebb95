import type { Allowance } from './limits.server.ts';

type Refused = Extract<Allowance, { allowed: false }>;

/** Responds with 429, or with 503 if the limit could not be counted. */
export function limited({ seconds, counted }: Refused, tooMany: string, failed: string): Response {
  return Response.json(
    { error: counted ? tooMany : failed },
    { status: counted ? 429 : 503, headers: { 'Retry-After': String(seconds) } },
  );
}
