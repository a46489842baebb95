import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { withFallbackAfter } from '#core/values/time-limit.ts';
import { shareNextRun } from '../share-runs.ts';
import type { Notifications } from './notifications.ts';

const CHANNEL = 'shop_processes';

/** A process that does not answer serves no pages either. It counts again as soon as it sends anything. */
const TIMEOUT_MS = 1_000;

type Message =
  /** Asks each other process to say that it is here. */
  | { hello: true }
  | { here: true }
  | { bye: true }
  /** Asks the others to read all changes. */
  | { ask: number }
  | { caughtUp: number; to: string };

export interface OtherProcesses {
  /** Resolves when the other processes have all changes committed before, or do not answer. Never rejects. */
  catchUp(): Promise<void>;
  /** Counts the messages of the others that have arrived. */
  readonly heard: number;
  stop(): Promise<void>;
}

/**
 * Knows the processes of this shop on all machines, which hear each other through the database. PostgreSQL delivers
 * notifications in commit order, so a process that received the question has received every earlier change.
 */
export function createOtherProcesses({
  notifications,
  pool,
  group = randomUUID(),
}: {
  notifications: Pick<Notifications, 'listen' | 'listening'>;
  pool: pg.Pool;
  /** Processes of one group ask each other in another way. */
  group?: string | undefined;
}): OtherProcesses {
  const own = randomUUID();
  const others = new Set<string>();
  const waiting = new Map<string, () => void>();
  let last = 0;
  let heard = 0;

  async function send(message: Message): Promise<void> {
    const payload = JSON.stringify({ ...message, from: own, group });
    // If this fails, the time limit applies.
    await pool.query('select pg_notify($1, $2)', [CHANNEL, payload]).catch(() => undefined);
  }

  function receive({ from, group: itsGroup, ...message }: Message & { from: string; group: string }): void {
    if (from === own || itsGroup === group) return;
    if ('bye' in message) {
      others.delete(from);
      return;
    }
    others.add(from);
    if ('hello' in message) void send({ here: true });
    if ('ask' in message) void send({ caughtUp: message.ask, to: from });
    if ('caughtUp' in message && message.to === own) waiting.get(`${message.caughtUp} ${from}`)?.();
  }

  notifications.listen(CHANNEL, {
    onNotification(payload) {
      heard += 1;
      receive(JSON.parse(payload));
    },
    onConnection() {
      if (notifications.listening) void send({ hello: true });
    },
  });

  async function ask(): Promise<void> {
    const number = (last += 1);
    const answers = [...others].map(async (other) => {
      const key = `${number} ${other}`;
      const { promise, resolve } = Promise.withResolvers<boolean>();
      waiting.set(key, () => resolve(true));
      if (!(await withFallbackAfter(TIMEOUT_MS, false, promise))) others.delete(other);
      waiting.delete(key);
    });
    await Promise.all([send({ ask: number }), ...answers]);
  }

  /** Concurrent callers share one question. */
  const catchUp = shareNextRun(() =>
    others.size === 0 || !notifications.listening ? Promise.resolve() : ask(),
  );

  return {
    catchUp,
    get heard() {
      return heard;
    },
    stop: () => send({ bye: true }),
  };
}
