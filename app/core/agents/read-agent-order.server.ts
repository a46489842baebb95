import type { Kysely } from 'kysely';
import type { DB } from '#db/types.ts';
import type { Destination } from '#core/addresses/destination.ts';
import { toDestination } from '#core/orders/order-destination.server.ts';
import { isIllustration } from '#core/catalog/picture.ts';
import { findTrackingAddress } from '#core/orders/carrier.ts';
import { formatDays } from '#core/pricing/describe-shipping.ts';
import { formatOrderNumber } from '#core/values/order-number.ts';
import { centsFromDollars } from '#core/values/money.ts';
import { sum } from '#core/pricing/line.ts';
import type { Settings } from '#core/settings/settings.ts';
import { formatCheckoutId } from './checkouts.server.ts';
import { type OrderRow, selectAgentOrder } from './select-agent-order.server.ts';
import { type Amounts, toTotals } from './totals.ts';
import type { PostalAddress } from './ucp.ts';

/** The parts and amounts of an order, as its buyer pays them. */
export interface OrderedPurchase {
  id: string;
  number: string;
  isPickup: boolean;
  destination: Destination | null;
  amounts: Amounts;
  lines: {
    id: string;
    partId: string | null;
    name: string;
    vehicle: string | null;
    picture: string | null;
    unitPriceCents: number;
    quantity: number;
    amounts: Amounts;
  }[];
}

/** Gives the lines of an order the ids that the checkout had, so that platforms recognize them. */
function nameOrderLines({ lines, asked }: OrderRow): Map<string, string> {
  const free = [...asked.line_items];
  return new Map(
    lines.map((line) => {
      const isSamePart = ({ item }: (typeof free)[number]) => item.id === line.part_id;
      const exact = free.findIndex((each) => isSamePart(each) && each.quantity === line.original);
      const place = exact === -1 ? free.findIndex(isSamePart) : exact;
      const [given] = place === -1 ? [] : free.splice(place, 1);
      return [line.id, given?.id ?? line.id];
    }),
  );
}

function toPurchase(row: OrderRow): OrderedPurchase {
  const isPickup = row.fulfillment === 'pickup';
  const names = nameOrderLines(row);
  const taxCents = centsFromDollars(row.tax);
  const named = row.taxes.map(({ name, level, tax }) => ({
    name: level === 'flat' ? 'Tax' : `${name} tax`,
    cents: centsFromDollars(tax),
  }));
  const taxes =
    sum(named.map(({ cents }) => cents)) === taxCents ? named : [{ name: 'Tax', cents: taxCents }];
  const lines = row.lines.map((line) => ({
    id: names.get(line.id) ?? line.id,
    partId: line.part_id,
    name: line.name,
    vehicle: line.vehicle,
    picture: line.image_url,
    unitPriceCents: centsFromDollars(line.unit_price),
    quantity: line.quantity,
    amounts: {
      subtotalCents: centsFromDollars(line.unit_price) * line.quantity,
      shippingCents: centsFromDollars(line.shipping ?? 0),
      isPickup,
      coreCents: centsFromDollars(line.core),
      batteryFeeCents: centsFromDollars(line.battery_fee),
      taxes: [{ name: 'Tax', cents: centsFromDollars(line.tax ?? 0) + centsFromDollars(line.core_tax) }],
    },
  }));
  return {
    id: row.id,
    number: formatOrderNumber(row.number),
    isPickup,
    destination: toDestination(row),
    amounts: {
      subtotalCents: sum(lines.map(({ amounts }) => amounts.subtotalCents)),
      shippingCents: centsFromDollars(row.shipping),
      isPickup,
      coreCents: centsFromDollars(row.core),
      batteryFeeCents: centsFromDollars(row.battery_fee),
      taxes,
    },
    lines,
  };
}

/** Reads what the order of a checkout contains and costs, paid or not. */
export async function readOrderedPurchase(
  database: Kysely<DB>,
  orderId: string,
): Promise<OrderedPurchase | undefined> {
  const row = await selectAgentOrder(database, orderId);
  return row && toPurchase(row);
}

/** The page of an order, which asks who one is. */
export const orderAddress = (siteUrl: string, number: string) => `${siteUrl}/orders/${number}`;

/** The title of a line, which is that of its product in the catalog: '2010 Honda Civic Front Brake Pads'. */
export function titleOf({ vehicle, name }: { vehicle: string | null; name: string }): string {
  return vehicle === null ? name : `${vehicle} ${name}`;
}

/** Returns the absolute address of a photo. A drawing does not show this very part, so it has none. */
export function pictureAddress(siteUrl: string, picture: string | null): string | undefined {
  return picture === null || isIllustration(picture) ? undefined : new URL(picture, siteUrl).href;
}

/**
 * Reads an order as the protocol describes it, without its `ucp` member. All lines that ever existed are in it. Quantities and
 * amounts of adjustments are negative.
 */
export async function readAgentOrder(
  database: Kysely<DB>,
  orderId: string,
  { siteUrl, business }: { siteUrl: string; business: Settings['business'] },
): Promise<Record<string, unknown> | undefined> {
  const row = await selectAgentOrder(database, orderId);
  if (!row) return undefined;
  const purchase = toPurchase(row);
  const names = nameOrderLines(row);
  const nameUnits = (units: readonly { id: string; quantity: number }[], sign = 1) =>
    units.flatMap(({ id, quantity }) => {
      const name = names.get(id);
      return name === undefined || quantity === 0 ? [] : [{ id: name, quantity: sign * quantity }];
    });
  const units = row.lines.map((line) => {
    const total = line.quantity - line.canceled - line.returned;
    return { id: line.id, original: line.original, total, fulfilled: line.shipped - line.returned };
  });
  const expected = nameUnits(units.map(({ id, total }) => ({ id, quantity: total })));
  return {
    id: row.id,
    label: purchase.number,
    checkout_id: formatCheckoutId(row.checkout_id),
    permalink_url: orderAddress(siteUrl, purchase.number),
    currency: 'USD',
    line_items: purchase.lines.map((line, index) => {
      const { original, total, fulfilled } = units[index] as (typeof units)[number];
      return {
        id: line.id,
        item: {
          id: line.partId ?? line.id,
          title: titleOf(line),
          price: line.unitPriceCents,
          ...withPicture(siteUrl, line.picture),
        },
        quantity: { original, total, fulfilled },
        totals: toTotals(line.amounts),
        status: findStatus(total, fulfilled),
      };
    }),
    fulfillment: {
      expectations:
        expected.length === 0
          ? []
          : [
              {
                id: `expectation_${row.number}`,
                line_items: expected,
                method_type: purchase.isPickup ? 'pickup' : 'shipping',
                destination: findDestination(row, business),
                ...describeDelivery(row),
                ...(row.ship_by !== null && { fulfillable_on: new Date(row.ship_by).toISOString() }),
              },
            ],
      events: row.shipments.flatMap((shipment) => {
        const lines = nameUnits(shipment.lines);
        const trackingUrl = findTrackingAddress(shipment.carrier, shipment.tracking);
        const facts = {
          line_items: lines,
          ...(shipment.tracking !== null && { tracking_number: shipment.tracking }),
          // The order's page shows the way of a shipment whose carrier has no page.
          tracking_url: trackingUrl ?? orderAddress(siteUrl, purchase.number),
          ...(shipment.carrier !== null && { carrier: shipment.carrier }),
        };
        const isPickup = shipment.method === 'pickup';
        const sent = {
          id: shipment.id,
          occurred_at: new Date(shipment.at).toISOString(),
          type: isPickup ? 'picked_up' : 'shipped',
          ...facts,
        };
        if (shipment.delivered_at === null || isPickup) return [sent];
        const at = new Date(shipment.delivered_at).toISOString();
        return [sent, { id: `${shipment.id}-delivered`, occurred_at: at, type: 'delivered', ...facts }];
      }),
    },
    adjustments: [
      ...row.moved.map(({ id, at, kind, line_id: lineId, quantity }) => ({
        id: `${kind}_${id}`,
        type: kind === 'canceled' ? 'cancellation' : 'return',
        occurred_at: new Date(at).toISOString(),
        status: 'completed',
        line_items: nameUnits([{ id: lineId, quantity }], -1),
      })),
      ...row.refunds.map((refund) => ({
        id: refund.id,
        type: 'refund',
        occurred_at: new Date(refund.at).toISOString(),
        status: refund.state === 'done' ? 'completed' : refund.state === 'failed' ? 'failed' : 'pending',
        line_items: nameUnits(refund.lines, -1),
        totals: [{ type: 'total', display_text: 'Refund', amount: -centsFromDollars(refund.amount) }],
      })),
    ].toSorted((one, other) => one.occurred_at.localeCompare(other.occurred_at)),
    totals: toTotals(purchase.amounts),
  };
}

function withPicture(siteUrl: string, picture: string | null): { image_url?: string } {
  const address = pictureAddress(siteUrl, picture);
  return address === undefined ? {} : { image_url: address };
}

function findStatus(total: number, fulfilled: number): 'removed' | 'fulfilled' | 'partial' | 'processing' {
  if (total === 0) return 'removed';
  if (fulfilled === total) return 'fulfilled';
  return fulfilled > 0 ? 'partial' : 'processing';
}

/** Where the parts go: the buyer's address, or the location where they are picked up. */
function findDestination(
  { fulfillment, pickup_location, customer_name, shipping_address: address }: OrderRow,
  { locations }: Pick<Settings['business'], 'locations'>,
): PostalAddress {
  if (fulfillment === 'pickup') {
    const place = locations.find(({ name }) => name === pickup_location) ?? locations[0];
    if (!place) return { address_country: 'US' };
    const { street, city, state, zip } = place;
    return {
      street_address: street,
      address_locality: city,
      address_region: state,
      postal_code: zip,
      address_country: 'US',
    };
  }
  if (!address) return { address_country: 'US' };
  return {
    ...(customer_name !== null && { last_name: customer_name }),
    street_address: address.line1,
    ...(address.line2 !== null && { extended_address: address.line2 }),
    address_locality: address.city,
    address_region: address.state,
    postal_code: address.postalCode,
    address_country: address.country,
  };
}

function describeDelivery({ fulfillment, pickup_location, days_min, days_max }: OrderRow): {
  description?: string;
} {
  if (fulfillment === 'pickup') return { description: `Pickup at ${pickup_location}` };
  if (days_min === null || days_max === null) return {};
  return { description: `Arrives in ${formatDays({ min: days_min, max: days_max })}` };
}
