import { formatPostalAddress } from '#core/addresses/postal-address.ts';
import type { CartItem } from '#core/carts/cart.ts';
import type { AskedAddress } from '#core/agents/asked.ts';
import { type AgentPurchase, canBePaid } from '#core/agents/price-purchase.server.ts';
import type { QuoteData } from '#core/orders/quotes/read-quotes.server.ts';
import type { DraftTotals } from '#core/orders/quotes/sale-draft.ts';
import type { OrderedPurchase } from '#core/agents/read-agent-order.server.ts';
import type { CheckoutRequest } from '#core/checkout/create-payment.ts';
import { sum } from '#core/pricing/line.ts';
import type { OpenedPage } from './read-agent-page.server.ts';

type PageLine = QuoteData['lines'][number];

/** A cart or a checkout, as the page shows it. */
export type AgentPage =
  | {
      state: 'cart' | 'open';
      lines: PageLine[];
      /** The button 'Add to my cart' adds these. */
      items: { item: Omit<CartItem, 'quantity'>; quantity: number; stock: number }[];
      /** Null while the price is not known, because a question is open. */
      totals: DraftTotals | null;
      canPay: boolean;
      isPickup: boolean;
      /** Lines of the address, or where the parts are picked up. */
      place: string[];
      option: string | null;
      email: string | null;
      /** Tells the purchase that the buyer has seen from a changed one. */
      version: string;
      notes: string[];
    }
  | { state: 'paying' }
  | { state: 'late' }
  | { state: 'canceled' }
  | { state: 'completed'; number: string };

type Opened = Extract<OpenedPage, { state: 'open' }>;

/** Leaves out what the buyer need not know, such as ids. */
export function toPage(opened: OpenedPage): AgentPage {
  if (opened.state !== 'cart' && opened.state !== 'open') return opened;
  const { purchase } = opened;
  const { fulfillment } = purchase;
  const isCart = opened.state === 'cart';
  const ordered = isCart ? undefined : opened.ordered;
  const isPickup = ordered ? ordered.isPickup : fulfillment.method === 'pickup';
  const messages = isCart ? purchase.lineMessages : purchase.messages;
  return {
    state: opened.state,
    lines: ordered ? ordered.lines.map(toOrderedLine) : purchase.lines.map(toPageLine),
    items: purchase.lines.map(toCartLine),
    totals: ordered ? toOrderedTotals(ordered) : toQuotedTotals(purchase),
    canPay: !isCart && (ordered !== undefined || canBePaid(purchase)),
    isPickup,
    place: isCart ? [] : listPlace(purchase),
    option: isCart
      ? null
      : (fulfillment.options.find(({ id }) => id === fulfillment.optionId)?.title ?? null),
    email: isCart ? null : opened.email,
    version: isCart ? '' : opened.checkout.version,
    // The buyer's own hold looks like parts that are sold out.
    notes: ordered ? [] : describeNotes(messages),
  };
}

const OPEN = 'Add the parts to your cart to choose how you get them.';

/** Texts of an assistant are not repeated: strangers would speak in the shop's name. */
function describeNotes(messages: AgentPurchase['messages']): string[] {
  const texts = messages.flatMap(({ type, code, path = '', content }) => {
    if (type === 'info') return [];
    if (code === 'item_unavailable') return ["One of the parts isn't for sale."];
    return path.startsWith('$.line_items') ? [content] : [OPEN];
  });
  return [...new Set(texts)];
}

/** The payment of what the page shows. Undefined if it can't be paid. */
export function toPayment({
  purchase,
  ordered,
}: Opened): { request: CheckoutRequest; totalCents: number } | undefined {
  const totals = ordered ? toOrderedTotals(ordered) : toQuotedTotals(purchase);
  if (!totals || (!ordered && !canBePaid(purchase))) return undefined;
  const lines = ordered ? ordered.lines.map(toOrderedLine) : purchase.lines.map(toPageLine);
  const { taxCents, shippingCents, coreCents, batteryFeeCents, totalCents } = totals;
  const request: CheckoutRequest = {
    items: lines.map(({ partId, name, unitPriceCents, quantity }) => ({
      id: partId ?? '',
      name,
      amountCents: unitPriceCents,
      quantity,
    })),
    currency: 'usd',
    taxCents,
    shippingCents,
    coreCents,
    batteryFeeCents,
    destination: ordered ? ordered.destination : purchase.destination,
    purchase: 'cart',
  };
  return { request, totalCents };
}

function toPageLine({ id, line }: AgentPurchase['lines'][number]): PageLine {
  const { partId, name, oemNumber, vehicle, condition, quantity, unitPriceCents } = line;
  return { id, partId, name, oemNumber, vehicle, condition, quantity, unitPriceCents };
}

function toOrderedLine(line: OrderedPurchase['lines'][number]): PageLine {
  const { id, partId, name, vehicle, quantity, unitPriceCents } = line;
  return { id, partId, name, oemNumber: null, vehicle, condition: null, quantity, unitPriceCents };
}

function toCartLine({ line, picture, stock }: AgentPurchase['lines'][number]) {
  return {
    item: {
      id: line.partId,
      name: line.name,
      partNumber: line.oemNumber ?? '',
      price: line.unitPriceCents / 100,
      image: picture ?? '/placeholder.svg',
      ...(line.taxRate != null && { tax_rate: line.taxRate }),
      ...(line.shippingCostCents != null && { shipping_cost: line.shippingCostCents / 100 }),
    },
    quantity: line.quantity,
    stock,
  };
}

function toQuotedTotals({ quote }: AgentPurchase): DraftTotals | null {
  if (quote.status !== 'priced') return null;
  const { subtotalCents, shippingCents, taxCents, coreCents, batteryFeeCents, totalCents } = quote;
  return { subtotalCents, shippingCents, taxCents, coreCents, batteryFeeCents, totalCents };
}

function toOrderedTotals({ amounts }: OrderedPurchase): DraftTotals {
  const { subtotalCents, coreCents, batteryFeeCents } = amounts;
  const shippingCents = amounts.shippingCents ?? 0;
  const taxCents = sum(amounts.taxes.map(({ cents }) => cents));
  const totalCents = subtotalCents + shippingCents + taxCents + coreCents + batteryFeeCents;
  return { subtotalCents, shippingCents, taxCents, coreCents, batteryFeeCents, totalCents };
}

function listPlace({ fulfillment }: AgentPurchase): string[] {
  if (fulfillment.method === 'pickup') return fulfillment.location === null ? [] : [fulfillment.location];
  const address = fulfillment.shippingPlaces.find(({ id }) => id === fulfillment.destinationId);
  return address ? formatAsked(address) : [];
}

function formatAsked(address: AskedAddress): string[] {
  const name = [address.first_name, address.last_name].filter(Boolean).join(' ');
  const lines = formatPostalAddress(name || null, {
    line1: address.street_address ?? '',
    line2: address.extended_address ?? null,
    city: address.address_locality ?? '',
    state: address.address_region ?? '',
    postalCode: address.postal_code ?? '',
    country: address.address_country ?? 'US',
  });
  return lines;
}
