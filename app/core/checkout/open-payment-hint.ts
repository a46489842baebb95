import { readStored } from '#core/values/stored.ts';

/** When open payments end, in milliseconds since 1970. Pages load the visitor's holds only before that. */
export const STORAGE_KEY = 'checkout.open';

export function mayHaveOpenPayment(): boolean {
  return Number(readStored(STORAGE_KEY)) > Date.now();
}
