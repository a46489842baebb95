import pg from 'pg';
import type { Logger } from 'pino';
import { RECONNECT_DELAYS } from '#core/live/live.ts';
import { shareNextRun } from '../share-runs.ts';
import { type Position, READ_PRIMARY_POSITION, readPosition } from './position.ts';

const HEARTBEAT_INTERVAL_MS = 10_000;
const HEARTBEAT_TIMEOUT_MS = 3_000;

export interface NotificationListener {
  onNotification(payload: string): void;
  /** Called when listening begins or ends: notifications may have been missed. */
  onConnection(): void;
}

export interface Notifications {
  /** Call before `start`. */
  listen(channel: string, listener: NotificationListener): void;
  start(): void;
  /** True while no notification can be missed. */
  readonly listening: boolean;
  /** Counts the notifications that have arrived. */
  readonly heard: number;
  /** Resolves when the listeners were called for all changes committed before this call. Never rejects. */
  caughtUp(): Promise<void>;
  /** The primary's position, at or after every change that the listeners have heard of. Undefined until it is read. */
  readonly heardPosition: Position | undefined;
  stop(): Promise<void>;
}

/**
 * Listens for notifications from all processes, on one connection. Reconnects after 1, 2, 5, then every 10 seconds (Spec §9).
 *
 * @param readsPositions True if the caller uses `heardPosition`.
 */
export function createNotifications({
  url,
  log,
  readsPositions = false,
}: {
  url: string;
  log: Logger;
  readsPositions?: boolean;
}): Notifications {
  const listeners = new Map<string, NotificationListener>();
  let client: pg.Client | undefined;
  let stopped = false;
  let failures = 0;
  let heard = 0;
  let heardPosition: Position | undefined;
  let readAt: Position | undefined;
  let isLocating = false;
  let timer: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    const connection = new pg.Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      query_timeout: HEARTBEAT_TIMEOUT_MS,
    });
    connection.on('notification', ({ channel, payload = '' }) => {
      heard += 1;
      void locateHeardChanges(connection);
      listeners.get(channel)?.onNotification(payload);
    });
    connection.on('error', () => reconnect(connection));
    connection.on('end', () => reconnect(connection));
    try {
      await connection.connect();
      const channels = [...listeners.keys()].map((channel) => `listen ${pg.escapeIdentifier(channel)}`);
      await connection.query(channels.join('; '));
    } catch (error) {
      log.warn(error, 'The shop cannot listen for changes: no page is cached, and none is live');
      await connection.end().catch(() => undefined);
      return retry();
    }
    if (stopped) return connection.end();
    failures = 0;
    client = connection;
    announceConnection();
    void locateHeardChanges(connection);
    timer = setInterval(() => void ping(connection), HEARTBEAT_INTERVAL_MS).unref();
  }

  async function ping(connection: pg.Client): Promise<void> {
    try {
      const { rows } = await connection.query(readsPositions ? READ_PRIMARY_POSITION : 'select 1');
      if (readsPositions) readAt = readPosition(rows[0].position);
    } catch {
      reconnect(connection);
    }
  }

  /** Reads a position after the notifications arrived, so that it is never before them. */
  async function locateHeardChanges(connection: pg.Client): Promise<void> {
    heardPosition = undefined;
    if (!readsPositions || isLocating) return;
    isLocating = true;
    const before = heard;
    await ping(connection);
    isLocating = false;
    if (client && (client !== connection || heard !== before)) return locateHeardChanges(client);
    if (client) heardPosition = readAt;
  }

  function reconnect(lost: pg.Client): void {
    if (client !== lost) return;
    client = undefined;
    heardPosition = undefined;
    clearInterval(timer);
    announceConnection();
    void lost.end().catch(() => undefined);
    retry();
  }

  function retry(): void {
    if (stopped) return;
    const delay = RECONNECT_DELAYS[Math.min(failures, RECONNECT_DELAYS.length - 1)];
    failures += 1;
    timer = setTimeout(() => void connect(), delay).unref();
  }

  function announceConnection(): void {
    for (const { onConnection } of listeners.values()) onConnection();
  }

  return {
    listen: (channel, listener) => void listeners.set(channel, listener),
    start: () => void connect(),
    get listening() {
      return client !== undefined;
    },
    get heard() {
      return heard;
    },
    get heardPosition() {
      return heardPosition;
    },
    // PostgreSQL sends pending notifications before the result of the next statement.
    caughtUp: shareNextRun(() => (client ? ping(client) : Promise.resolve())),
    async stop() {
      stopped = true;
      clearTimeout(timer);
      const connection = client;
      client = undefined;
      await connection?.end().catch(() => undefined);
    },
  };
}
