import { type CartItem, cartTotals } from '#domain/cart.ts';
import { centsFromDollars } from '#domain/money.ts';
import type { Part } from '#domain/part.ts';
import { priceBuyNow } from '#domain/pricing.ts';

/** The body of create-payment (Spec §7, Server functions). */
export interface CheckoutRequest {
  items: { id: string; name: string; amountCents: number; quantity: number }[];
  currency: 'usd';
  shippingCents: number;
  taxCents: number;
  /** Missing: the cart. */
  purchase?: 'buy_now';
}

/** A part that can't be sold as asked: what it costs now, and how many can be bought. */
export interface RefusedItem {
  id: string;
  amountCents: number | null;
  available: number;
}

/** No payment, for a reason that the specification words. */
export class CheckoutError extends Error {}

/** No payment for this request. The message is for the shopper. */
export class CheckoutRefused extends CheckoutError {
  readonly items: readonly RefusedItem[];

  constructor(message: string, items: readonly RefusedItem[] = []) {
    super(message);
    this.items = items;
  }
}

/** A payment page that takes longer than this to come, in milliseconds, does not come. */
const PATIENCE = 30_000;

export function checkoutRequest(items: readonly CartItem[]): CheckoutRequest {
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
export function buyNowRequest({ id, name, priceCents }: Part): CheckoutRequest {
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

/**
 * Opens the payment page in a new tab; call it in the click itself, or the browser takes the tab for an unasked pop-up.
 * Where none can be opened, this tab goes there. Fails with CheckoutRefused when the shop says why it does not sell.
 */
export async function startCheckout(request: CheckoutRequest): Promise<void> {
  if (request.items.length === 0) throw new CheckoutRefused('Your cart is empty');
  const tab = window.open('about:blank', '_blank');
  // The payment page is somebody else's: it must not reach back into the shop.
  if (tab) tab.opener = null;
  try {
    const url = await createPayment(request);
    const target = tab && !tab.closed ? tab : window;
    target.location.assign(new URL(url, window.location.href));
  } catch (error) {
    tab?.close();
    throw error;
  }
}

async function createPayment(request: CheckoutRequest): Promise<string> {
  const response = await fetch('/functions/v1/create-payment', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(request),
    signal: AbortSignal.timeout(PATIENCE),
  });
  const answer = (await response.json()) as { url?: string; error?: string; items?: RefusedItem[] } | null;
  if (response.ok) {
    if (!answer?.url) throw new CheckoutError('No checkout URL returned');
    return answer.url;
  }
  if (response.status < 500 && answer?.error) throw new CheckoutRefused(answer.error, answer.items);
  throw new Error(`create-payment answered ${response.status}`);
}
