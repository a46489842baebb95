import { sql } from 'kysely';
import type { Logger } from 'pino';
import { raiseAlert, settleAlert } from '#core/alerts/alerts.server.ts';
import type { Database } from '#core/platform/database.server.ts';
import { checkSearch, MAX_DIFFERENCES } from './check-search.ts';

/** A statement covers 2,000 parts. */
const STATEMENT_TIMEOUT = '60s';

const ALERT = { kind: 'search-out-of-date', subject: 'search' } as const;

export async function checkSearchNightly(database: Database, log: Logger): Promise<void> {
  const { differences, parts } = await checkSearch(<Row>(statement: string) =>
    database.as({ role: 'service_role' }, async (transaction) => {
      await sql`select set_config('statement_timeout', ${STATEMENT_TIMEOUT}, true)`.execute(transaction);
      return (await sql.raw<Row>(statement).execute(transaction)).rows;
    }),
  );
  if (differences.length > 0) log.error({ differences }, 'The search index differs from the catalog');
  else log.info({ parts }, 'The search index agrees with the catalog');
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
