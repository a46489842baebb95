import { BROWSER_KEY_HEADER, forgetBrowserKey, readBrowserKey } from './browser-key.ts';
import type { CartItem } from '#core/carts/cart.ts';
import { computeCartTotals } from '#core/carts/cart-totals.ts';
import type {
  CheckoutBody,
  CheckoutRefusal,
  PaidPurchase,
  CreatePaymentResponse,
  RefusedItem,
} from './create-payment.ts';
import type { Destination } from '#core/addresses/destination.ts';
import { centsFromDollars } from '#core/values/money.ts';
import type { CardPart } from '#core/catalog/card-part.ts';
import { priceByDefaultTerms, type Quote } from '#core/pricing/pricing.ts';
import { setOwnPurchase } from '#core/accounts/own-holds.ts';
import { recordOpenPayment, readSettled } from './ui/own-payments.ts';
import { CheckoutError, payInNewTab } from './payment-tab.ts';

export class CheckoutRefused extends CheckoutError {
  readonly items: readonly RefusedItem[];

  constructor(message: string, items: readonly RefusedItem[] = []) {
    super(message);
    this.items = items;
  }
}

export class AlreadyPaid extends CheckoutError {
  readonly paid: PaidPurchase;

  constructor(message: string, paid: PaidPurchase) {
    super(message);
    this.paid = paid;
  }
}

const TIMEOUT_MS = 30_000;

/** The server's answer about a cart. */
export interface QuotedCart {
  quote: Quote | undefined;
  destination: Destination | null;
}

/** Builds the body of create-payment. The specification's rules hold without an answer of the server. */
export function buildCheckoutRequest(items: readonly CartItem[], quoted?: QuotedCart): CheckoutBody {
  const priced = quoted?.quote?.status === 'priced' ? quoted.quote : undefined;
  const { shippingCents, taxCents } = priced ?? computeCartTotals(items);
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
    ...(priced && {
      coreCents: priced.coreCents,
      ...(priced.batteryFeeCents > 0 && { batteryFeeCents: priced.batteryFeeCents }),
      destination: quoted?.destination ?? null,
    }),
  };
}

export function buildBuyNowRequest({ id, name, priceCents }: CardPart): CheckoutBody {
  const amountCents = priceCents ?? 0;
  const { shippingCents, taxCents } = priceByDefaultTerms([{ unitPriceCents: amountCents, quantity: 1 }]);
  return {
    items: [{ id, name, amountCents, quantity: 1 }],
    currency: 'usd',
    shippingCents,
    taxCents,
    purchase: 'buy_now',
  };
}

/** Opens the payment page in a new tab. Call it synchronously in the click handler. Throws CheckoutRefused. */
export async function startCheckout(request: CheckoutBody): Promise<void> {
  if (request.items.length === 0) throw new CheckoutRefused('Your cart is empty');
  await payInNewTab(() => createPayment(request));
}

export async function createPayment(request: CheckoutBody): Promise<string> {
  setOwnPurchase(request.items.flatMap(({ id }) => id ?? []));
  try {
    return await requestPayment(request);
  } catch (error) {
    setOwnPurchase(null);
    throw error;
  }
}

async function requestPayment(request: CheckoutBody): Promise<string> {
  const settled = readSettled();
  const browserKey = readBrowserKey();
  const response = await fetch('/functions/v1/create-payment', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(browserKey !== undefined && { [BROWSER_KEY_HEADER]: browserKey }),
    },
    body: JSON.stringify({ ...request, ...(settled.length > 0 && { settled }) }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const result = (await response.json()) as Partial<CreatePaymentResponse & CheckoutRefusal> | null;
  if (response.ok) {
    forgetBrowserKey();
    if (!result?.url) throw new CheckoutError('No checkout URL returned');
    void recordOpenPayment();
    return result.url;
  }
  if (result?.error && result.paid) throw new AlreadyPaid(result.error, result.paid);
  if (response.status < 500 && result?.error) throw new CheckoutRefused(result.error, result.items);
  throw new Error(`create-payment answered ${response.status}`);
}
