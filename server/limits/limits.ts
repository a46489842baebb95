import { createHmac } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type pg from 'pg';
import type { Logger } from 'pino';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { type LimitRule, limitRules, type LimitWindow, type TallyRule } from '#domain/limits.ts';
import { networkOf } from '#domain/network.ts';
import type { Allowance, Limits } from '#services';
import { createTallies } from './tallies.ts';

/** How soon a visitor may try again when it is not known how often they have, in seconds. */
const RETRY_WHEN_AWAY = 30;

export interface LimitsOptions {
  pool: pg.Pool;
  secret: string;
  log: Logger;
}

/** Counts in the database, for all processes together. */
export function createLimits({ pool, secret, log }: LimitsOptions): Limits {
  const limiters = Object.fromEntries(
    Object.entries(limitRules).map(([rule, windows]) => [
      rule,
      windows.map((window) => createLimiter(pool, rule, window)),
    ]),
  ) as Record<LimitRule, RateLimiterPostgres[]>;
  const tallies = createTallies((rule, window) => createLimiter(pool, rule, window), log);

  const limits: Limits = {
    async take(rule, key, times = 1) {
      const hidden = hide(secret, rule, key);
      const taken: RateLimiterPostgres[] = [];
      for (const limiter of limiters[rule]) {
        const { counted, ...allowance } = await take(limiter, hidden, times, log);
        if (counted) taken.push(limiter);
        if (allowance.allowed) continue;
        // What is refused is not done, so it counts nowhere.
        await rewardAll(taken, hidden, times, log);
        return allowance;
      }
      return { allowed: true };
    },
    async giveBack(rule, key) {
      await rewardAll(limiters[rule], hide(secret, rule, key), 1, log);
      // Requests at the same time may have been refused from memory before this one gave its count back.
      for (const limiter of limiters[rule]) limiter.deleteInMemoryBlockedAll();
    },
    async takeAll(counted) {
      for (const [index, [rule, key]] of counted.entries()) {
        const allowance = await limits.take(rule, key);
        if (allowance.allowed) continue;
        await limits.giveBackAll(counted.slice(0, index));
        return allowance;
      }
      return { allowed: true };
    },
    async giveBackAll(counted) {
      for (const [rule, key] of counted) await limits.giveBack(rule, key);
    },
    tally: (rule, key) => tallies[rule](subject(key), () => hide(secret, rule, key)),
  };
  return limits;
}

function createLimiter(pool: pg.Pool, rule: string, { points, seconds }: LimitWindow): RateLimiterPostgres {
  return new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: 'limits',
    tableCreated: true,
    // A job does it for all rules at once: the library's timers can't be stopped.
    clearExpiredByTimeout: false,
    keyPrefix: `${rule}/${seconds}`,
    points,
    duration: seconds,
    // Whoever keeps knocking after a refusal is refused from memory, and costs no statement.
    inMemoryBlockOnConsumed: points + 1,
  });
}

/** `counted`: the database has counted it, though it may be refused. */
async function take(
  limiter: RateLimiterPostgres,
  key: string,
  times: number,
  log: Logger,
): Promise<Allowance & { counted: boolean }> {
  try {
    await limiter.consume(key, times);
    return { allowed: true, counted: true };
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) {
      const seconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
      // A refusal from memory says that nothing was consumed.
      return { allowed: false, seconds, known: true, counted: refusal.consumedPoints > 0 };
    }
    log.error(refusal, 'Limits cannot be counted');
    return { allowed: false, seconds: RETRY_WHEN_AWAY, known: false, counted: false };
  }
}

async function rewardAll(
  limiters: readonly RateLimiterPostgres[],
  key: string,
  times: number,
  log: Logger,
): Promise<void> {
  for (const limiter of limiters) {
    await limiter.reward(key, times).catch((error: unknown) => log.error(error, 'Limits cannot be counted'));
  }
}

/** Deletes what has run out; the library itself only ever asks for what has not. */
export async function clearExpiredLimits(pool: pg.Pool): Promise<void> {
  await pool.query('delete from public.limits where expire < $1', [Date.now()]);
}

/** Keyed, so that nobody with the table alone can try which addresses are in it. */
function hide(secret: string, rule: LimitRule | TallyRule, key: string): string {
  return createHmac('sha256', secret)
    .update(`limit ${rule} ${subject(key)}`)
    .digest('base64url');
}

/** What a key is counted as: an IPv6 address counts for its whole network. */
function subject(key: string): string {
  return isIPv6(key) ? networkOf(key) : key;
}
