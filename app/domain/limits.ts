/** At most `points` within `seconds`, counted from the first. */
export interface LimitWindow {
  points: number;
  seconds: number;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How often something may be done for one key. All windows of a rule hold at once. */
export const limitRules = {
  /** By address. The middle one lasts as long as a hold: nobody holds much more than that many orders at once. */
  'begin-payment': [
    { points: 10, seconds: 10 * MINUTE },
    { points: 15, seconds: 30 * MINUTE },
    { points: 30, seconds: DAY },
  ],
} satisfies Record<string, readonly LimitWindow[]>;

export type LimitRule = keyof typeof limitRules;
