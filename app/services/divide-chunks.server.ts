import { sql } from 'kysely';
import type { Database } from './services.server.ts';

/** On a busy machine a chunk takes seconds. */
const STATEMENT_TIMEOUT = '60s';

/** Divides the chunks of the search index that are nearly full, so that no addition of parts has to wait for it. */
export async function divideFullChunks(database: Database): Promise<void> {
  for (let isDivided = true; isDivided;) {
    isDivided = await database.as({ role: 'service_role' }, async (transaction) => {
      await sql`select set_config('statement_timeout', ${STATEMENT_TIMEOUT}, true)`.execute(transaction);
      const { rows } = await sql<{ divided: boolean }>`select divide_fullest_chunk() as divided`.execute(
        transaction,
      );
      return rows[0]?.divided ?? false;
    });
  }
}
