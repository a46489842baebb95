/** Until when this browser may have an open payment, in milliseconds since 1970: only then a page asks for it. */
export const STORAGE_KEY = 'checkout.open';

export function mayHaveOpenPayment(): boolean {
  try {
    return Number(localStorage.getItem(STORAGE_KEY)) > Date.now();
  } catch {
    return false;
  }
}
