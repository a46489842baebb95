export const MIN_PASSWORD = 6;

/** Bounds the time to hash a password. */
export const MAX_PASSWORD = 128;

export const COMMON_PASSWORD_COUNT = 3_000;

export const passwordRule = `At least ${MIN_PASSWORD} characters, and not a common password.`;

export const passwordTexts = {
  short: `Password must be at least ${MIN_PASSWORD} characters long`,
  long: `Password must be at most ${MAX_PASSWORD} characters long`,
  differ: 'Passwords do not match',
  context: 'This password is too easy to guess at this shop. Please choose another one.',
  common: 'This password is one of the most common ones and easy to guess. Please choose another one.',
} as const;

/** Checks the length of a password (Spec §5, Password change). */
export function findLengthProblem(password: string): 'short' | 'long' | undefined {
  if (password.length < MIN_PASSWORD) return 'short';
  return password.length > MAX_PASSWORD ? 'long' : undefined;
}

/** Lists words that a guesser tries first at a shop for car parts, besides its own name. */
export const contextWords = [
  'partyard',
  'autopart',
  'autoparts',
  'carpart',
  'carparts',
  'usedparts',
  'junkyard',
  'salvage',
] as const;

/** True for a password that is only one of these words, with digits and signs around it. Ignores case. */
export function isContextWord(password: string, words: readonly string[]): boolean {
  const letters = (text: string) => text.toLowerCase().replaceAll(/\P{L}/gu, '');
  const typed = letters(password);
  return typed !== '' && words.some((word) => letters(word) === typed);
}

/** Checks a new password and its repetition (Spec §5). Returns an error message, or undefined. */
export function findNewPasswordProblem(password: string, repeated: string): string | undefined {
  const problem = findLengthProblem(password);
  if (problem) return passwordTexts[problem];
  return password === repeated ? undefined : passwordTexts.differ;
}

/** Pixels of the original picture. */
export const AVATAR_MIN = 100;

export const AVATAR_MAX = 512;

/** Percent. */
export const AVATAR_QUALITY = 90;

/** Characters of a data URL. */
export const AVATAR_MAX_LENGTH = 700_000;

/** Lifetime of an access token. */
export const ACCESS_SECONDS = 60 * 60;

/** Milliseconds (Spec §9, Auth token auto-refresh). A token is refreshed when less than `threshold` remains. */
export const refreshTiming = { checkInterval: 30_000, threshold: 90_000, firstRetryDelay: 200 } as const;

/** Returns the milliseconds until the next retry, doubled after each failure (Spec §9). */
export function refreshRetryDelay(failures: number): number {
  return Math.min(refreshTiming.firstRetryDelay * 2 ** (failures - 1), refreshTiming.checkInterval);
}

/** Changing the password requires the current one when the sign-in is older. */
export const RECENT_SIGN_IN_MS = 10 * 60 * 1000;

/**
 * Tells the owner of a deleted account what the shop still keeps. Returns undefined if it keeps nothing.
 * @param orders Numbers of unfinished orders. Example: 'PY-10423'.
 */
export function describeKeptOrders(orders: readonly string[]): string | undefined {
  if (orders.length === 0) return undefined;
  const [named, they] =
    orders.length === 1
      ? [`order ${orders[0]} until it has`, 'its']
      : [`orders ${new Intl.ListFormat('en-US').format(orders)} until they have`, 'their'];
  return `We keep your name, address, phone and email with ${named} shipped and ${they} refunds and returns are done. Then we delete them too.`;
}
