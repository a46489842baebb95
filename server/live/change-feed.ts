import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import type { DB } from '#db/types.ts';
import type { Database } from '#core/platform/database.server.ts';
import type { NotificationListener } from '../database/notifications.ts';

/** Changes are gathered for this time, and read by one query. */
const GATHER_MS = 50;

const MAX_ROWS_PER_READ = 1_000;

/** Rows to read at the start, so that clients can resume. */
const ROWS_FROM_BEFORE = 5_000;

/** Delay after a failed read. */
const RETRY_DELAY_MS = 1_000;

/** The changes of one statement. */
export interface Change {
  /** The place in commit order, the same in all processes. */
  number: number;
  topics: string[];
  /** Id of the user. */
  by: string | null;
}

export interface ChangeFeed extends NotificationListener {
  stop(): void;
}

/**
 * Follows the changes of all processes (db/migrations/0005_live_updates.sql). Calls `onChanges` with all of them in their order:
 * first with the last ones from before the start, so that clients can resume.
 */
export function createChangeFeed(options: {
  database: Database;
  onChanges: (changes: Change[]) => void;
  log: Logger;
}): ChangeFeed {
  const { database, onChanges, log } = options;
  let last = 0;
  let timer: NodeJS.Timeout | undefined;
  let isReading = false;
  let stopped = false;

  function schedule(delay: number): void {
    if (!stopped) timer ??= setTimeout(() => void read(), delay).unref();
  }

  async function read(): Promise<void> {
    timer = undefined;
    if (isReading) return schedule(GATHER_MS);
    isReading = true;
    try {
      const changes = await readChanges(database, last);
      last = changes.at(-1)?.number ?? last;
      if (changes.length > 0) onChanges(changes);
      if (changes.length === MAX_ROWS_PER_READ) schedule(0);
    } catch (error) {
      log.warn(error, 'Changes for open pages could not be read');
      schedule(RETRY_DELAY_MS);
    }
    isReading = false;
  }

  return {
    onNotification: () => schedule(GATHER_MS),
    onConnection: () => schedule(0),
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

async function readChanges({ shop }: Database, last: number): Promise<Change[]> {
  const after = last || (await readNewest(shop)) - ROWS_FROM_BEFORE;
  const rows = await shop
    .selectFrom('live_changes')
    .select(['number', 'topics', 'changed_by'])
    .where('number', '>', String(after))
    .orderBy('number')
    .limit(MAX_ROWS_PER_READ)
    .execute();
  return rows.map(({ number, topics, changed_by: by }) => ({ number: Number(number), topics, by }));
}

async function readNewest(database: Kysely<DB>): Promise<number> {
  const { newest } = await database
    .selectFrom('live_changes')
    .select(({ fn }) => fn.max('number').as('newest'))
    .where('number', '>', '0')
    .executeTakeFirstOrThrow();
  return Number(newest ?? 0);
}

/** Changes are kept this long for clients that reconnect. */
const KEPT_MINUTES = 60;

/** Deletes changes that no client resumes from. */
export async function deleteOldChanges(database: Database): Promise<void> {
  await database.as({ role: 'service_role' }, (transaction) =>
    transaction
      .deleteFrom('live_changes')
      .where('created_at', '<', sql<Date>`now() - make_interval(mins => ${KEPT_MINUTES})`)
      .execute(),
  );
}
