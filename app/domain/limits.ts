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
  /** By address: part requests and contact messages together. */
  'write-to-shop': [
    { points: 10, seconds: 15 * MINUTE },
    { points: 40, seconds: DAY },
  ],
  /** For everybody together. */
  'write-to-shop-all': [{ points: 1_000, seconds: HOUR }],
  /** By e-mail, which is anybody's: beyond it the shop still gets what was written, but confirms nothing. */
  confirm: [
    { points: 5, seconds: HOUR },
    { points: 15, seconds: DAY },
  ],
  /** For everybody together. */
  'confirm-all': [{ points: 200, seconds: HOUR }],
} satisfies Record<string, readonly LimitWindow[]>;

export type LimitRule = keyof typeof limitRules;
