import { type OwnHold, readOwnHolds, setOwnHolds } from '#ui/own-holds.ts';
import { showToast } from '#ui/show-toast.ts';
import type { PaidPurchase } from '#domain/create-payment.ts';
import { STORAGE_KEY } from './open-payment-hint.ts';
import { settleCart } from './settle-cart.ts';

/** An open payment as GET /functions/v1/own-holds answers it. */
interface OpenPayment extends Omit<OwnHold, 'quantity'> {
  holds: { partId: string; quantity: number }[];
}

/** A payment may stay open for so long when the provider can't be reached, in milliseconds. */
const LONGEST_OPEN = 24 * 60 * 60_000;

let asked = 0;

/** A payment was begun: from now on pages ask for it. */
export async function noteOpenPayment(): Promise<void> {
  try {
    localStorage.setItem(STORAGE_KEY, String(Date.now() + LONGEST_OPEN));
  } catch {
    // Storage that takes nothing: other pages do not ask.
  }
  await refreshOwnHolds();
}

function forgetOpenPayments(): void {
  try {
    localStorage.removeItem(STORAGE_KEY);
  } catch {
    // Nothing is there, then.
  }
}

/** Asks the shop what this visitor's open payments hold. Without an answer, what was known stays. */
export async function refreshOwnHolds(): Promise<void> {
  asked += 1;
  const question = asked;
  const answer = await askOwnPayments().catch(() => undefined);
  // Asked again meanwhile: only the last answer is still true.
  if (question !== asked) return;
  if (answer === undefined) return setOwnHolds(readOwnHolds() ?? new Map());
  const { payments, paid } = answer;
  const news = paid.filter(({ sessionId, bought }) => settleCart(sessionId, bought));
  if (news.length > 0) tellPaid();
  if (payments.length === 0) forgetOpenPayments();
  const holds = new Map<string, OwnHold[]>();
  for (const { holds: held, ...payment } of payments) {
    for (const { partId, quantity } of held) {
      holds.set(partId, [...(holds.get(partId) ?? []), { ...payment, quantity }]);
    }
  }
  setOwnHolds(holds);
}

/** The buyer may never have come to the success page, which says the same. */
function tellPaid(): void {
  if (window.location.pathname === '/payment-success') return;
  void showToast({
    kind: 'success',
    title: 'Payment Successful!',
    description: 'Thank you for your purchase. You will receive a confirmation email shortly.',
  });
}

interface OwnPayments {
  payments: OpenPayment[];
  /** The carts that this browser has paid lately. */
  paid: PaidPurchase[];
}

async function askOwnPayments(): Promise<OwnPayments> {
  const response = await fetch('/functions/v1/own-holds');
  if (!response.ok) throw new Error(`own-holds answered ${response.status}`);
  return (await response.json()) as OwnPayments;
}

/**
 * Gives up an open payment. Answers what has become of its order: 'canceled', or 'completed' when it was paid in the last
 * moment; 'pending' when it could not be given up.
 */
export async function giveUpPayment(orderId: string): Promise<string> {
  const body = new URLSearchParams({ order: orderId });
  const response = await fetch('/functions/v1/cancel-payment', { method: 'POST', body });
  if (!response.ok) throw new Error(`cancel-payment answered ${response.status}`);
  const { status } = (await response.json()) as { status?: string };
  await refreshOwnHolds();
  return status ?? 'pending';
}
