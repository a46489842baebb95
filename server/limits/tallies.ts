import type { Logger } from 'pino';
import { RateLimiterMemory, type RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { type LimitWindow, type TallyRule, tallyRules } from '#domain/limits.ts';

/** Every so many times one process tells the others. */
const STEP = 100;

type Tally = (key: string, hidden: () => string) => Promise<number | undefined>;

/**
 * Counts what is too frequent and too cheap for a statement each time. A process counts in its own memory, and notes
 * each hundred of one key in the database without waiting for it: whoever asks seldom never costs a statement, and
 * whoever asks a lot is stopped in all processes after at most a hundred more in each. Where the database can't count,
 * each process still does.
 */
export function createTallies(
  shared: (rule: TallyRule, window: LimitWindow) => RateLimiterPostgres,
  log: Logger,
): Record<TallyRule, Tally> {
  const create = (rule: TallyRule): Tally => {
    const { points, seconds } = tallyRules[rule];
    const own = new RateLimiterMemory({ keyPrefix: rule, points, duration: seconds });
    const all = shared(rule, { points, seconds });
    const note = async (key: string, hidden: string) => {
      try {
        await all.consume(hidden, STEP);
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) await own.block(key, toSeconds(refusal));
        else log.error(refusal, 'Limits cannot be counted');
      }
    };
    return async (key, hidden) => {
      try {
        const { consumedPoints } = await own.consume(key);
        if (consumedPoints % STEP === 0) void note(key, hidden());
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
