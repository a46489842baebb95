import { chooseFulfillment, freightOptions } from '#core/agents/choose-fulfillment.ts';
import { emailOf } from '#core/agents/asked.ts';
import { type CheckoutState } from '#core/agents/checkout-state.server.ts';
import { formatCheckoutId, type StoredCheckout } from '#core/agents/checkouts.server.ts';
import { type FulfillmentOption, pricePurchase } from '#core/agents/price-purchase.server.ts';
import {
  type OrderedPurchase,
  orderAddress,
  readOrderedPurchase,
} from '#core/agents/read-agent-order.server.ts';
import { toTotals } from '#core/agents/totals.ts';
import type { ErrorMessage, Message, Total } from '#core/agents/ucp.ts';
import { databaseContext } from '#core/platform/database.server.ts';
import { shopContext } from '#core/platform/shop.server.ts';
import { taxServiceContext } from '#core/pricing/tax-service.server.ts';
import { settingsContext } from '#core/settings/settings.server.ts';
import type { AgentCall } from '../operation.ts';
import {
  continueAddress,
  discloseLines,
  type LineItem,
  listLinks,
  toLineItems,
  toOrderedItems,
  toPurchaseTotals,
  warnOfClaims,
} from '../purchase-json.server.ts';

const FULFILLMENT = 'dev.ucp.shopping.fulfillment';

const paymentRequired: ErrorMessage = {
  type: 'error',
  code: 'payment_required',
  content: 'The buyer pays by card on the page of continue_url',
  severity: 'requires_buyer_input',
};

/** Describes a checkout. While its buyer pays, and after that, it is what the order is. */
export async function toCheckoutBody(
  call: AgentCall,
  checkout: StoredCheckout,
  state: CheckoutState,
): Promise<Record<string, unknown>> {
  const { siteUrl } = call.context.get(shopContext);
  const { order, asked } = checkout;
  const database = call.context.get(databaseContext);
  const ordered =
    order && (order.isPaid || order.isPending)
      ? await database.as({ role: 'service_role' }, (transaction) =>
          readOrderedPurchase(transaction, order.id),
        )
      : undefined;
  const shown = ordered ? showOrdered(call, ordered, checkout) : await showAsked(call, checkout);
  const messages: Message[] = [
    ...(state === 'open' ? shown.messages : []),
    ...(state === 'open' || state === 'paying' ? warnOfClaims(asked) : []),
  ];
  const status = findStatus(state, messages);
  if (status === 'requires_escalation') messages.push(paymentRequired);
  const id = formatCheckoutId(checkout.id);
  const isOver = status === 'completed' || status === 'canceled';
  return {
    id,
    status,
    line_items: shown.items,
    ...(asked.buyer && { buyer: asked.buyer }),
    currency: 'USD',
    totals: shown.totals,
    ...(messages.length > 0 && { messages }),
    links: listLinks(siteUrl),
    expires_at: checkout.expiresAt.toISOString(),
    ...(!isOver && { continue_url: continueAddress(siteUrl, id) }),
    ...(call.capabilities.has(FULFILLMENT) && { fulfillment: shown.fulfillment }),
    ...(status === 'completed' &&
      ordered && {
        order: {
          id: ordered.id,
          label: ordered.number,
          permalink_url: orderAddress(siteUrl, ordered.number),
        },
      }),
  };
}

function findStatus(state: CheckoutState, messages: readonly Message[]) {
  if (state === 'completed') return 'completed';
  if (state === 'canceled') return 'canceled';
  if (state === 'paying') return 'complete_in_progress';
  const isOpen = messages.some((message) => message.type === 'error' && message.severity === 'recoverable');
  return isOpen ? 'incomplete' : 'requires_escalation';
}

interface Shown {
  items: LineItem[];
  totals: Total[];
  fulfillment: Record<string, unknown>;
  messages: Message[];
}

async function showAsked(call: AgentCall, { asked }: StoredCheckout): Promise<Shown> {
  const { context, capabilities } = call;
  const { siteUrl } = context.get(shopContext);
  const purchase = await pricePurchase({
    database: context.get(databaseContext),
    taxService: context.get(taxServiceContext),
    asked,
    userId: null,
    choosesFulfillment: capabilities.has(FULFILLMENT),
  });
  const items = toLineItems(purchase, siteUrl, context.get(settingsContext).cores);
  return {
    items,
    totals: toPurchaseTotals(purchase),
    fulfillment: toFulfillment(purchase.fulfillment, items),
    messages: [...purchase.messages, ...refuseEmail(asked), ...discloseLines(purchase)],
  };
}

function refuseEmail(asked: StoredCheckout['asked']): ErrorMessage[] {
  if (asked.buyer?.email === undefined || emailOf(asked) !== null) return [];
  return [
    {
      type: 'error',
      code: 'invalid_email',
      content: "This isn't an email address",
      path: '$.buyer.email',
      severity: 'recoverable',
    },
  ];
}

/** The buyer's own hold would look like parts that are sold out, so the order is shown, not the stock. */
function showOrdered(call: AgentCall, ordered: OrderedPurchase, { asked }: StoredCheckout): Shown {
  const { context } = call;
  const { shipping, business } = context.get(settingsContext);
  const items = toOrderedItems(ordered, context.get(shopContext).siteUrl);
  const chosen = chooseFulfillment(asked.fulfillment?.methods ?? [], {
    lineIds: items.map(({ id }) => id),
    locations: business.locations,
    countries: shipping.countries.map(({ country }) => country),
    isFreightAsked: false,
  });
  const optionId = asked.fulfillment?.methods?.[0]?.groups?.[0]?.selected_option_id;
  const option = ordered.isPickup
    ? { id: 'pickup', title: `Pickup at ${chosen.location ?? 'the shop'}` }
    : (freightOptions.find(({ id }) => id === optionId) ?? { id: 'standard', title: 'Standard shipping' });
  const options = [{ id: option.id, title: option.title, cents: ordered.amounts.shippingCents ?? 0 }];
  return {
    items,
    totals: toTotals(ordered.amounts),
    fulfillment: toFulfillment({ ...chosen, options, optionId: option.id }, items),
    messages: [],
  };
}

type Fulfillment = Parameters<typeof toFulfillment>[0];

/** One method has all items, in one group. The other one is offered without items. */
function toFulfillment(
  fulfillment: ReturnType<typeof chooseFulfillment> & {
    options: FulfillmentOption[];
    optionId: string | null;
  },
  items: readonly LineItem[],
): Record<string, unknown> {
  const { method, shippingPlaces, pickupPlaces } = fulfillment;
  const ids = items.map(({ id }) => id);
  const chosen = toMethod(fulfillment, ids);
  const unused = { line_item_ids: [], groups: [] };
  if (method === 'pickup') {
    const shipping = { id: 'shipping', type: 'shipping', destinations: shippingPlaces, ...unused };
    return { methods: [chosen, shipping] };
  }
  if (pickupPlaces.length === 0) return { methods: [chosen] };
  const places = pickupPlaces.map(({ name }) => name);
  const description = `All items can be picked up at ${new Intl.ListFormat('en-US', { type: 'disjunction' }).format(places)}.`;
  return {
    methods: [chosen, { id: 'pickup', type: 'pickup', destinations: [], ...unused }],
    available_methods: [{ type: 'pickup', line_item_ids: ids, fulfillable_on: 'now', description }],
  };
}

function toMethod(
  { method, shippingPlaces, pickupPlaces, destinationId, options, optionId }: Fulfillment,
  ids: readonly string[],
) {
  return {
    id: method,
    type: method,
    line_item_ids: ids,
    destinations: method === 'pickup' ? pickupPlaces : shippingPlaces,
    selected_destination_id: destinationId,
    groups: [
      {
        id: 'all',
        line_item_ids: ids,
        options: options.map(({ cents, ...option }) => ({
          ...option,
          totals: [{ type: 'total', display_text: option.title, amount: cents }],
        })),
        selected_option_id: optionId,
      },
    ],
  };
}
