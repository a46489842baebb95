import { type QueryResult, sql } from 'kysely';
import type { Logger } from 'pino';
import { raiseAlert, settleAlert } from '#alerts';
import type { Database } from '#services';
import { divideFullChunks } from '#services/divide-chunks.server.ts';
import { checkSearch, MAX_DIFFERENCES } from './check-search.ts';

/** Per chunk. On a busy machine a chunk takes seconds. */
const STATEMENT_TIMEOUT = '60s';

const ALERT = { kind: 'search-out-of-date', subject: 'search' } as const;

/**
 * Divides chunks that are nearly full, moves stock changes into the index, and counts the chunks that changed. Runs every
 * minute; searches see the changes before that.
 */
export async function foldSearchStock(database: Database): Promise<void> {
  await divideFullChunks(database);
  await foldStockFlips(database);
  for (let last: number | null = 0; last !== null;) {
    const { rows }: QueryResult<{ chunk: number | null }> = await database.as(
      { role: 'service_role' },
      (transaction) =>
        sql<{ chunk: number | null }>`select count_next_chunk(${last}) as chunk`.execute(transaction),
    );
    last = rows[0]?.chunk ?? null;
  }
}

/** Moves stock changes into the index: while there are many, searches are slow. */
export async function foldStockFlips(database: Database): Promise<void> {
  await database.as({ role: 'service_role' }, (transaction) =>
    sql`select fold_search_stock()`.execute(transaction),
  );
}

export async function checkSearchNightly(database: Database, log: Logger): Promise<void> {
  const { differences, chunks } = await checkSearch(<Row>(statement: string) =>
    database.as({ role: 'service_role' }, async (transaction) => {
      await sql`select set_config('statement_timeout', ${STATEMENT_TIMEOUT}, true)`.execute(transaction);
      return (await sql.raw<Row>(statement).execute(transaction)).rows;
    }),
  );
  if (differences.length > 0) log.error({ differences }, 'The search index differs from the catalog');
  else log.info({ chunks }, 'The search index agrees with the catalog');
  await database.as({ role: 'service_role' }, (transaction) =>
    differences.length > 0
      ? raiseAlert(transaction, {
          ...ALERT,
          details: {
            Differences: `${differences.length}${differences.length < MAX_DIFFERENCES ? '' : ' or more'}`,
            'For example': differences[0] ?? '',
          },
        })
      : settleAlert(transaction, ALERT),
  );
}
