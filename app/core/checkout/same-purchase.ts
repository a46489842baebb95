import type { CheckoutRequest } from './create-payment.ts';
import type { Destination } from '#core/addresses/destination.ts';
import { isSameDestination } from '#core/addresses/is-destination.ts';

type Requested = Pick<
  CheckoutRequest,
  'items' | 'taxCents' | 'shippingCents' | 'coreCents' | 'batteryFeeCents' | 'destination'
>;
type Item = CheckoutRequest['items'][number];

export interface OrderedLine {
  partId: string | null;
  name: string;
  unitPriceCents: number;
  quantity: number;
}

export interface OrderedPurchase {
  lines: readonly OrderedLine[];
  taxCents: number;
  shippingCents: number;
  coreCents: number;
  batteryFeeCents: number;
  destination: Destination | null;
}

/** Checks whether an order has a request's lines, amounts and destination, so that its payment page can be used again. */
export function isSamePurchase(order: OrderedPurchase, requested: Requested): boolean {
  return (
    order.taxCents === requested.taxCents &&
    order.shippingCents === requested.shippingCents &&
    order.coreCents === requested.coreCents &&
    order.batteryFeeCents === requested.batteryFeeCents &&
    isSameDestination(order.destination, requested.destination) &&
    order.lines.length === requested.items.length &&
    order.lines.every((line) =>
      requested.items.some(
        (item) =>
          isSamePart(item, line) &&
          item.amountCents === line.unitPriceCents &&
          item.quantity === line.quantity,
      ),
    )
  );
}

/** Checks whether a request contains all pieces of an order, at any price. */
export function containsOrder({ items }: Requested, lines: readonly OrderedLine[]): boolean {
  return (
    lines.length > 0 &&
    lines.every((line) => items.some((item) => isSamePart(item, line) && item.quantity >= line.quantity))
  );
}

/** Checks whether a request is for all parts of an order, in any quantity. */
export function isForSameParts({ items }: Requested, lines: readonly OrderedLine[]): boolean {
  return lines.every((line) => items.some((item) => isSamePart(item, line)));
}

function isSamePart(item: Item, line: OrderedLine): boolean {
  return item.id === undefined ? item.name === line.name : item.id === line.partId;
}
