import { sql } from 'kysely';
import type { Database } from '#core/platform/database.server.ts';

/** Checkouts add no jobs, because all queues look for each new one. So holds end up to a minute late. */
export async function addJobsOfEndedHolds({ shop }: Pick<Database, 'shop'>): Promise<void> {
  await sql`select add_jobs_of_ended_holds()`.execute(shop);
}
