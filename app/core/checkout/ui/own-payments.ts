import {
  isSignedIn,
  mayHaveOpenPayment,
  OPEN_PAYMENTS_KEY,
  type OwnHold,
  readOwnHolds,
  setOwnHolds,
  setOwnPurchase,
  subscribeToHolds,
} from '#core/accounts/own-holds.ts';
import { readStored, writeStored } from '#core/values/stored.ts';
import { showToast } from '#kit/show-toast.ts';
import type { PaidPurchase } from '../create-payment.ts';
import { recordEvent } from '#core/audit/record-event.ts';
import { ACCOUNT_CART_KEY, changeCart, readCart } from '#core/carts/cart-store.ts';
import { type BoughtParts, MAX_SETTLED, removeBought } from '#core/carts/cart.ts';

interface OpenPayment extends Omit<OwnHold, 'quantity'> {
  holds: { partId: string; quantity: number }[];
}

/** A payment can stay open this long if the provider can't be reached. */
const MAX_OPEN_MS = 24 * 60 * 60_000;

/** Stores the payments whose parts were removed from the cart, by session id. A reload must not remove them again. */
const SETTLED_KEY = 'cart.settled';

let lastRequest: Promise<OwnPayments | undefined> | undefined;

export async function recordOpenPayment(): Promise<void> {
  // Other pages don't load the holds if storage is blocked.
  writeStored(OPEN_PAYMENTS_KEY, String(Date.now() + MAX_OPEN_MS));
  await refreshOwnHolds();
}

/** Loads the visitor's holds. The last known ones stay if the request fails. */
export async function refreshOwnHolds(): Promise<void> {
  const request = fetchOwnPayments().catch(() => undefined);
  lastRequest = request;
  const response = await request;
  if (request !== lastRequest) return;
  if (response === undefined) return setOwnHolds(readOwnHolds() ?? new Map());
  const { payments, paid } = response;
  const newlyPaid = paid.filter(({ sessionId, bought }) => settleCart(sessionId, bought));
  if (newlyPaid.length > 0) announcePayment();
  if (payments.length === 0) writeStored(OPEN_PAYMENTS_KEY, null);
  const holds = new Map<string, OwnHold[]>();
  for (const { holds: held, ...payment } of payments) {
    for (const { partId, quantity } of held) {
      holds.set(partId, [...(holds.get(partId) ?? []), { ...payment, quantity }]);
    }
  }
  setOwnHolds(holds);
}

/** Removes a payment's parts from the cart. Returns false if this was done before. */
export function settleCart(sessionId: string, bought: BoughtParts): boolean {
  const settled = readSettled();
  if (settled.includes(sessionId)) return false;
  // The server has taken them out of the account's cart, and the browser knows it.
  const isTakenOut = readStored(ACCOUNT_CART_KEY)?.includes(`"${sessionId}"`);
  if (!isTakenOut) changeCart((items) => removeBought(items, bought));
  if (readCart().length === 0) recordEvent('cart_clear', { reason: 'paid' });
  writeStored(SETTLED_KEY, JSON.stringify([sessionId, ...settled]));
  return true;
}

/** Returns the session ids of settled payments, the newest first. */
export function readSettled(): string[] {
  try {
    // The shop stores a list; anything else is an error here.
    const settled = JSON.parse(readStored(SETTLED_KEY) ?? '[]') as unknown[];
    return settled.filter((id) => typeof id === 'string').slice(0, MAX_SETTLED);
  } catch {
    return [];
  }
}

/** Tells buyers who do not reach the success page. */
function announcePayment(): void {
  if (window.location.pathname === '/payment-success') return;
  void showToast({
    kind: 'success',
    title: 'Payment Successful!',
    description: 'Thank you for your purchase. You will receive a confirmation email shortly.',
  });
}

interface OwnPayments {
  payments: OpenPayment[];
  paid: PaidPurchase[];
}

async function fetchOwnPayments(): Promise<OwnPayments> {
  const response = await fetch('/functions/v1/own-holds');
  if (!response.ok) throw new Error(`own-holds answered ${response.status}`);
  return (await response.json()) as OwnPayments;
}

/** Returns the order's status: 'canceled', 'completed' if it was paid, or 'pending' if it could not be canceled. */
export async function cancelPayment(orderId: string): Promise<string> {
  const body = new URLSearchParams({ order: orderId });
  const response = await fetch('/functions/v1/cancel-payment', { method: 'POST', body });
  if (!response.ok) throw new Error(`cancel-payment answered ${response.status}`);
  const { status } = (await response.json()) as { status?: string };
  await refreshOwnHolds();
  setOwnPurchase(null);
  return status ?? 'pending';
}

export function watchOwnHolds(): void {
  void refreshOwnHolds();
  followOwnHolds();
}

/** Reloads the holds after changes in other tabs and when the visitor returns. */
export function followOwnHolds(): void {
  // Adding a listener again has no effect.
  window.addEventListener('storage', onStorage);
  window.addEventListener('pageshow', onReturn);
  document.addEventListener('visibilitychange', onReturn);
}

/** Returns a function that stops waiting. */
export function watchOwnHoldsWhenSignedIn(): () => void {
  const start = () => {
    if (!isSignedIn()) return;
    stop();
    watchOwnHolds();
  };
  const stop = subscribeToHolds(start);
  start();
  return stop;
}

export function subscribeToHoldChanges(listener: () => void): () => void {
  let latest = readOwnHolds();
  return subscribeToHolds(() => {
    const previous = latest;
    latest = readOwnHolds();
    if (previous !== latest && (previous?.size || latest?.size)) listener();
  });
}

function onStorage({ key }: StorageEvent): void {
  if (key === OPEN_PAYMENTS_KEY || key === null) void refreshOwnHolds();
}

function onReturn(): void {
  if (document.visibilityState === 'visible' && mayHaveOpenPayment()) void refreshOwnHolds();
}
