import type { Database, Limits, Visitor } from '#services';
import type { Unreadable } from './read-request.server.ts';

/** Who sends a part request or a message, and the services that handle it. */
export interface Submitter {
  database: Database;
  limits: Limits;
  siteUrl: string;
  user: Visitor['user'];
  clientAddress: string;
}

/** The outcome of a part request or a message. */
export type SubmissionResult =
  | { status: 200 }
  | (Unreadable & { status: 400 | 429 | 503; retryAfter?: number });

/** Counts a submission, and refuses it when there were too many from this address or altogether. */
export async function refuseWhenLimited(
  { limits, clientAddress }: Submitter,
  texts: { tooMany: string; failed: string },
): Promise<SubmissionResult | undefined> {
  const allowance = await limits.takeAll([
    ['write-to-shop', clientAddress],
    ['write-to-shop-all', 'all'],
  ]);
  if (allowance.allowed) return undefined;
  const { counted, seconds } = allowance;
  return counted
    ? { status: 429, error: texts.tooMany, retryAfter: seconds }
    : { status: 503, error: texts.failed, retryAfter: seconds };
}

/** Whether this address may get a confirmation. Limited, because anyone can type the address of someone else. */
export async function mayConfirm(limits: Limits, email: string): Promise<boolean> {
  const { allowed } = await limits.takeAll([
    ['confirm', email.toLowerCase()],
    ['confirm-all', 'all'],
  ]);
  return allowed;
}

/** Whether the address is the confirmed one of the user who is signed in. */
export function isOwnAddress(user: Visitor['user'], email: string): boolean {
  return user?.email.toLowerCase() === email.toLowerCase();
}

/** The answer of a server function (Spec §7). `field` tells our own forms which field the error is about. */
export function submissionResponse(result: SubmissionResult): Response {
  const { status, retryAfter, ...body } = { retryAfter: undefined, ...result };
  return Response.json(body, {
    status,
    ...(retryAfter !== undefined && { headers: { 'Retry-After': String(retryAfter) } }),
  });
}
