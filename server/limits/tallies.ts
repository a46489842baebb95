import type { Logger } from 'pino';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { shareOf } from '#services/workers.server.ts';
import { type LimitWindow, type TallyRule, tallyRules, toRetrySeconds } from '#domain/limits.ts';

/** What all processes of a machine together may count without telling the others. */
const STEP = 100;

/** In the database, until the window ends. */
export interface Count {
  points: number;
  milliseconds: number;
}

type Tally = (key: string, hash: () => string) => Promise<number | undefined>;

/** For events too frequent for a statement each. Each process shares its counts in steps, without waiting. */
export function createTallies(
  count: (rule: TallyRule, hash: string, window: LimitWindow, times: number) => Promise<Count>,
  log: Logger,
): Record<TallyRule, Tally> {
  const step = shareOf(STEP);
  const create = (rule: TallyRule): Tally => {
    const { points, seconds } = tallyRules[rule];
    const local = new RateLimiterMemory({ keyPrefix: rule, points, duration: seconds });
    const share = async (key: string, hash: string) => {
      try {
        const counted = await count(rule, hash, { points, seconds }, step);
        if (counted.points > points) await local.block(key, toRetrySeconds(counted.milliseconds));
      } catch (error) {
        log.error(error, 'Rate limits could not be counted');
      }
    };
    return async (key, hash) => {
      try {
        const { consumedPoints } = await local.consume(key);
        if (consumedPoints % step === 0) void share(key, hash());
        return undefined;
      } catch (refusal) {
        return toRetrySeconds((refusal as RateLimiterRes).msBeforeNext);
      }
    };
  };
  return { reads: create('reads'), writes: create('writes'), health: create('health') };
}
