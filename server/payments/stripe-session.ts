import type { Stripe } from 'stripe';
import type { PaymentRequest } from '#domain/payment.ts';
import { computeLineCents } from '#domain/pricing.ts';

type SessionParams = Stripe.Checkout.SessionCreateParams;
type LineItem = Stripe.Checkout.SessionCreateParams.LineItem;
type ShippingRate = Stripe.Checkout.SessionCreateParams.ShippingOption.ShippingRateData;

/** Stripe takes no more of them. */
const MOST_LINE_ITEMS = 100;

/** The longest name of a product that Stripe takes, in characters. */
const LONGEST_NAME = 250;

/**
 * Stripe refuses a page that has less than 30 minutes left when the request arrives. In seconds, for the way there
 * and for two clocks that differ. It depends on the order alone, so that a request that is repeated is the same.
 */
const EXPIRY_MARGIN = 120;

/** What Stripe is asked for: one order's page, with every amount as the order has it. */
export function sessionParams(request: PaymentRequest, siteUrl: string): SessionParams {
  const { orderId, email } = request;
  // Stripe copies a payment's metadata to its charge: that is how a refund or a dispute finds its order.
  const metadata = { order_id: orderId };
  return {
    mode: 'payment',
    ui_mode: 'hosted_page',
    client_reference_id: orderId,
    metadata,
    payment_intent_data: { metadata },
    ...(email !== undefined && { customer_email: email }),
    line_items: lineItems(request),
    shipping_options: [{ shipping_rate_data: shippingRate(request.shippingCents) }],
    shipping_address_collection: { allowed_countries: ['US'] },
    phone_number_collection: { enabled: true },
    success_url: `${siteUrl}/payment-success?session_id={CHECKOUT_SESSION_ID}`,
    // Stripe promises to fill in the session's id in the other address only.
    cancel_url: `${siteUrl}/payment-canceled?order=${orderId}`,
    expires_at: Math.ceil(request.expiresAt.getTime() / 1000) + EXPIRY_MARGIN,
  };
}

/** Lines for which there is no room are one line together, so that the total stays right. */
function lineItems({ lines, taxCents }: PaymentRequest): LineItem[] {
  const tax = taxCents > 0 ? [lineItem('Sales tax', taxCents, 1)] : [];
  const room = MOST_LINE_ITEMS - tax.length;
  const named = lines.length <= room ? lines : lines.slice(0, room - 1);
  const further = lines.slice(named.length);
  const furtherCents = further.reduce((total, line) => total + computeLineCents(line), 0);
  return [
    ...named.map((line) => lineItem(line.name, line.unitPriceCents, line.quantity)),
    ...(further.length > 0 ? [lineItem('Further parts', furtherCents, 1)] : []),
    ...tax,
  ];
}

function lineItem(name: string, unitPriceCents: number, quantity: number): LineItem {
  // By whole characters: half of one can't be sent.
  const product_data = { name: Array.from(name).slice(0, LONGEST_NAME).join('') };
  return { price_data: { currency: 'usd', unit_amount: unitPriceCents, product_data }, quantity };
}

function shippingRate(cents: number): ShippingRate {
  return {
    type: 'fixed_amount',
    display_name: cents > 0 ? 'Shipping' : 'Free shipping',
    fixed_amount: { amount: cents, currency: 'usd' },
  };
}
