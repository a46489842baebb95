import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '#services';

/** A month of page views is walked once more before it is dropped. */
const PATIENCE = '10min';

/**
 * Every night: makes the months that come, drops page views after a year, and writes down where the chains end: a log
 * that is kept elsewhere shows later whether the trail was written anew.
 */
export async function tendTrail(database: Database, log: Logger): Promise<void> {
  await database.as({ role: 'service_role' }, async (transaction) => {
    await sql`select set_config('statement_timeout', ${PATIENCE}, true)`.execute(transaction);
    const done = await sql<{ told: string }>`select tend_audit_logs() as told`.execute(transaction);
    for (const { told } of done.rows) log.warn({ chain: told }, 'Old page views of the audit trail');
    const heads = await sql<object>`select chain, rows, last_hash from audit_heads()
      where dropped_at is null order by chain desc limit 4`.execute(transaction);
    log.info({ heads: heads.rows }, 'The audit trail ends here');
  });
}
