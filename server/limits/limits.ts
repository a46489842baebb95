import { createHmac } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type pg from 'pg';
import type { Logger } from 'pino';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import {
  type LimitRule,
  limitRules,
  type LimitWindow,
  type TallyRule,
  toRetrySeconds,
} from '#domain/limits.ts';
import { toNetwork } from '#domain/network.ts';
import type { Allowance, Limits } from '#services';
import { createTallies } from './tallies.ts';

const RETRY_AFTER_FAILURE_SECONDS = 30;

export interface LimitsOptions {
  pool: pg.Pool;
  secret: string;
  log: Logger;
}

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
      const hash = hashKey(secret, rule, key);
      const consumed: RateLimiterPostgres[] = [];
      for (const limiter of limiters[rule]) {
        const { consumed: isConsumed, ...allowance } = await take(limiter, hash, times, log);
        if (isConsumed) consumed.push(limiter);
        if (allowance.allowed) continue;
        // A refused request must not count in any window.
        await rewardAll(consumed, hash, times, log);
        return allowance;
      }
      return { allowed: true };
    },
    async giveBack(rule, key) {
      await rewardAll(limiters[rule], hashKey(secret, rule, key), 1, log);
      // A concurrent request may have blocked the key in memory.
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
    tally: (rule, key) => tallies[rule](toSubject(key), () => hashKey(secret, rule, key)),
  };
  return limits;
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
    // Further requests after a refusal cost no statement.
    inMemoryBlockOnConsumed: points + 1,
  });
}

/** `consumed` tells whether the database counted the request, which may still be refused. */
async function take(
  limiter: RateLimiterPostgres,
  key: string,
  times: number,
  log: Logger,
): Promise<Allowance & { consumed: boolean }> {
  try {
    await limiter.consume(key, times);
    return { allowed: true, consumed: true };
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) {
      const seconds = toRetrySeconds(refusal.msBeforeNext);
      // A refusal from memory has consumed 0 points.
      return { allowed: false, seconds, counted: true, consumed: refusal.consumedPoints > 0 };
    }
    log.error(refusal, 'Rate limits could not be counted');
    return { allowed: false, seconds: RETRY_AFTER_FAILURE_SECONDS, counted: false, consumed: false };
  }
}

async function rewardAll(
  limiters: readonly RateLimiterPostgres[],
  key: string,
  times: number,
  log: Logger,
): Promise<void> {
  for (const limiter of limiters) {
    await limiter
      .reward(key, times)
      .catch((error: unknown) => log.error(error, 'Rate limits could not be counted'));
  }
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
