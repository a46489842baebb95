import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

/** SQLSTATE of a write on a replica. */
export const READ_ONLY = '25006';

type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: Error | boolean) => void,
) => void;

/** SQLSTATE of a server, or a login, without a connection left. */
const TOO_MANY = '53300';

const ASK_AGAIN_MS = 200;

interface ReplaceablePoolOptions {
  /** Called after a write to a replica. */
  onReplica: () => void;
  /** Called when the server has no connection left. */
  onRefused?: ((error: unknown) => void) | undefined;
  /** Start of the server's shortage of connections. Waiting pools share it, so all of them together wait no longer than one. */
  shortage?: { since: number | undefined } | undefined;
}

/**
 * After a failover, connections may lead to a server that is a replica now. A write that fails there makes all pools connect
 * again.
 */
export class ReplaceablePool extends pg.Pool {
  readonly #options: ReplaceablePoolOptions;
  readonly #connectionsOf = new WeakMap<pg.PoolClient, { replaced: boolean }>();
  #connections = { replaced: false };
  #refused = 0;

  constructor(config: pg.PoolConfig, options: ReplaceablePoolOptions) {
    super(config);
    this.#options = options;
    this.on('connect', (client) => {
      const connections = this.#connections;
      this.#connectionsOf.set(client, connections);
      watchErrors(client, (error) => {
        if (hasCode(error, READ_ONLY) && !connections.replaced) options.onReplica();
      });
    });
  }

  /** Counts how often the server had no connection left. */
  get refused(): number {
    return this.#refused;
  }

  /** Ends each connection, as soon as it is free. */
  replaceConnections(): void {
    this.#connections.replaced = true;
    this.#connections = { replaced: false };
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | void {
    const connected = this.#connectNew();
    if (!callback) return connected;
    void answer(connected, callback);
  }

  async #connectNew(): Promise<pg.PoolClient> {
    const { shortage, onRefused } = this.#options;
    for (;;) {
      try {
        const client = await super.connect();
        if (shortage) shortage.since = undefined;
        if (!this.#isReplaced(client)) return client;
        client.release(true);
      } catch (error) {
        if (!hasCode(error, TOO_MANY)) throw error;
        this.#refused += 1;
        onRefused?.(error);
        if (!shortage) throw error;
        shortage.since ??= performance.now();
        if (performance.now() - shortage.since > (this.options.connectionTimeoutMillis ?? 0)) throw error;
        // Meanwhile, a connection of this pool may be free, too.
        await wait(ASK_AGAIN_MS);
      }
    }
  }

  #isReplaced(client: pg.PoolClient): boolean {
    return this.#connectionsOf.get(client)?.replaced ?? false;
  }
}

/**
 * The pool's own `query` and the job runner call `connect` with a callback. The job runner releases a connection twice when it
 * breaks while the runner stops, so only the first release counts.
 */
async function answer(connected: Promise<pg.PoolClient>, callback: ConnectCallback): Promise<void> {
  let client: pg.PoolClient;
  try {
    client = await connected;
  } catch (error) {
    return callback(error as Error, undefined, () => undefined);
  }
  let isReleased = false;
  callback(undefined, client, (release) => {
    if (isReleased) return;
    isReleased = true;
    client.release(release);
  });
}

function watchErrors(client: pg.PoolClient, onError: (error: unknown) => void): void {
  const send = client.query.bind(client) as (...args: unknown[]) => unknown;
  const query = (...args: unknown[]) => {
    const callback = args.at(-1);
    if (typeof callback === 'function') {
      args[args.length - 1] = (error: unknown, ...rest: unknown[]) => {
        if (error) onError(error);
        callback(error, ...rest);
      };
    }
    const result = send(...args);
    if (result instanceof Promise) result.catch(onError);
    return result;
  };
  client.query = query as pg.PoolClient['query'];
}

function hasCode(error: unknown, code: string): boolean {
  return (error as { code?: unknown }).code === code;
}
