import { type OwnHold, readOwnHolds, setOwnHolds, setOwnPurchase } from '#core/accounts/own-holds.ts';
import { showToast } from '#kit/show-toast.ts';
import type { PaidPurchase } from '../create-payment.ts';
import { STORAGE_KEY } from '../open-payment-hint.ts';
import { settleCart } from '#core/carts/cart-store.ts';

interface OpenPayment extends Omit<OwnHold, 'quantity'> {
  holds: { partId: string; quantity: number }[];
}

/** Without the provider, a payment can stay open this long. */
const MAX_OPEN_MS = 24 * 60 * 60_000;

let lastRequest: Promise<OwnPayments | undefined> | undefined;

export async function recordOpenPayment(): Promise<void> {
  try {
    localStorage.setItem(STORAGE_KEY, String(Date.now() + MAX_OPEN_MS));
  } catch {
    // Without storage, other pages don't load the holds.
  }
  await refreshOwnHolds();
}

function forgetOpenPayments(): void {
  try {
    localStorage.removeItem(STORAGE_KEY);
  } catch {}
}

/** If the request fails, the last known holds stay. */
export async function refreshOwnHolds(): Promise<void> {
  const request = fetchOwnPayments().catch(() => undefined);
  lastRequest = request;
  const response = await request;
  if (request !== lastRequest) return;
  if (response === undefined) return setOwnHolds(readOwnHolds() ?? new Map());
  const { payments, paid } = response;
  const newlyPaid = paid.filter(({ sessionId, bought }) => settleCart(sessionId, bought));
  if (newlyPaid.length > 0) announcePayment();
  if (payments.length === 0) forgetOpenPayments();
  const holds = new Map<string, OwnHold[]>();
  for (const { holds: held, ...payment } of payments) {
    for (const { partId, quantity } of held) {
      holds.set(partId, [...(holds.get(partId) ?? []), { ...payment, quantity }]);
    }
  }
  setOwnHolds(holds);
}

/** For buyers who do not reach the success page. */
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
