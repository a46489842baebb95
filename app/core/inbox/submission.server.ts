import type { Visitor } from '#core/accounts/accounts.server.ts';
import type { Database } from '#core/platform/database.server.ts';
import type { Allowance, Limits } from '#core/limits/limits.server.ts';
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

/** Refuses a sender who has not reached a limit, because all senders together have. */
const SHOP_IS_BUSY = "We're getting more messages than usual. Please try again in a while, or call us.";

/** Counts a submission, and refuses it above the limits. */
export async function checkSubmissionLimits(
  { limits, clientAddress }: Submitter,
  texts: { tooMany: string; failed: string },
): Promise<SubmissionResult | undefined> {
  const refuse = ({ counted, seconds }: Extract<Allowance, { allowed: false }>, tooMany: string) =>
    counted
      ? ({ status: 429, error: tooMany, retryAfter: seconds } as const)
      : ({ status: 503, error: texts.failed, retryAfter: seconds } as const);
  const own = await limits.take('write-to-shop', clientAddress);
  if (!own.allowed) return refuse(own, texts.tooMany);
  const all = await limits.take('write-to-shop-all', 'all');
  if (all.allowed) return undefined;
  await limits.giveBack('write-to-shop', clientAddress);
  return refuse(all, SHOP_IS_BUSY);
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
