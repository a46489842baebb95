import type { Logger } from 'pino';
import { RateLimiterMemory, type RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { type LimitWindow, type TallyRule, tallyRules } from '#domain/limits.ts';

/** A process shares its counts of a key in steps of this size. */
const STEP = 100;

type Tally = (key: string, hash: () => string) => Promise<number | undefined>;

/**
 * Counts events that are too frequent for one statement each. A process counts in memory and adds every 100 counts of a
 * key to the database, without waiting. Other processes may allow up to 100 more. If the database fails, each process
 * still counts for itself.
 */
export function createTallies(
  createShared: (rule: TallyRule, window: LimitWindow) => RateLimiterPostgres,
  log: Logger,
): Record<TallyRule, Tally> {
  const create = (rule: TallyRule): Tally => {
    const { points, seconds } = tallyRules[rule];
    const local = new RateLimiterMemory({ keyPrefix: rule, points, duration: seconds });
    const shared = createShared(rule, { points, seconds });
    const share = async (key: string, hash: string) => {
      try {
        await shared.consume(hash, STEP);
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) await local.block(key, toSeconds(refusal));
        else log.error(refusal, 'Rate limits could not be counted');
      }
    };
    return async (key, hash) => {
      try {
        const { consumedPoints } = await local.consume(key);
        if (consumedPoints % STEP === 0) void share(key, hash());
        return undefined;
      } catch (refusal) {
        return toSeconds(refusal as RateLimiterRes);
      }
    };
  };
  return { reads: create('reads'), writes: create('writes'), health: create('health') };
}

function toSeconds({ msBeforeNext }: RateLimiterRes): number {
  return Math.max(1, Math.ceil(msBeforeNext / 1000));
}
