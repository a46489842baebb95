import { type Expression, type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import { logContext } from './log-context.server.ts';

/** The jobs that TypeScript adds, with their payload. Triggers add others (server/jobs/tasks.ts). */
export interface Jobs {
  'send-mail': { mailId: string };
  /**
   * add_jobs_of_ended_holds adds it when the hold ends, except for quotes. `status` is set for a quote that staff canceled. A
   * trigger adds that job (db/migrations/0019_quotes.sql).
   */
  'end-hold': { orderId: string; status?: 'canceled' };
  'mail-alert': { alertId: string };
  /**
   * A trigger adds it for refunds by staff (db/migrations/0018_order_desk.sql). It refunds the whole payment if it has no
   * refundId.
   */
  'refund-payment': { orderId: string; paymentId: string; refundId?: string };
  'check-risk': { orderId: string; paymentId: string };
  /** A trigger adds the first one (db/migrations/0029_part_imports.sql). */
  'add-import-pictures': { importId: string };
  /** Triggers add the first one (db/migrations/0032_api.sql). */
  'deliver-webhook': { deliveryId: string };
  /** A trigger adds the first one (db/migrations/0071_assistant_checkouts.sql). */
  'send-agent-events': { orderId: string };
}

/** Adds a job in the transaction of the change that causes it. The job's log lines name the current request. */
export async function addJob<Task extends keyof Jobs>(
  database: Kysely<DB>,
  task: Task,
  payload: Jobs[Task],
  options: { key: string; runAt?: Date | Expression<Date> },
): Promise<void> {
  const runAt = options.runAt ?? sql`now()`;
  const { requestId } = logContext.getStore() ?? {};
  await sql`select add_job(${task}, ${JSON.stringify({ ...payload, requestId })}::json, ${options.key}, ${runAt})`.execute(
    database,
  );
}
