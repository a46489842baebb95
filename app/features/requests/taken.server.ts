import type { Database, Limits, Visitor } from '#services';
import type { Unreadable } from './read-request.server.ts';

/** Who writes, and what it is taken with. */
export interface Writing {
  database: Database;
  limits: Limits;
  siteUrl: string;
  user: Visitor['user'];
  clientAddress: string;
}

/** What became of what somebody wrote. */
export type Taken = { status: 200 } | (Unreadable & { status: 400 | 429 | 503; retryAfter?: number });

/** Why nothing more is taken from this address, or from anybody, for now. */
export async function refusal(
  { limits, clientAddress }: Writing,
  texts: { tooMany: string; failed: string },
): Promise<Taken | undefined> {
  const allowance = await limits.takeAll([
    ['write-to-shop', clientAddress],
    ['write-to-shop-all', 'all'],
  ]);
  if (allowance.allowed) return undefined;
  const { known, seconds } = allowance;
  return known
    ? { status: 429, error: texts.tooMany, retryAfter: seconds }
    : { status: 503, error: texts.failed, retryAfter: seconds };
}

/** Anybody can type anybody's address: it gets only so many mails that nobody there may have asked for. */
export async function mayConfirm(limits: Limits, email: string): Promise<boolean> {
  const { allowed } = await limits.takeAll([
    ['confirm', email.toLowerCase()],
    ['confirm-all', 'all'],
  ]);
  return allowed;
}

/** The address is the one that its user has confirmed. */
export function isOwnAddress(user: Visitor['user'], email: string): boolean {
  return user?.email.toLowerCase() === email.toLowerCase();
}

/** The answer of a server function: only its `error` is read (Spec §7); `field` tells our own forms where it belongs. */
export function takenResponse(taken: Taken): Response {
  const { status, ...told } = taken;
  const { retryAfter, ...body } = 'error' in told ? told : { ...told, retryAfter: undefined };
  return Response.json(body, {
    status,
    ...(retryAfter !== undefined && { headers: { 'Retry-After': String(retryAfter) } }),
  });
}
