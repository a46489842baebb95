import pg from 'pg';

/** SQLSTATE of a write on a replica. */
export const READ_ONLY = '25006';

type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: Error | boolean) => void,
) => void;

/**
 * After a failover, connections may lead to a server that is a replica now. A write that fails there makes all pools connect
 * again.
 */
export class ReplaceablePool extends pg.Pool {
  readonly #connectionsOf = new WeakMap<pg.PoolClient, { replaced: boolean }>();
  #connections = { replaced: false };

  /** @param onReplica Called after a write to a replica. */
  constructor(config: pg.PoolConfig, onReplica: () => void) {
    super(config);
    this.on('connect', (client) => {
      const connections = this.#connections;
      this.#connectionsOf.set(client, connections);
      watchErrors(client, (error) => {
        if ((error as { code?: unknown }).code === READ_ONLY && !connections.replaced) onReplica();
      });
    });
  }

  /** Ends each connection, as soon as it is free. */
  replaceConnections(): void {
    this.#connections.replaced = true;
    this.#connections = { replaced: false };
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | void {
    if (!callback) return this.#connectNew();
    super.connect((error, client, done) => {
      if (!client || !this.#isReplaced(client)) return callback(error, client, done);
      done(true);
      this.connect(callback);
    });
  }

  async #connectNew(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await super.connect();
      if (!this.#isReplaced(client)) return client;
      client.release(true);
    }
  }

  #isReplaced(client: pg.PoolClient): boolean {
    return this.#connectionsOf.get(client)?.replaced ?? false;
  }
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
