import pg from 'pg';
import type { Logger } from 'pino';

const CHANNEL = 'catalog_changed';

const HEARTBEAT_INTERVAL_MS = 10_000;
const HEARTBEAT_TIMEOUT_MS = 3_000;

/** The last one repeats (Spec §9). */
const RECONNECT_DELAYS_MS = [1_000, 2_000, 5_000, 10_000];

export interface CatalogChanges {
  /** True while no change can be missed. */
  readonly listening: boolean;
  /** Resolves when `onChange` was called for all changes committed before this call. Never rejects. */
  caughtUp(): Promise<void>;
  stop(): Promise<void>;
}

/** `onChange` gets part ids if only their stock changed and they are still available; otherwise it gets none. */
export function listenForChanges(options: {
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
    const connection = new pg.Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      query_timeout: HEARTBEAT_TIMEOUT_MS,
    });
    connection.on('notification', ({ payload }) => onChange(payload ? payload.split(' ') : undefined));
    connection.on('error', () => reconnect(connection));
    connection.on('end', () => reconnect(connection));
    try {
      await connection.connect();
      await connection.query(`listen ${CHANNEL}`);
    } catch (error) {
      log.warn(error, 'The page cache is off: it cannot listen for catalog changes');
      await connection.end().catch(() => undefined);
      return retry();
    }
    if (stopped) return connection.end();
    failures = 0;
    client = connection;
    onChange();
    timer = setInterval(() => void ping(connection), HEARTBEAT_INTERVAL_MS).unref();
  }

  function ping(connection: pg.Client): Promise<void> {
    return connection.query('select 1').then(
      () => undefined,
      () => reconnect(connection),
    );
  }

  function reconnect(lost: pg.Client): void {
    if (client !== lost) return;
    client = undefined;
    clearInterval(timer);
    onChange();
    void lost.end().catch(() => undefined);
    retry();
  }

  function retry(): void {
    if (stopped) return;
    const delay = RECONNECT_DELAYS_MS[Math.min(failures, RECONNECT_DELAYS_MS.length - 1)];
    failures += 1;
    timer = setTimeout(() => void connect(), delay).unref();
  }

  void connect();
  return {
    get listening() {
      return client !== undefined;
    },
    // PostgreSQL sends pending notifications before the result of the next statement.
    caughtUp: () => (client ? ping(client) : Promise.resolve()),
    async stop() {
      stopped = true;
      clearTimeout(timer);
      const connection = client;
      client = undefined;
      await connection?.end().catch(() => undefined);
    },
  };
}
