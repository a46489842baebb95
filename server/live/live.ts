import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { LivePart } from '#core/live/live.ts';
import { centsFromDollars } from '#core/values/money.ts';
import type { Accounts } from '#core/accounts/accounts.server.ts';
import type { Changes } from '#core/live/changes.server.ts';
import type { Database } from '#core/platform/database.server.ts';
import type { NotificationListener } from '../database/notifications.ts';
import { createChangeFeed } from './change-feed.ts';
import { createLiveHandler, type LiveHandler } from './serve-live.ts';
import { createStreams } from './streams.ts';

/** Maximum ids per query. */
const MAX_IDS_PER_READ = 1_000;

export interface Live extends Changes {
  handler: LiveHandler;
  /** Listens to the channel 'live_changed'. */
  listener: NotificationListener;
  /** Number of open streams. */
  readonly streams: number;
  stop(): void;
}

/** Creates the streams of one process, and the feed behind them. */
export function createLive({
  database,
  accounts,
  log,
}: {
  database: Database;
  accounts: Accounts;
  log: Logger;
}): Live {
  const streams = createStreams({ readParts: (ids) => readParts(database, ids), log });
  const feed = createChangeFeed({ database, onChanges: (changes) => streams.apply(changes), log });
  return {
    handler: createLiveHandler({ streams, accounts }),
    listener: feed,
    get streams() {
      return streams.size;
    },
    get newest() {
      return streams.newest;
    },
    stop() {
      feed.stop();
      streams.stop();
    },
  };
}

async function readParts(database: Database, ids: readonly string[]): Promise<Map<string, LivePart>> {
  const parts = new Map<string, LivePart>();
  for (let from = 0; from < ids.length; from += MAX_IDS_PER_READ) {
    const rows = await database.public
      .selectFrom('parts_catalog')
      .select(['id', 'price', 'stock_quantity', 'stock_held'])
      .where(sql<boolean>`id = any (${ids.slice(from, from + MAX_IDS_PER_READ)}::uuid[])`)
      .execute();
    for (const { id, price, stock_quantity: stock, stock_held: held } of rows) {
      parts.set(id, {
        priceCents: price === null ? null : centsFromDollars(price),
        stock: stock - held,
        allHeld: held > 0 && held === stock,
      });
    }
  }
  return parts;
}
