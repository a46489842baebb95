import pg from 'pg';
import type { Logger } from 'pino';

/** The database's notifications about changes that shoppers see (db/migrations/0003_catalog.sql). */
const CHANNEL = 'catalog_changed';

/** How often the connection is asked whether it is still there, and how long it may take to say so, in milliseconds. */
const HEARTBEAT = 10_000;
const HEARTBEAT_TIMEOUT = 3_000;

/** Waits between two tries to reach the database again, in milliseconds; the last one is repeated (Spec §9). */
const RECONNECT_DELAYS = [1_000, 2_000, 5_000, 10_000];

export interface CatalogChanges {
  /** Whether every change is heard of at the moment. */
  readonly listening: boolean;
  /** Settles when all changes that were committed before the call have been told. Never fails. */
  caughtUp(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Listens for changes of the catalogue, whichever process makes them. `onChange` is told the parts when nothing but how
 * many are left of them has changed, and some are. It is also called whenever changes may have been missed.
 */
export function catalogChanges(options: {
  /** Of a login of the database; it needs no privileges. */
  url: string;
  onChange: (partIds?: readonly string[]) => void;
  log: Logger;
}): CatalogChanges {
  const { url, onChange, log } = options;
  let client: pg.Client | undefined;
  let stopped = false;
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    const fresh = new pg.Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      query_timeout: HEARTBEAT_TIMEOUT,
    });
    fresh.on('notification', ({ payload }) => onChange(payload ? payload.split(' ') : undefined));
    fresh.on('error', () => lose(fresh));
    fresh.on('end', () => lose(fresh));
    try {
      await fresh.connect();
      await fresh.query(`listen ${CHANNEL}`);
    } catch (error) {
      log.warn(error, 'Changes of the catalogue cannot be heard: no page is kept');
      await fresh.end().catch(() => undefined);
      return retry();
    }
    if (stopped) return fresh.end();
    failures = 0;
    client = fresh;
    onChange();
    timer = setInterval(() => void ask(fresh), HEARTBEAT).unref();
  }

  function ask(asked: pg.Client): Promise<void> {
    return asked.query('select 1').then(
      () => undefined,
      () => lose(asked),
    );
  }

  function lose(lost: pg.Client): void {
    if (client !== lost) return;
    client = undefined;
    clearInterval(timer);
    onChange();
    void lost.end().catch(() => undefined);
    retry();
  }

  function retry(): void {
    if (stopped) return;
    const delay = RECONNECT_DELAYS[Math.min(failures, RECONNECT_DELAYS.length - 1)];
    failures += 1;
    timer = setTimeout(() => void connect(), delay).unref();
  }

  void connect();
  return {
    get listening() {
      return client !== undefined;
    },
    // The server tells a connection what was committed before it answers the connection's next statement.
    caughtUp: () => (client ? ask(client) : Promise.resolve()),
    async stop() {
      stopped = true;
      clearTimeout(timer);
      const last = client;
      client = undefined;
      await last?.end().catch(() => undefined);
    },
  };
}
