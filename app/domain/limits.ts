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
  /** Payment pages that were opened, by account, else by browser. How much they may hold: domain/hold-limits.ts. */
  'open-payment-page': [
    { points: 15, seconds: 10 * MINUTE },
    { points: 150, seconds: DAY },
  ],
  /** The same by address, which a workshop or a whole phone network shares. */
  'open-payment-page-from-address': [
    { points: 200, seconds: 10 * MINUTE },
    { points: 5_000, seconds: DAY },
  ],
  /** By address: how often the payment provider is asked about pages that buyers come back from. */
  'check-payment': [{ points: 60, seconds: 10 * MINUTE }],
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
  /** Failures, by address: well above what a household mistypes. */
  'sign-in-from-address': [{ points: 100, seconds: 15 * MINUTE }],
  /** Failures, by account, from all devices together that have never signed in to it. */
  'sign-in-from-new-device': [{ points: 10, seconds: 15 * MINUTE }],
  /** Failures, by account and device that has signed in to it before: what others do never uses it up. */
  'sign-in-from-known-device': [{ points: 10, seconds: 15 * MINUTE }],
  /** Wrong codes of the second step, by account and device. Their asker knows the password. */
  'second-step': [{ points: 10, seconds: 15 * MINUTE }],
  /** Wrong passwords of somebody who is signed in, by account. */
  'confirm-password': [{ points: 10, seconds: 15 * MINUTE }],
  /** By admin. */
  'security-scan': [{ points: 6, seconds: 10 * MINUTE }],
  /** Sign-ups, resets and changes that send a mail, by address. */
  'account-mail-from-address': [{ points: 40, seconds: HOUR }],
  /** The same, by account and what the mail is for: nobody's mailbox is filled by others. */
  'account-mail': [{ points: 5, seconds: HOUR }],
  /** Passwords set by a link that is not good for anything, by address. */
  'open-link': [{ points: 60, seconds: 15 * MINUTE }],
  /** Events of visitors for the audit trail, by address: a busy office looks around, a program fills no disk. One window: it is counted often. */
  'log-event': [{ points: 2_000, seconds: HOUR }],
  /** By address: the whole catalogue each time. */
  'read-feed': [{ points: 12, seconds: HOUR }],
} satisfies Record<string, readonly LimitWindow[]>;

export type LimitRule = keyof typeof limitRules;

/**
 * How much may be asked of the shop from one address, whatever it is: far more than a house full of shoppers does, and
 * far less than keeps a process busy. Counted loosely, see server/limits/tallies.ts.
 */
export const tallyRules = {
  reads: { points: 3_000, seconds: MINUTE },
  writes: { points: 600, seconds: MINUTE },
  /** Of its own: behind a proxy, shoppers must not use up what the proxy asks with. */
  health: { points: 600, seconds: MINUTE },
} satisfies Record<string, LimitWindow>;

export type TallyRule = keyof typeof tallyRules;
