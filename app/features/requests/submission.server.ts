import type { Database, Limits, Visitor } from '#services';
import type { InvalidSubmission } from './parse-submission.server.ts';

export interface Submitter {
  database: Database;
  limits: Limits;
  siteUrl: string;
  user: Visitor['user'];
  clientAddress: string;
}

export type SubmissionResult =
  | { status: 200 }
  | (InvalidSubmission & { status: 400 | 429 | 503; retryAfter?: number });

/** Counts a submission. Refuses it above the limits. */
export async function checkSubmissionLimits(
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

/** Limits confirmations, because anyone can enter another person's address. */
export async function canConfirm(limits: Limits, email: string): Promise<boolean> {
  const { allowed } = await limits.takeAll([
    ['confirm', email.toLowerCase()],
    ['confirm-all', 'all'],
  ]);
  return allowed;
}

export function isOwnAddress(user: Visitor['user'], email: string): boolean {
  return user?.email.toLowerCase() === email.toLowerCase();
}

/** Our own forms also read `field`. */
export function toSubmissionResponse(result: SubmissionResult): Response {
  const { status, retryAfter, ...body } = { retryAfter: undefined, ...result };
  return Response.json(body, {
    status,
    ...(retryAfter !== undefined && { headers: { 'Retry-After': String(retryAfter) } }),
  });
}
