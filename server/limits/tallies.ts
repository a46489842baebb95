import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { shareOf } from '#core/platform/workers.server.ts';
import { type LimitWindow, type TallyRule, tallyRules, toRetrySeconds } from '#core/limits/limits.ts';

/** All processes of a machine together may count this many without telling the others. */
const STEP = 100;

/** The memory for each rule is bounded: more keys push out those that were counted longest ago. */
const MAX_KEYS = 20_000;

/** A count in the database, which lasts until the window ends. */
export interface Count {
  points: number;
  milliseconds: number;
}

type Tally = (key: string, hash: () => string) => Promise<number | undefined>;

/** Counts events that are too frequent for a statement each. Each process shares its counts in steps, without waiting. */
export function createTallies(
  count: (rule: TallyRule, hash: string, window: LimitWindow, times: number) => Promise<Count>,
  log: Logger,
): Record<TallyRule, Tally> {
  const step = shareOf(STEP);
  const create = (rule: TallyRule): Tally => {
    const { points, seconds } = tallyRules[rule];
    let created: LRUCache<string, { points: number }> | undefined;
    /** A window starts with the first count, and ends with its entry. Their memory is reserved when the rule is first used. */
    const windows = () =>
      (created ??= new LRUCache<string, { points: number }>({
        max: MAX_KEYS,
        ttl: seconds * 1_000,
        // Reads the clock each time: an old time would let a window last longer.
        ttlResolution: 0,
      }));
    const share = async (key: string, hash: string) => {
      try {
        const counted = await count(rule, hash, { points, seconds }, step);
        if (counted.points > points) windows().set(key, counted, { ttl: counted.milliseconds });
      } catch (error) {
        log.error(error, 'Rate limits could not be counted');
      }
    };
    return async (key, hash) => {
      const window = windows().get(key) ?? { points: 0 };
      window.points += 1;
      if (window.points === 1) windows().set(key, window);
      if (window.points > points) return toRetrySeconds(windows().getRemainingTTL(key));
      if (window.points % step === 0) void share(key, hash());
      return undefined;
    };
  };
  const rules = Object.keys(tallyRules) as TallyRule[];
  return Object.fromEntries(rules.map((rule) => [rule, create(rule)])) as Record<TallyRule, Tally>;
}
