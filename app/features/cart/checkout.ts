import type { CartItem } from '#domain/cart.ts';
import { cartTotals } from '#domain/cart-lines.ts';
import type {
  CheckoutBody,
  CheckoutRefusal,
  PaidPurchase,
  PaymentPageAnswer,
  RefusedItem,
} from '#domain/create-payment.ts';
import { centsFromDollars } from '#domain/money.ts';
import type { Part } from '#domain/part.ts';
import { priceBuyNow } from '#domain/pricing.ts';
import { noteOpenPayment } from './own-payments.ts';
import { CheckoutError, payInNewTab } from './payment-tab.ts';
import { readSettled } from './settle-cart.ts';

/** No payment for this request. The message is for the shopper. */
export class CheckoutRefused extends CheckoutError {
  readonly items: readonly RefusedItem[];

  constructor(message: string, items: readonly RefusedItem[] = []) {
    super(message);
    this.items = items;
  }
}

/** The same purchase was paid before. The message is for the shopper. */
export class AlreadyPaid extends CheckoutError {
  readonly paid: PaidPurchase;

  constructor(message: string, paid: PaidPurchase) {
    super(message);
    this.paid = paid;
  }
}

/** A payment page that takes longer than this to come, in milliseconds, does not come. */
const PATIENCE = 30_000;

export function checkoutRequest(items: readonly CartItem[]): CheckoutBody {
  const { shippingCents, taxCents } = cartTotals(items);
  return {
    items: items.map(({ id, name, price, quantity }) => ({
      id,
      name,
      amountCents: centsFromDollars(price),
      quantity,
    })),
    currency: 'usd',
    shippingCents,
    taxCents,
  };
}

/** Pays for one of the part at once; the cart has no part in it (Spec §9, Buy Now). */
export function buyNowRequest({ id, name, priceCents }: Part): CheckoutBody {
  const amountCents = priceCents ?? 0;
  const { shippingCents, taxCents } = priceBuyNow(amountCents);
  return {
    items: [{ id, name, amountCents, quantity: 1 }],
    currency: 'usd',
    shippingCents,
    taxCents,
    purchase: 'buy_now',
  };
}

/** Pays in a new tab; call it in the click itself. Fails with CheckoutRefused when the shop says why it does not sell. */
export async function startCheckout(request: CheckoutBody): Promise<void> {
  if (request.items.length === 0) throw new CheckoutRefused('Your cart is empty');
  await payInNewTab(() => createPayment(request));
}

/** @returns the address of the payment page. */
export async function createPayment(request: CheckoutBody): Promise<string> {
  // What was taken out of the cart before may be bought again.
  const settled = readSettled();
  const response = await fetch('/functions/v1/create-payment', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...request, ...(settled.length > 0 && { settled }) }),
    signal: AbortSignal.timeout(PATIENCE),
  });
  const answer = (await response.json()) as Partial<PaymentPageAnswer & CheckoutRefusal> | null;
  if (response.ok) {
    if (!answer?.url) throw new CheckoutError('No checkout URL returned');
    void noteOpenPayment();
    return answer.url;
  }
  if (answer?.error && answer.paid) throw new AlreadyPaid(answer.error, answer.paid);
  if (response.status < 500 && answer?.error) throw new CheckoutRefused(answer.error, answer.items);
  throw new Error(`create-payment answered ${response.status}`);
}
