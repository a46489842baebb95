/** At most `points` within `seconds`, which start with the first count. */
export interface LimitWindow {
  points: number;
  seconds: number;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Rate limits per key. All windows of a rule apply together. */
export const limitRules = {
  /** Opened payment pages, by account or browser. domain/hold-limits.ts limits the stock that they hold. */
  'open-payment-page': [
    { points: 15, seconds: 10 * MINUTE },
    { points: 150, seconds: DAY },
  ],
  /** By address, which a workshop or a phone network shares. */
  'open-payment-page-from-address': [
    { points: 200, seconds: 10 * MINUTE },
    { points: 5_000, seconds: DAY },
  ],
  /** By address: requests to the payment provider for returning buyers. */
  'check-payment': [{ points: 60, seconds: 10 * MINUTE }],
  /** By address: part requests and contact messages together. */
  'write-to-shop': [
    { points: 10, seconds: 15 * MINUTE },
    { points: 40, seconds: DAY },
  ],
  /** All visitors together. */
  'write-to-shop-all': [{ points: 1_000, seconds: HOUR }],
  /** By email. Over the limit, the shop still gets the message, but sends no confirmation. */
  confirm: [
    { points: 5, seconds: HOUR },
    { points: 15, seconds: DAY },
  ],
  /** All visitors together. */
  'confirm-all': [{ points: 200, seconds: HOUR }],
  /** Failures, by address. */
  'sign-in-from-address': [{ points: 100, seconds: 15 * MINUTE }],
  /** Failures, by account, from all new devices together. */
  'sign-in-from-new-device': [{ points: 10, seconds: 15 * MINUTE }],
  /** Failures, by account and known device, so that an attacker can't lock the user out. */
  'sign-in-from-known-device': [{ points: 10, seconds: 15 * MINUTE }],
  'second-step': [{ points: 10, seconds: 15 * MINUTE }],
  /** Wrong passwords of a signed-in user, by account. */
  'confirm-password': [{ points: 10, seconds: 15 * MINUTE }],
  /** By admin. */
  'security-scan': [{ points: 6, seconds: 10 * MINUTE }],
  /** Sign-ups, resets and changes that send a mail, by address. */
  'account-mail-from-address': [{ points: 40, seconds: HOUR }],
  /** The same, by account and purpose. */
  'account-mail': [{ points: 5, seconds: HOUR }],
  /** Uses of an invalid link, by address. */
  'open-link': [{ points: 60, seconds: 15 * MINUTE }],
  /** Audit events of visitors, by address. */
  'log-event': [{ points: 2_000, seconds: HOUR }],
  /** By address. */
  'read-feed': [{ points: 12, seconds: HOUR }],
} satisfies Record<string, readonly LimitWindow[]>;

export type LimitRule = keyof typeof limitRules;

/**
 * Request limits by address: more than several shoppers need, less than would overload a process. Counted
 * approximately, see server/limits/tallies.ts.
 */
export const tallyRules = {
  reads: { points: 3_000, seconds: MINUTE },
  writes: { points: 600, seconds: MINUTE },
  /** Separate, so that shoppers who share a proxy's address can't block its health checks. */
  health: { points: 600, seconds: MINUTE },
} satisfies Record<string, LimitWindow>;

export type TallyRule = keyof typeof tallyRules;
