/** Spec §9, Minimum password length. */
export const MIN_PASSWORD = 6;

/** Longer ones only cost time to hash. */
export const MAX_PASSWORD = 128;

/** How many of the most common passwords are refused. */
export const COMMON_PASSWORDS = 3_000;

/** Said under each field for a new password, before anything goes wrong. */
export const passwordRule = `At least ${MIN_PASSWORD} characters, and not one of the ${COMMON_PASSWORDS.toLocaleString('en-US')} most common passwords.`;

export const passwordTexts = {
  short: `Password must be at least ${MIN_PASSWORD} characters long`,
  long: `Password must be at most ${MAX_PASSWORD} characters long`,
  differ: 'Passwords do not match',
  common: 'This password is one of the most common ones and easy to guess. Please choose another one.',
} as const;

/** What is wrong with the length of a password (Spec §5, Password change), or undefined. */
export function lengthProblem(password: string): 'short' | 'long' | undefined {
  if (password.length < MIN_PASSWORD) return 'short';
  return password.length > MAX_PASSWORD ? 'long' : undefined;
}

/** What is wrong with a new password and its repetition, in words (Spec §5), or undefined. */
export function newPasswordProblem(password: string, repeated: string): string | undefined {
  const problem = lengthProblem(password);
  if (problem) return passwordTexts[problem];
  return password === repeated ? undefined : passwordTexts.differ;
}

/** Spec §9, Avatar crop: the least that is cut out, in pixels of the picture itself. */
export const AVATAR_MIN = 100;

/** An avatar is stored at most so wide and high, in pixels. */
export const AVATAR_MAX = 512;

/** Spec §9, Avatar crop: JPEG quality, in percent. */
export const AVATAR_QUALITY = 90;

/** The most letters of an avatar's data URL. */
export const AVATAR_MAX_LENGTH = 700_000;

/** When the specification's access token runs out: one hour after it was given, in seconds. */
export const ACCESS_SECONDS = 60 * 60;

/** Spec §9, Auth token auto-refresh: when to look, when to refresh and the first pause after a failure; milliseconds. */
export const refreshRhythm = { lookEvery: 30_000, whenLeft: 90_000, firstPause: 200 } as const;

/** Pauses between tries that fail: 200 ms, doubled each time, never longer than until the next look. */
export function refreshPause(failures: number): number {
  return Math.min(refreshRhythm.firstPause * 2 ** (failures - 1), refreshRhythm.lookEvery);
}

/** Changing the password asks for the current one when the sign-in is older, in milliseconds. */
export const RECENT_SIGN_IN = 10 * 60 * 1000;
