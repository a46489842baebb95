import type { Selectable } from 'kysely';
import type { Orders } from '#db/types.ts';
import { centsFromDollars, formatDollars } from '#core/values/money.ts';
import { formatHours } from '#core/settings/opening-hours.ts';
import { formatDays } from '#core/pricing/describe-shipping.ts';
import { formatAddress, type Shop } from '#core/settings/shop.ts';
import { toDays, toDestination } from '#core/orders/order-destination.server.ts';

type Order = Pick<
  Selectable<Orders>,
  'fulfillment' | 'ship_to' | 'pickup_location' | 'days_min' | 'days_max' | 'core' | 'core_return_days'
>;

/** Says where and when the buyer gets the parts, and what can come back. Returns no paragraphs if the order says none of it. */
export function listBuyerNotes(order: Order, shop: Shop, paidAt: Date): string[][] {
  const days = toDays(order);
  return [
    listPickup(order, shop),
    days ? [`Estimated delivery: ${formatDays(days)}.`] : [],
    listCore(order, shop, paidAt),
  ].filter((lines) => lines.length > 0);
}

function listPickup({ pickup_location }: Order, shop: Shop): string[] {
  if (pickup_location === null) return [];
  const location = shop.locations.find(({ name }) => name === pickup_location);
  return [
    `Pickup at ${pickup_location}`,
    ...(location ? [formatAddress(location)] : []),
    ...formatHours(shop).map(({ days, open }) => `${days}: ${open}`),
    "We'll email you when your order is ready.",
  ];
}

function listCore({ core, core_return_days }: Order, { timeZone }: Shop, paidAt: Date): string[] {
  if (core_return_days === null) return [];
  const due = new Date(paidAt);
  due.setUTCDate(due.getUTCDate() + core_return_days);
  const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }).format(due);
  const cents = centsFromDollars(core);
  return [`Return your old parts by ${date} to get the core charge of ${formatDollars(cents)} back.`];
}

/** Tells the shop how an order goes out. Empty if the cart did not ask. */
export function listShopNotes(order: Order): string[] {
  const destination = toDestination(order);
  if (destination === null) return [];
  if (destination.kind === 'pickup') return [`Pickup at ${destination.location}`];
  const { country, state, zip, place, liftgate, poBox } = destination;
  const access = [place, ...(liftgate ? ['liftgate'] : []), ...(poBox ? ['PO box'] : [])].join(', ');
  return [`Priced for ${country === 'US' ? `${state} ${zip}` : country} (${access})`];
}
