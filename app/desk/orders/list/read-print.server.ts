import { type Selectable, sql, type Transaction } from 'kysely';
import type { DB, Orders } from '#db/types.ts';
import { describeOrderTerms, findSoldWarranty, toSoldParts } from '#core/orders/order-terms.ts';
import { type AmountReview, findSendProblem, type Review } from '#core/orders/order-action.ts';
import type { OrderStatus } from '#core/orders/order.ts';
import { describeLineCondition } from '#core/catalog/origin.ts';
import { type CounterMethod, describeCounterMethod } from '#core/orders/counter-sale.ts';
import { countToShip } from '#core/orders/line-units.ts';
import { centsFromDollars } from '#core/values/money.ts';
import type { ShippingAddress } from '#core/addresses/postal-address.ts';
import type { Shop } from '#core/settings/shop.ts';
import { selectPieceNames } from '#core/yard/piece-names.server.ts';
import { describeEarlyDay } from '#core/yard/paper/paper.ts';
import { readDismantleDays } from '#core/yard/paper/read-paper.server.ts';

export interface PrintedLine {
  id: string;
  /** Null if the part was deleted. */
  partId: string | null;
  name: string;
  oemNumber: string | null;
  /** Example: 'Used, Good'. */
  condition: string;
  /** Example: '90 days'. */
  warranty: string;
  stockNumber: string | null;
  /** Names of what an assembly consists of. */
  pieces: string[];
  /** Place in the yard, which only staff see. Example of a part on a car: 'Row 3, on Y1001'. */
  place: string | null;
  /** Why it may not be pulled yet. Undefined if it may. */
  notYet: string | undefined;
  vehicle: string | null;
  /** Units that are left to ship, or the shipped ones if the order left as a whole. */
  units: number;
  /** Units that are left to ship. */
  toShip: number;
  /** Pounds per unit. Null if unknown or the part was deleted. */
  weightPounds: number | null;
  /** Cents per unit. */
  unitPriceCents: number;
  /** Units that were bought, including canceled ones. */
  bought: number;
}

export interface PrintedOrder {
  number: number;
  /** The buyer's own number of the purchase. */
  purchaseOrder: string | null;
  placedAt: Date;
  customerName: string | null;
  email: string | null;
  phone: string | null;
  address: ShippingAddress | null;
  pickupLocation: string | null;
  /** Reason why nothing of it may leave, though units are left to ship. */
  problem: string | undefined;
  /** Leaves out lines of which no unit is shipped. */
  lines: PrintedLine[];
  /** Terms of returns and warranty: paragraphs in lines. */
  terms: string[][];
  /** Null if it was not asked for. */
  invoice: PrintedInvoice | null;
}

/** Tells what was bought and paid, in cents. */
export interface PrintedInvoice {
  lines: PrintedLine[];
  paidAt: Date | null;
  /** Example: 'Card, 4242'. Null means through the payment provider. */
  counter: string | null;
  subtotalCents: number;
  taxCents: number;
  shippingCents: number;
  coreCents: number;
  batteryFeeCents: number;
  totalCents: number;
  /** Null means the total. */
  paidCents: number | null;
  refundedCents: number;
}

interface ReadPrint {
  shop: Shop;
  withInvoice?: boolean;
  /** Id of a shipment, if only what is in it is printed. */
  parcel?: string | undefined;
}

/** Reads orders for printing, in the given sequence. Leaves out unknown numbers. */
export async function readPrintedOrders(
  transaction: Transaction<DB>,
  numbers: readonly number[],
  { shop, withInvoice = false, parcel }: ReadPrint,
): Promise<PrintedOrder[]> {
  const orders = await transaction
    .selectFrom('orders')
    .select([
      'id',
      'number',
      'created_at',
      'customer_name',
      'email',
      'phone',
      'shipping_address',
      'pickup_location',
      'fulfillment',
      'return_terms',
    ])
    .select(['status', 'review', 'amount_review', 'hold_reason', 'purchase_order'])
    .select(['paid_at', 'payment_method', 'payment_reference'])
    .select(['amount', 'charged', 'charged_currency', 'tax', 'shipping', 'core', 'battery_fee', 'refunded'])
    .where('number', 'in', numbers.map(String))
    .where('progress', 'is not', null)
    .execute();
  if (orders.length === 0) return [];
  const lines = await transaction
    .selectFrom('order_lines')
    .leftJoin('parts_catalog', 'parts_catalog.id', 'part_id')
    .select([
      'order_lines.id',
      'order_id',
      'order_lines.part_id',
      'order_lines.part_name',
      'order_lines.oem_number',
    ])
    .leftJoin('part_private_facts', 'part_private_facts.part_id', 'order_lines.part_id')
    .leftJoin('yard_vehicles as car', (join) =>
      join.on(sql<boolean>`yard_state = 'on_car' and car.stock_key = donor_key`),
    )
    .select(['order_lines.origin', 'order_lines.rebuilder', 'order_lines.stock_number', 'yard_place'])
    .select(['yard_state', 'donor_stock_number', 'car.id as car_id', 'car.place as car_place'])
    .select('order_lines.warranty')
    .select(selectPieceNames(sql`order_lines.part_id`).as('pieces'))
    .select([
      'order_lines.part_type',
      'vehicle',
      'quantity',
      'canceled',
      'shipped',
      'parts_catalog.weight_pounds',
      'unit_price',
    ])
    .where(
      'order_id',
      'in',
      orders.map(({ id }) => id),
    )
    .where('quantity', '>', 0)
    .orderBy('order_lines.part_name')
    .orderBy('order_lines.id')
    .execute();
  const cars = [...new Set(lines.map((line) => line.car_id).filter((id) => id !== null))];
  const days = await readDismantleDays(transaction, cars);
  const inParcel = parcel === undefined ? undefined : await readParcel(transaction, parcel);
  const places = new Map(numbers.map((number, index) => [String(number), index]));
  return orders
    .toSorted((one, other) => (places.get(one.number) ?? 0) - (places.get(other.number) ?? 0))
    .map((order) => ({
      number: Number(order.number),
      purchaseOrder: order.purchase_order,
      placedAt: order.created_at,
      customerName: order.customer_name,
      email: order.email,
      phone: order.phone,
      address: order.shipping_address as ShippingAddress | null,
      pickupLocation: order.pickup_location,
      problem:
        !inParcel && linesOf(order.id).some((line) => countToShip(line) > 0) ? findProblem(order) : undefined,
      lines: own(order.id).filter(({ units }) => units > 0),
      terms: describeOrderTerms(toSoldParts(order, linesOf(order.id)), shop),
      invoice: withInvoice ? toInvoice(order, own(order.id)) : null,
    }));

  function linesOf(orderId: string) {
    return lines.filter((line) => line.order_id === orderId);
  }

  function own(orderId: string): PrintedLine[] {
    const ofOrder = linesOf(orderId);
    const hasLeft = ofOrder.every((line) => countToShip(line) === 0);
    return ofOrder.map((line) => ({
      id: line.id,
      partId: line.part_id,
      name: line.part_name,
      oemNumber: line.oem_number,
      condition: describeLineCondition({ ...line, condition: line.part_type }),
      warranty: findSoldWarranty({ ...line, condition: line.part_type }, shop),
      stockNumber: line.stock_number,
      pieces: line.pieces,
      place:
        line.yard_state === 'on_car'
          ? [line.car_place, `on ${line.donor_stock_number ?? 'its car'}`].filter(Boolean).join(', ')
          : line.yard_place,
      notYet: describeEarlyDay(line.car_id === null ? undefined : days.get(line.car_id)),
      vehicle: line.vehicle,
      units: inParcel ? (inParcel.get(line.id) ?? 0) : hasLeft ? line.shipped : countToShip(line),
      toShip: countToShip(line),
      bought: line.quantity,
      unitPriceCents: centsFromDollars(line.unit_price),
      weightPounds: line.weight_pounds === null ? null : Number(line.weight_pounds),
    }));
  }
}

/** Returns the units of a parcel by the id of their line. */
async function readParcel(transaction: Transaction<DB>, parcel: string): Promise<Map<string, number>> {
  const lines = await transaction
    .selectFrom('shipment_lines')
    .select(['line_id', 'quantity'])
    .where('shipment_id', '=', parcel)
    .execute();
  return new Map(lines.map(({ line_id: line, quantity }) => [line, quantity]));
}

function findProblem(order: Pick<Selectable<Orders>, 'status' | 'review' | 'amount_review' | 'hold_reason'>) {
  return findSendProblem({
    status: order.status as OrderStatus,
    review: order.review as Review | null,
    amountReview: order.amount_review as AmountReview | null,
    holdReason: order.hold_reason,
  });
}

type InvoiceColumns = Pick<
  Selectable<Orders>,
  | 'paid_at'
  | 'payment_method'
  | 'payment_reference'
  | 'amount'
  | 'charged'
  | 'charged_currency'
  | 'tax'
  | 'shipping'
  | 'core'
  | 'battery_fee'
  | 'refunded'
>;

function toInvoice(order: InvoiceColumns, lines: PrintedLine[]): PrintedInvoice {
  const taxCents = centsFromDollars(order.tax);
  const shippingCents = centsFromDollars(order.shipping);
  const coreCents = centsFromDollars(order.core);
  const batteryFeeCents = centsFromDollars(order.battery_fee);
  const totalCents = centsFromDollars(order.amount);
  return {
    lines,
    paidAt: order.paid_at,
    counter:
      order.payment_method &&
      describeCounterMethod(order.payment_method as CounterMethod, order.payment_reference),
    subtotalCents: totalCents - taxCents - shippingCents - coreCents - batteryFeeCents,
    taxCents,
    shippingCents,
    coreCents,
    batteryFeeCents,
    totalCents,
    // An amount in another currency is not on the receipt.
    paidCents:
      order.charged === null || order.charged_currency !== null ? null : centsFromDollars(order.charged),
    refundedCents: centsFromDollars(order.refunded),
  };
}
