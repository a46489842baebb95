import { readStored, writeStored } from '#core/values/stored.ts';

/** The form of a browser's random id, and of the key that stands for it in its first checkouts. */
export const BROWSER_KEY = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

/** The key is in a header, so that the body of create-payment stays the one of Spec §7. */
export const BROWSER_KEY_HEADER = 'Browser-Key';

/** Checks the key that a browser sent. Null, for no key, is valid. */
export function parseBrowserKey(sent: unknown): { browserKey: string | undefined } | { error: string } {
  if (sent === null) return { browserKey: undefined };
  if (typeof sent === 'string' && BROWSER_KEY.test(sent)) return { browserKey: sent };
  return { error: `${BROWSER_KEY_HEADER} must be a random UUID (version 4)` };
}

const STORAGE_KEY = 'checkout.key';

/**
 * All tabs send the same key until the shop has answered one of them, so that their first checkouts get the same cookie and
 * the same payment page. Call it before the click too: two tabs that make their keys in the same moment would not see each
 * other's. Returns undefined if storage is blocked, and over plain HTTP, where browsers make no random UUID.
 */
export function readBrowserKey(): string | undefined {
  const stored = readStored(STORAGE_KEY);
  if (stored !== null && BROWSER_KEY.test(stored)) return stored;
  const key = 'randomUUID' in crypto ? crypto.randomUUID() : undefined;
  return key !== undefined && writeStored(STORAGE_KEY, key) ? key : undefined;
}

/** The browser has its cookie now. A key that was used is worth nothing to others who find it. */
export function forgetBrowserKey(): void {
  writeStored(STORAGE_KEY, null);
}
