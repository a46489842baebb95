import { createHmac } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import type { Logger } from 'pino';
import {
  type LimitRule,
  limitRules,
  type LimitWindow,
  type TallyRule,
  toRetrySeconds,
} from '#core/limits/limits.ts';
import { toNetwork } from '#core/limits/network.ts';
import type { Allowance, Counted, Limits } from '#core/limits/limits.server.ts';
import { type Count, createTallies } from './tallies.ts';

const RETRY_AFTER_FAILURE_SECONDS = 30;

export interface LimitsOptions {
  pool: pg.Pool;
  secret: string;
  log: Logger;
}

/** Maximum refused keys to remember, so that further requests cost no statement. */
const MAX_REFUSED = 10_000;

/** After this, ask the database again: another process may have refunded points. */
const REFUSED_MS = 2_000;

/** Milliseconds by the database's clock, which all processes share. */
const NOW = '(extract(epoch from now()) * 1000)::bigint';

/** Counts all or none. One statement covers all windows, because buyers wait. A fixed order of rows prevents deadlocks. */
const COUNT = `
  insert into public.limits as counts (key, points, expire)
  select key, $2, ${NOW} + milliseconds from unnest($1::text[], $3::bigint[]) as counted (key, milliseconds) order by key
  on conflict (key) do update set
    points = case when counts.expire <= ${NOW} then excluded.points else counts.points + excluded.points end,
    expire = case when counts.expire <= ${NOW} then excluded.expire else counts.expire end
  returning key, points, (expire - ${NOW})::int as milliseconds`;

const GIVE_BACK = `
  update public.limits as counts set points = greatest(counts.points - $2, 0)
  from (select key from public.limits where key = any ($1::text[]) order by key for update) as counted
  where counts.key = counted.key and expire > ${NOW}`;

interface CountedWindow extends LimitWindow {
  key: string;
}

export function createLimits({ pool, secret, log }: LimitsOptions): Limits {
  const tallies = createTallies(async (rule, hash, window, times) => {
    const key = formatKey(rule, window, hash);
    return (await count([{ key, ...window }], times)).get(key) as Count;
  }, log);
  /** Key -> end of its window, in this process's clock. */
  const refused = new LRUCache<string, number>({ max: MAX_REFUSED, ttl: REFUSED_MS });

  async function count(windows: readonly CountedWindow[], times: number): Promise<Map<string, Count>> {
    const { rows } = await pool.query<Count & { key: string }>(COUNT, [
      windows.map(({ key }) => key),
      times,
      windows.map(({ seconds }) => seconds * 1_000),
    ]);
    return new Map(rows.map((row) => [row.key, row]));
  }

  const toWindows = (counted: readonly Counted[]) =>
    counted.flatMap(([rule, key]) =>
      limitRules[rule].map(({ points, seconds }: LimitWindow) => ({
        points,
        seconds,
        key: formatKey(rule, { points, seconds }, hashKey(secret, rule, key)),
      })),
    );

  async function take(counted: readonly Counted[], times: number): Promise<Allowance> {
    const windows = toWindows(counted);
    for (const { key } of windows) {
      const left = (refused.get(key) ?? 0) - performance.now();
      if (left > 0) return refuse(left);
    }
    try {
      const counts = await count(windows, times);
      const full = windows.find(({ key, points }) => (counts.get(key)?.points ?? 0) > points);
      if (!full) return { allowed: true };
      // A refused request must not count in any window.
      await pool.query(GIVE_BACK, [windows.map(({ key }) => key), times]);
      const { milliseconds = 0 } = counts.get(full.key) ?? {};
      refused.set(full.key, performance.now() + milliseconds);
      return refuse(milliseconds);
    } catch (error) {
      log.error(error, 'Rate limits could not be counted');
      return { allowed: false, seconds: RETRY_AFTER_FAILURE_SECONDS, counted: false };
    }
  }

  async function giveBack(counted: readonly Counted[]): Promise<void> {
    const keys = toWindows(counted).map(({ key }) => key);
    await pool
      .query(GIVE_BACK, [keys, 1])
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

function formatKey(rule: string, { seconds }: LimitWindow, hash: string): string {
  return `${rule}/${seconds}:${hash}`;
}

export async function clearExpiredLimits(pool: pg.Pool): Promise<void> {
  await pool.query(`delete from public.limits where expire < ${NOW}`);
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
