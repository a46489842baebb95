import { BROWSER_KEY } from './browser-key.ts';

const STORAGE_KEY = 'checkout.key';

/**
 * All tabs send the same key until the shop has answered one of them, so that their first checkouts get the same cookie and
 * the same payment page. Call it before the click too: two tabs that make their keys in the same moment would not see each
 * other's. Returns undefined if storage is blocked, and over plain HTTP, where browsers make no random UUID.
 */
export function readBrowserKey(): string | undefined {
  try {
    const stored = localStorage.getItem(STORAGE_KEY);
    if (stored !== null && BROWSER_KEY.test(stored)) return stored;
    const key = crypto.randomUUID();
    localStorage.setItem(STORAGE_KEY, key);
    return key;
  } catch {
    return undefined;
  }
}

/** The browser has its cookie now. A key that was used is worth nothing to others who find it. */
export function forgetBrowserKey(): void {
  try {
    localStorage.removeItem(STORAGE_KEY);
  } catch {}
}
