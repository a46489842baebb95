import type { Allowance } from '#services';

type Refused = Extract<Allowance, { allowed: false }>;

/** The answer to what may not be done now: `tooMany` as a 429, or `failed` as a 503 when nobody could count. */
export function limited({ seconds, counted }: Refused, tooMany: string, failed: string): Response {
  return Response.json(
    { error: counted ? tooMany : failed },
    { status: counted ? 429 : 503, headers: { 'Retry-After': String(seconds) } },
  );
}
