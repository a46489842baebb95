/** The form of a browser's random id, and of the key that stands for it in its first checkouts. */
export const BROWSER_KEY = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

/** A header, so that the body of create-payment stays as specified. */
export const BROWSER_KEY_HEADER = 'Browser-Key';

/** Checks the key that a browser sent. Null, for no key, is valid. */
export function parseBrowserKey(sent: unknown): { browserKey: string | undefined } | { error: string } {
  if (sent === null) return { browserKey: undefined };
  if (typeof sent === 'string' && BROWSER_KEY.test(sent)) return { browserKey: sent };
  return { error: `${BROWSER_KEY_HEADER} must be a random UUID (version 4)` };
}
