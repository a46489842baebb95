/** At most `points` within `seconds` of the first count. */
export interface LimitWindow {
  points: number;
  seconds: number;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Rate limits per key. All windows of a rule apply together. */
export const limitRules = {
  /** Counts by account or browser. hold-limits.server.ts limits the stock. */
  'open-payment-page': [
    { points: 15, seconds: 10 * MINUTE },
    { points: 150, seconds: DAY },
  ],
  /** By address, which a workshop or a phone network shares. */
  'open-payment-page-from-address': [
    { points: 200, seconds: 10 * MINUTE },
    { points: 5_000, seconds: DAY },
  ],
  /** By address. A cart asks for its price after each change, where the browser cannot compute it. */
  'price-cart': [{ points: 600, seconds: 10 * MINUTE }],
  /** By account. A browser writes a second after a change. */
  'sync-cart': [{ points: 600, seconds: 10 * MINUTE }],
  /** By account. */
  'sync-garage': [{ points: 600, seconds: 10 * MINUTE }],
  /** By address, which a workshop shares. */
  'decode-vin': [{ points: 200, seconds: 10 * MINUTE }],
  /** By account: 25 parts with all their pictures. */
  'upload-picture': [{ points: 300, seconds: 10 * MINUTE }],
  /** By account. */
  'save-address': [{ points: 60, seconds: HOUR }],
  /** By address. */
  'check-payment': [{ points: 60, seconds: 10 * MINUTE }],
  /** By address: part requests and contact messages together. */
  'write-to-shop': [
    { points: 10, seconds: 15 * MINUTE },
    { points: 40, seconds: DAY },
  ],
  'write-to-shop-all': [{ points: 1_000, seconds: HOUR }],
  /** By email. Over the limit, the shop still gets the message, but sends no confirmation. */
  confirm: [
    { points: 5, seconds: HOUR },
    { points: 15, seconds: DAY },
  ],
  'confirm-all': [{ points: 200, seconds: HOUR }],
  /** By address: who asks for back-in-stock mail. */
  'ask-back-in-stock': [
    { points: 20, seconds: 15 * MINUTE },
    { points: 100, seconds: DAY },
  ],
  'ask-back-in-stock-of-part': [
    { points: 60, seconds: HOUR },
    { points: 300, seconds: DAY },
  ],
  /** By account, for its own address. For other addresses, `confirm` limits the mails. */
  'ask-back-in-stock-own': [{ points: 60, seconds: HOUR }],
  /** Failures, by address. */
  'sign-in-from-address': [{ points: 100, seconds: 15 * MINUTE }],
  /** Failures, by account, from all new devices together. */
  'sign-in-from-new-device': [{ points: 10, seconds: 15 * MINUTE }],
  /** Failures, by account and known device, so that an attacker can't lock the user out. */
  'sign-in-from-known-device': [{ points: 10, seconds: 15 * MINUTE }],
  /** By order. */
  'ask-return': [{ points: 20, seconds: DAY }],
  'second-step': [{ points: 10, seconds: 15 * MINUTE }],
  /** By account and code of an app: longer than it could be used again. */
  'use-code': [{ points: 1, seconds: 15 * MINUTE }],
  /** Wrong passwords of a signed-in user. */
  'confirm-password': [{ points: 10, seconds: 15 * MINUTE }],
  /** By admin. */
  'security-scan': [{ points: 6, seconds: 10 * MINUTE }],
  /** By address: sign-ups, resets and changes that send a mail. */
  'account-mail-from-address': [{ points: 40, seconds: HOUR }],
  /** By account and purpose. */
  'account-mail': [{ points: 5, seconds: HOUR }],
  /** Uses of an invalid link, by address. */
  'open-link': [{ points: 60, seconds: 15 * MINUTE }],
  /** Orders that were not found by number and email, by address. */
  'find-order': [
    { points: 20, seconds: 15 * MINUTE },
    { points: 100, seconds: DAY },
  ],
  /** The same by number, whether it exists or not, and address, so that others can't lock the buyer out. */
  'find-order-number': [
    { points: 10, seconds: HOUR },
    { points: 30, seconds: DAY },
  ],
  /** The same by number only, for guesses from many addresses. The links in mails work on. */
  'find-order-number-all': [
    { points: 100, seconds: HOUR },
    { points: 300, seconds: DAY },
  ],
  /** Mails with a new link, by order. */
  'mail-order-link': [{ points: 3, seconds: HOUR }],
  /** By address. */
  'log-event': [{ points: 2_000, seconds: HOUR }],
  /** By API key, reads and writes together. */
  'use-api-key': [
    { points: 600, seconds: MINUTE },
    { points: 100_000, seconds: DAY },
  ],
  /** By address. */
  'read-feed': [{ points: 12, seconds: HOUR }],
} satisfies Record<string, readonly LimitWindow[]>;

export type LimitRule = keyof typeof limitRules;

/** By address, approximate (server/limits/tallies.ts): enough for several shoppers, too few to overload a process. */
export const tallyRules = {
  reads: { points: 3_000, seconds: MINUTE },
  writes: { points: 600, seconds: MINUTE },
  /** Separate, so that shoppers who share a proxy's address can't block its checks: /health, /ready, /metrics. */
  health: { points: 600, seconds: MINUTE },
} satisfies Record<string, LimitWindow>;

export type TallyRule = keyof typeof tallyRules;

/** Whole seconds to wait before the next try, at least one. */
export function toRetrySeconds(milliseconds: number): number {
  return Math.max(1, Math.ceil(milliseconds / 1000));
}
