/** Allows `points` within `seconds` of the first count. */
export interface LimitWindow {
  points: number;
  seconds: number;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Rate limits per key. All windows of a rule apply together. */
export const limitRules = {
  /** Counts per account or browser. hold-limits.server.ts limits the stock. */
  'open-payment-page': [
    { points: 15, seconds: 10 * MINUTE },
    { points: 150, seconds: DAY },
  ],
  /** Counts per address, which a workshop or a phone network shares. */
  'open-payment-page-from-address': [
    { points: 200, seconds: 10 * MINUTE },
    { points: 5_000, seconds: DAY },
  ],
  /** Counts per address. A cart asks for its price after each change, where the browser cannot compute it. */
  'price-cart': [{ points: 600, seconds: 10 * MINUTE }],
  /** Counts per account. A browser writes a second after a change. */
  'sync-cart': [{ points: 600, seconds: 10 * MINUTE }],
  /** Counts per account. */
  'sync-garage': [{ points: 600, seconds: 10 * MINUTE }],
  /** Counts per address, which a workshop shares. */
  'decode-vin': [{ points: 200, seconds: 10 * MINUTE }],
  /** Counts per account: 25 parts with all their pictures. */
  'upload-picture': [{ points: 300, seconds: 10 * MINUTE }],
  /** Counts per account. */
  'save-address': [{ points: 60, seconds: HOUR }],
  /** Counts per address, and per checkout of an assistant. */
  'check-payment': [{ points: 60, seconds: 10 * MINUTE }],
  /** Counts part requests and contact messages together, per address. */
  'write-to-shop': [
    { points: 10, seconds: 15 * MINUTE },
    { points: 40, seconds: DAY },
  ],
  'write-to-shop-all': [{ points: 1_000, seconds: HOUR }],
  /** Counts per email. Over the limit, the shop still gets the message, but sends no confirmation. */
  confirm: [
    { points: 5, seconds: HOUR },
    { points: 15, seconds: DAY },
  ],
  'confirm-all': [{ points: 200, seconds: HOUR }],
  /** Counts requests for back-in-stock mail, per address. */
  'ask-back-in-stock': [
    { points: 20, seconds: 15 * MINUTE },
    { points: 100, seconds: DAY },
  ],
  'ask-back-in-stock-of-part': [
    { points: 60, seconds: HOUR },
    { points: 300, seconds: DAY },
  ],
  /** Counts per account, for its own address. For other addresses, `confirm` limits the mails. */
  'ask-back-in-stock-own': [{ points: 60, seconds: HOUR }],
  /** Counts failures per address. */
  'sign-in-from-address': [{ points: 100, seconds: 15 * MINUTE }],
  /** Counts failures per account, from all new devices together. */
  'sign-in-from-new-device': [{ points: 10, seconds: 15 * MINUTE }],
  /** Counts failures per account and known device, so that an attacker can't lock the user out. */
  'sign-in-from-known-device': [{ points: 10, seconds: 15 * MINUTE }],
  /** Counts per order. */
  'ask-return': [{ points: 20, seconds: DAY }],
  'second-step': [{ points: 10, seconds: 15 * MINUTE }],
  /** Counts per account and code of an app. The window is longer than the code is valid. */
  'use-code': [{ points: 1, seconds: 15 * MINUTE }],
  /** Counts wrong passwords of a signed-in user. */
  'confirm-password': [{ points: 10, seconds: 15 * MINUTE }],
  /** Counts per admin. */
  'security-scan': [{ points: 6, seconds: 10 * MINUTE }],
  /** Counts sign-ups, resets and changes that send a mail, per address. */
  'account-mail-from-address': [{ points: 40, seconds: HOUR }],
  /** Counts per account and purpose. */
  'account-mail': [{ points: 5, seconds: HOUR }],
  /** Counts uses of an invalid link, per address. */
  'open-link': [{ points: 60, seconds: 15 * MINUTE }],
  /** Counts orders that were not found by number and email, per address. */
  'find-order': [
    { points: 20, seconds: 15 * MINUTE },
    { points: 100, seconds: DAY },
  ],
  /** Counts the same per number (it may not exist) and address, so that others can't lock the buyer out. */
  'find-order-number': [
    { points: 10, seconds: HOUR },
    { points: 30, seconds: DAY },
  ],
  /** Counts the same per number only, against guesses from many addresses. The links in mails keep working. */
  'find-order-number-all': [
    { points: 100, seconds: HOUR },
    { points: 300, seconds: DAY },
  ],
  /** Counts mails with a new link, per order. */
  'mail-order-link': [{ points: 3, seconds: HOUR }],
  /** Counts per address. */
  'log-event': [{ points: 2_000, seconds: HOUR }],
  /** Counts reads and writes together, per API key. */
  'use-api-key': [
    { points: 600, seconds: MINUTE },
    { points: 100_000, seconds: DAY },
  ],
  /** Counts per address. */
  'read-feed': [{ points: 12, seconds: HOUR }],
  /** Counts per platform of assistants. More searches without a result are not recorded. */
  'note-missed-search': [{ points: 500, seconds: DAY }],
  /** Counts unsigned changes by assistants, per address, and with the next rule of all of them: each keeps a row. */
  'unsigned-change': [
    { points: 400, seconds: MINUTE },
    { points: 1_000, seconds: DAY },
  ],
  'unsigned-change-all': [{ points: 20_000, seconds: DAY }],
  /** Counts per platform. */
  'signed-change': [{ points: 20_000, seconds: DAY }],
  /** Counts profiles of platforms that have never signed a request, per address. */
  'meet-platform': [{ points: 120, seconds: HOUR }],
  'meet-platform-all': [{ points: 600, seconds: HOUR }],
} satisfies Record<string, readonly LimitWindow[]>;

export type LimitRule = keyof typeof limitRules;

/** Approximate limits, most of them per address (server/limits/tallies.ts): enough for several shoppers, too few to overload a process. */
export const tallyRules = {
  reads: { points: 3_000, seconds: MINUTE },
  writes: { points: 600, seconds: MINUTE },
  /** /health, /ready and /metrics have their own limit, so that shoppers who share a proxy's address can't block its checks. */
  health: { points: 600, seconds: MINUTE },
  /** Requests of assistants, whose platforms have few addresses. */
  assistants: { points: 3_000, seconds: MINUTE },
  /** Unsigned ones of them. */
  'unsigned-assistants': { points: 600, seconds: MINUTE },
  /** Counts per platform, and with the next rule for all of them together. */
  'unsigned-platform': { points: 600, seconds: MINUTE },
  'unsigned-platforms': { points: 6_000, seconds: MINUTE },
  /** Counts per platform. */
  'signed-platform': { points: 3_000, seconds: MINUTE },
} satisfies Record<string, LimitWindow>;

export type TallyRule = keyof typeof tallyRules;

/** Returns whole seconds until the next try, at least one. */
export function toRetrySeconds(milliseconds: number): number {
  return Math.max(1, Math.ceil(milliseconds / 1000));
}
