const FIRST_DELAY_SECONDS = 10;
const MAX_DELAY_SECONDS = 24 * 60 * 60;

/**
 * Returns the seconds until the next attempt to send something to another program: 10, then four times as long each time, at most
 * a day.
 * @param attempts made so far.
 */
export function attemptDelay(attempts: number): number {
  return Math.min(FIRST_DELAY_SECONDS * 4 ** (attempts - 1), MAX_DELAY_SECONDS);
}

/** Takes about four days with the delays above. */
export const MAX_ATTEMPTS = 11;
