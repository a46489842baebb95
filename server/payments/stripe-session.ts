import type { Stripe } from 'stripe';
import type { BalanceRequest, PaymentRequest } from '#core/orders/payment.ts';
import { BATTERY_FEE_NAME } from '#core/pricing/battery-fee.ts';
import { computeLineCents } from '#core/pricing/line.ts';

type SessionParams = Stripe.Checkout.SessionCreateParams;
type AllowedCountry = Stripe.Checkout.SessionCreateParams.ShippingAddressCollection.AllowedCountry;
type LineItem = Stripe.Checkout.SessionCreateParams.LineItem;
type ShippingRate = Stripe.Checkout.SessionCreateParams.ShippingOption.ShippingRateData;

const MAX_LINE_ITEMS = 100;

const MAX_NAME_LENGTH = 250;

/** Exceeds Stripe's minimum of 30 minutes. It is constant, so that a repeated request is identical. */
const EXPIRY_MARGIN_SECONDS = 120;

export function buildSessionParams(request: PaymentRequest, siteUrl: string): SessionParams {
  const { orderId, email } = request;
  // Stripe copies the metadata to the charge, so that refunds and disputes name the order.
  const metadata = { order_id: orderId };
  return {
    mode: 'payment',
    ui_mode: 'hosted_page',
    client_reference_id: orderId,
    metadata,
    payment_intent_data: { metadata },
    ...(email !== undefined && { customer_email: email }),
    line_items: buildLineItems(request),
    shipping_options: [{ shipping_rate_data: buildShippingRate(request) }],
    ...buildAddressCollection(request),
    phone_number_collection: { enabled: true },
    success_url: `${siteUrl}/payment-success?session_id={CHECKOUT_SESSION_ID}`,
    // Stripe fills in the session id only in success_url.
    cancel_url: siteUrl + (request.cancelPath ?? `/payment-canceled?order=${orderId}`),
    expires_at: Math.ceil(request.expiresAt.getTime() / 1000) + EXPIRY_MARGIN_SECONDS,
  };
}

/** Asks for no address and no shipping: the order has both. */
export function buildBalanceParams(request: BalanceRequest, siteUrl: string): SessionParams {
  const { orderId, balanceId, email } = request;
  const metadata = { order_id: orderId, balance_id: balanceId };
  return {
    mode: 'payment',
    ui_mode: 'hosted_page',
    client_reference_id: orderId,
    metadata,
    payment_intent_data: { metadata },
    ...(email !== undefined && { customer_email: email }),
    line_items: [buildLineItem(request.name, request.amountCents, 1)],
    success_url: siteUrl + request.paidPath,
    cancel_url: siteUrl + request.leftPath,
    expires_at: Math.ceil(request.expiresAt.getTime() / 1000) + EXPIRY_MARGIN_SECONDS,
  };
}

/** Combines the lines over the limit into one. */
function buildLineItems({ lines, taxCents, coreCents, batteryFeeCents }: PaymentRequest): LineItem[] {
  const charges = [
    ...(coreCents > 0 ? [buildLineItem('Core charge', coreCents, 1)] : []),
    ...(batteryFeeCents > 0 ? [buildLineItem(BATTERY_FEE_NAME, batteryFeeCents, 1)] : []),
    ...(taxCents > 0 ? [buildLineItem('Sales tax', taxCents, 1)] : []),
  ];
  const maxLines = MAX_LINE_ITEMS - charges.length;
  const listed = lines.length <= maxLines ? lines : lines.slice(0, maxLines - 1);
  const others = lines.slice(listed.length);
  const othersCents = others.reduce((total, line) => total + computeLineCents(line), 0);
  return [
    ...listed.map((line) => buildLineItem(line.name, line.unitPriceCents, line.quantity)),
    ...(others.length > 0 ? [buildLineItem('Other parts', othersCents, 1)] : []),
    ...charges,
  ];
}

function buildLineItem(name: string, unitPriceCents: number, quantity: number): LineItem {
  // Array.from splits by characters, not by UTF-16 units.
  const product_data = { name: Array.from(name).slice(0, MAX_NAME_LENGTH).join('') };
  return { price_data: { currency: 'usd', unit_amount: unitPriceCents, product_data }, quantity };
}

/** An order for pickup needs no address. */
function buildAddressCollection({ destination }: PaymentRequest): Partial<SessionParams> {
  if (destination?.kind === 'pickup') return {};
  const country = (destination?.country ?? 'US') as AllowedCountry;
  return {
    shipping_address_collection: { allowed_countries: [country] },
    ...(destination?.zip && {
      custom_text: {
        shipping_address: {
          message: `Tax and shipping are for ${destination.state} ${destination.zip}. Please enter an address with this state and ZIP code.`,
        },
      },
    }),
  };
}

function buildShippingRate({ shippingCents: cents, destination, days }: PaymentRequest): ShippingRate {
  const estimate = days && {
    ...(days.min > 0 && { minimum: businessDays(days.min) }),
    ...(days.max > 0 && { maximum: businessDays(days.max) }),
  };
  return {
    type: 'fixed_amount',
    display_name:
      destination?.kind === 'pickup'
        ? `Pickup at ${destination.location}`
        : cents > 0
          ? 'Shipping'
          : 'Free shipping',
    fixed_amount: { amount: cents, currency: 'usd' },
    ...(estimate && days.max > 0 && { delivery_estimate: estimate }),
  };
}

function businessDays(value: number) {
  return { unit: 'business_day' as const, value };
}
