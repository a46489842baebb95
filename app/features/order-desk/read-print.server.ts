import type { Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import type { ShippingAddress } from '#domain/payment.ts';

export interface PrintedLine {
  id: string;
  name: string;
  oemNumber: string | null;
  condition: string | null;
  vehicle: string | null;
  /** Pieces that are not canceled. */
  pieces: number;
  /** Pounds of one piece. Null if unknown or the part was deleted. */
  weightPounds: number | null;
}

export interface PrintedOrder {
  number: number;
  placedAt: Date;
  customerName: string | null;
  email: string | null;
  phone: string | null;
  address: ShippingAddress | null;
  pickupLocation: string | null;
  lines: PrintedLine[];
}

/** Reads orders for printing, in the given sequence. Unknown numbers are left out. */
export async function readPrintedOrders(
  transaction: Transaction<DB>,
  numbers: readonly number[],
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
    ])
    .where('number', 'in', numbers.map(String))
    .where('progress', 'is not', null)
    .execute();
  if (orders.length === 0) return [];
  const lines = await transaction
    .selectFrom('order_lines')
    .leftJoin('parts_catalog', 'parts_catalog.id', 'part_id')
    .select(['order_lines.id', 'order_id', 'order_lines.part_name', 'order_lines.oem_number'])
    .select(['order_lines.part_type', 'vehicle', 'quantity', 'canceled', 'weight_pounds'])
    .where(
      'order_id',
      'in',
      orders.map(({ id }) => id),
    )
    .orderBy('order_lines.part_name')
    .orderBy('order_lines.id')
    .execute();
  const places = new Map(numbers.map((number, index) => [String(number), index]));
  return orders
    .toSorted((one, other) => (places.get(one.number) ?? 0) - (places.get(other.number) ?? 0))
    .map((order) => ({
      number: Number(order.number),
      placedAt: order.created_at,
      customerName: order.customer_name,
      email: order.email,
      phone: order.phone,
      address: order.shipping_address as ShippingAddress | null,
      pickupLocation: order.pickup_location,
      lines: lines
        .filter(({ order_id: orderId, quantity, canceled }) => orderId === order.id && quantity > canceled)
        .map((line) => ({
          id: line.id,
          name: line.part_name,
          oemNumber: line.oem_number,
          condition: line.part_type,
          vehicle: line.vehicle,
          pieces: line.quantity - line.canceled,
          weightPounds: line.weight_pounds === null ? null : Number(line.weight_pounds),
        })),
    }));
}
