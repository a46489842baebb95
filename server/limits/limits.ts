import { createHmac } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import type { Logger } from 'pino';
import { RateLimiterPostgres } from 'rate-limiter-flexible';
import {
  type LimitRule,
  limitRules,
  type LimitWindow,
  type TallyRule,
  toRetrySeconds,
} from '#domain/limits.ts';
import { toNetwork } from '#domain/network.ts';
import type { Allowance, Counted, Limits } from '#services';
import { createTallies } from './tallies.ts';

const RETRY_AFTER_FAILURE_SECONDS = 30;

export interface LimitsOptions {
  pool: pg.Pool;
  secret: string;
  log: Logger;
}

/** Refused keys that are remembered, so that further requests cost no statement. */
const MAX_REFUSED = 10_000;

/** Counts all or none. A statement for all windows, because buyers wait for it. Rows in a fixed order, to prevent deadlocks. */
const COUNT = `
  insert into public.limits as counts (key, points, expire)
  select key, $2, expire from unnest($1::text[], $3::bigint[]) as counted (key, expire) order by key
  on conflict (key) do update set
    points = case when counts.expire <= $4 then excluded.points else counts.points + excluded.points end,
    expire = case when counts.expire <= $4 then excluded.expire else counts.expire end
  returning key, points, expire`;

const GIVE_BACK = `
  update public.limits as counts set points = greatest(counts.points - $2, 0)
  from (select key from public.limits where key = any ($1::text[]) order by key for update) as counted
  where counts.key = counted.key and expire > $3`;

export function createLimits({ pool, secret, log }: LimitsOptions): Limits {
  const tallies = createTallies((rule, window) => createLimiter(pool, rule, window), log);
  const refused = new LRUCache<string, number>({ max: MAX_REFUSED });

  const toWindows = (counted: readonly Counted[]) =>
    counted.flatMap(([rule, key]) =>
      limitRules[rule].map(({ points, seconds }: LimitWindow) => ({
        points,
        seconds,
        key: `${rule}/${seconds}:${hashKey(secret, rule, key)}`,
      })),
    );

  async function take(counted: readonly Counted[], times: number): Promise<Allowance> {
    const windows = toWindows(counted);
    const now = Date.now();
    for (const { key } of windows) {
      const end = refused.get(key) ?? 0;
      if (end > now) return refuse(end - now);
    }
    try {
      const keys = windows.map(({ key }) => key);
      const { rows } = await pool.query<{ key: string; points: number; expire: string }>(COUNT, [
        keys,
        times,
        windows.map(({ seconds }) => now + seconds * 1_000),
        now,
      ]);
      const counts = new Map(rows.map((row) => [row.key, row]));
      const full = windows.find(({ key, points }) => (counts.get(key)?.points ?? 0) > points);
      if (!full) return { allowed: true };
      // A refused request must not count in any window.
      await pool.query(GIVE_BACK, [keys, times, now]);
      const end = Number(counts.get(full.key)?.expire);
      refused.set(full.key, end);
      return refuse(end - now);
    } catch (error) {
      log.error(error, 'Rate limits could not be counted');
      return { allowed: false, seconds: RETRY_AFTER_FAILURE_SECONDS, counted: false };
    }
  }

  async function giveBack(counted: readonly Counted[]): Promise<void> {
    const keys = toWindows(counted).map(({ key }) => key);
    await pool
      .query(GIVE_BACK, [keys, 1, Date.now()])
      .catch((error: unknown) => log.error(error, 'Rate limits could not be counted'));
    // A concurrent request may have been refused.
    for (const key of keys) refused.delete(key);
  }

  return {
    take: (rule, key, times = 1) => take([[rule, key]], times),
    takeAll: (counted) => take(counted, 1),
    giveBack: (rule, key) => giveBack([[rule, key]]),
    giveBackAll: giveBack,
    tally: (rule, key) => tallies[rule](toSubject(key), () => hashKey(secret, rule, key)),
  };
}

function refuse(milliseconds: number): Allowance {
  return { allowed: false, seconds: toRetrySeconds(milliseconds), counted: true };
}

function createLimiter(pool: pg.Pool, rule: string, { points, seconds }: LimitWindow): RateLimiterPostgres {
  return new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: 'limits',
    tableCreated: true,
    // A job deletes expired rows, because the library's timers can't be stopped.
    clearExpiredByTimeout: false,
    keyPrefix: `${rule}/${seconds}`,
    points,
    duration: seconds,
    inMemoryBlockOnConsumed: points + 1,
  });
}

export async function clearExpiredLimits(pool: pg.Pool): Promise<void> {
  await pool.query('delete from public.limits where expire < $1', [Date.now()]);
}

/** Uses a secret, so that the table alone does not reveal addresses. */
function hashKey(secret: string, rule: LimitRule | TallyRule, key: string): string {
  return createHmac('sha256', secret)
    .update(`limit ${rule} ${toSubject(key)}`)
    .digest('base64url');
}

function toSubject(key: string): string {
  return isIPv6(key) ? toNetwork(key) : key;
}
