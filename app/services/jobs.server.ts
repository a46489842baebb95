import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';

/** What the shop does outside of a request, and what each needs to know. */
export interface Jobs {
  'send-mail': { mailId: string };
  /** An order's time to pay has run out. */
  'end-hold': { orderId: string };
  /** An alert was raised that the shop has not been mailed about. */
  'mail-alert': { alertId: string };
  /** An order was paid that can't be fulfilled. */
  'refund-payment': { orderId: string; paymentId: string };
}

/** Adds a job in the transaction of what calls for it: both happen, or neither. */
export async function addJob<Task extends keyof Jobs>(
  transaction: Transaction<DB>,
  task: Task,
  payload: Jobs[Task],
  options: { key: string; runAt?: Date },
): Promise<void> {
  const runAt = options.runAt ?? sql`now()`;
  await sql`select add_job(${task}, ${JSON.stringify(payload)}::json, ${options.key}, ${runAt})`.execute(
    transaction,
  );
}
