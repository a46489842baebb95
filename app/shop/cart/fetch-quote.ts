import type { CartItem } from '#core/carts/cart.ts';
import type { CheckoutRefusal, PriceResponse } from '#core/checkout/create-payment.ts';
import type { Destination } from '#core/addresses/destination.ts';

export class QuoteRefused extends Error {}

/** Asks what the checkout would charge. @throws {QuoteRefused} with words for the shopper */
export async function fetchQuote(
  items: readonly Pick<CartItem, 'id' | 'quantity'>[],
  destination: Destination | null,
  signal: AbortSignal,
): Promise<PriceResponse> {
  const response = await fetch('/functions/v1/price-cart', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ items: items.map(({ id, quantity }) => ({ id, quantity })), destination }),
    signal,
  });
  const answer = (await response.json()) as PriceResponse | CheckoutRefusal;
  if (!('error' in answer)) return answer;
  if (response.status < 500) throw new QuoteRefused(answer.error);
  throw new Error(`price-cart answered ${response.status}`);
}
