import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Notifications } from './notifications.ts';
import { isConnectionFailure } from './overload.ts';
import { type Position, READ_REPLAYED_POSITION, readPosition } from './position.ts';

/** A replica that is behind is asked again after this time. */
const BEHIND_DELAY_MS = 10;

/** An address that does not answer is tried again after this time. */
const LOST_DELAY_MS = 1_000;

/** The log reports after this time that the primary does all reads. */
const REPORT_AFTER_MS = 10_000;

/** SQLSTATE of a read that replayed changes have canceled. */
const CONFLICT = '40001';

/** All connections of the pool are in use. */
const BUSY = /timeout exceeded when trying to connect/;

type HeardChanges = Pick<Notifications, 'listening' | 'heardPosition'>;

export interface ReadPoolOptions {
  primary: pg.Pool;
  replica: pg.Pool;
  /** Tells which changes this process has heard of. */
  heardChanges: () => HeardChanges;
  log: Logger;
  /** Called when the primary has done all reads for a while, and when a replica is used for the first time since. */
  onReplicas: (problem: string | null) => void;
}

/**
 * Reads from a replica that has all changes of which this process has heard, else from the primary. So pages that are rendered
 * after a change show it. Each connection is asked for its position, because an address may lead to several replicas.
 *
 * While the process can't listen, it reads from the primary. Without a primary, it reads from a replica in any state: no page
 * is kept then.
 */
export function createReadPool({
  primary,
  replica,
  heardChanges,
  log,
  onReplicas,
}: ReadPoolOptions): PostgresPool {
  const positions = new WeakMap<pg.PoolClient, Position>();
  let asksAgainAt = 0;
  let primaryAsksAgainAt = 0;
  let isLost = false;
  let failingSince: number | undefined;
  /** Undefined at first: an earlier process may have reported a problem. */
  let reported: string | null | undefined;
  let ended = false;

  function succeed(): void {
    failingSince = undefined;
    if (reported === null) return;
    if (reported) log.warn('Public reads use a replica again');
    reported = null;
    onReplicas(null);
  }

  function fail(problem: string, error?: unknown): void {
    failingSince ??= performance.now();
    if (reported || performance.now() - failingSince < REPORT_AFTER_MS) return;
    reported = problem;
    log.error({ err: error }, `Public reads go to the primary: ${problem}`);
    onReplicas(problem);
  }

  /** No request waits for an address that does not answer. */
  function lose(error: unknown): void {
    fail('no replica can be reached', error);
    if (isLost || ended) return;
    isLost = true;
    const probe = async () => {
      try {
        (await replica.connect()).release();
        isLost = false;
      } catch (again) {
        fail('no replica can be reached', again);
        if (!ended) setTimeout(probe, LOST_DELAY_MS).unref();
      }
    };
    setTimeout(probe, LOST_DELAY_MS).unref();
  }

  async function takeReplica(needed: Position): Promise<pg.PoolClient | undefined> {
    if (isLost || performance.now() < asksAgainAt) return undefined;
    let client: pg.PoolClient;
    try {
      client = await replica.connect();
    } catch (error) {
      if (!BUSY.test(String(error))) lose(error);
      return undefined;
    }
    try {
      if ((positions.get(client) ?? -1n) < needed) {
        const { rows } = await client.query(READ_REPLAYED_POSITION);
        positions.set(client, readPosition(rows[0].position));
      }
    } catch (error) {
      client.release(true);
      lose(error);
      return undefined;
    }
    if ((positions.get(client) ?? -1n) >= needed) {
      succeed();
      return client;
    }
    client.release();
    asksAgainAt = performance.now() + BEHIND_DELAY_MS;
    fail('the replica is behind');
    return undefined;
  }

  async function take(): Promise<PostgresPoolClient> {
    const { listening, heardPosition } = heardChanges();
    if (heardPosition !== undefined) {
      const client = await takeReplica(heardPosition);
      return client ? withPrimaryBehind(client) : primary.connect();
    }
    if (listening) return primary.connect();
    let failure: unknown;
    if (performance.now() >= primaryAsksAgainAt) {
      try {
        return await primary.connect();
      } catch (error) {
        failure = error;
        if (isConnectionFailure(error)) primaryAsksAgainAt = performance.now() + LOST_DELAY_MS;
      }
    }
    const client = await takeReplica(0n);
    if (client) return withPrimaryBehind(client);
    if (failure) throw failure;
    return primary.connect();
  }

  /** Repeats the first statement at the primary if the replica fails. */
  function withPrimaryBehind(client: pg.PoolClient): PostgresPoolClient {
    let current: pg.PoolClient | undefined = client;
    let isFirst = true;
    async function query(text: string, values: readonly unknown[]) {
      const mayRepeat = isFirst;
      isFirst = false;
      try {
        if (!current) throw new Error('Connection terminated');
        return await current.query(text, [...values]);
      } catch (error) {
        const isConflict = (error as { code?: unknown }).code === CONFLICT;
        if (!mayRepeat || !(isConflict || isConnectionFailure(error))) throw error;
        current = undefined;
        client.release(!isConflict);
        if (!isConflict) lose(error);
        current = await primary.connect();
        return await current.query(text, [...values]);
      }
    }
    return {
      query: query as unknown as PostgresPoolClient['query'],
      release: (destroy) => current?.release(destroy),
    };
  }

  return {
    connect: take,
    options: replica.options,
    async end() {
      ended = true;
    },
  };
}
