import { sql } from 'kysely';
import type { Logger } from 'pino';
import { raiseAlert, settleAlert } from '#alerts';
import type { Database } from '#services';
import { checkSearch, MOST_DIFFERENCES } from './check-search.ts';

/** How long a chunk of the index may take. On a busy machine it is some seconds. */
const PATIENCE = '60s';

const ALERT = { kind: 'search-out-of-date', subject: 'search' } as const;

/** Every minute: moves changes of stock into the index. Searches see them before that too. */
export async function foldSearchStock(database: Database): Promise<void> {
  await database.as({ role: 'service_role' }, (transaction) =>
    sql`select fold_search_stock()`.execute(transaction),
  );
}

/** Every night: compares the search index with the catalog. Raises an alert when they differ, settles it when they agree. */
export async function checkSearchNightly(database: Database, log: Logger): Promise<void> {
  const { differences, chunks } = await checkSearch(<Row>(statement: string) =>
    database.as({ role: 'service_role' }, async (transaction) => {
      await sql`select set_config('statement_timeout', ${PATIENCE}, true)`.execute(transaction);
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
            Differences: `${differences.length}${differences.length < MOST_DIFFERENCES ? '' : ' or more'}`,
            'For example': differences[0] ?? '',
          },
        })
      : settleAlert(transaction, ALERT),
  );
}
