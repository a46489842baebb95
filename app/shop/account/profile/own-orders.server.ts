import { hasLeft, type Progress } from '#core/orders/order-progress.ts';
import type { AcceptedTexts } from '#core/settings/legal-page.ts';
import { centsFromDollars } from '#core/values/money.ts';
import { formatOrderNumber } from '#core/values/order-number.ts';
import type { Database } from '#core/platform/database.server.ts';
import { acceptedTextDate } from '#core/orders/accepted-texts.server.ts';

export interface OwnOrder extends AcceptedTexts {
  id: string;
  /** Example: 'PY-10423'. */
  number: string;
  productName: string | null;
  amountCents: number;
  status: string;
  /** True even if the order was refunded since. Only paid orders have a page. */
  isPaid: boolean;
  createdAt: Date;
  taxCents: number;
  shippingCents: number;
  coreCents: number;
  batteryFeeCents: number;
  /** True if something of the order has left the shop, so that it could come back. */
  isSent: boolean;
  lines: OwnOrderLine[];
}

export interface OwnOrderLine {
  id: string;
  /** Null if the part was deleted. */
  partId: string | null;
  name: string;
  oemNumber: string | null;
  condition: string | null;
  /** Null if the part was sold before the shop stored origins. */
  origin: string | null;
  rebuilder: string | null;
  unitPriceCents: number;
  quantity: number;
}

/** The page shows this many orders at most. The user's data download has all. */
const MAX_ORDERS = 100;

/** Reads the orders, newest first. */
export function readOwnOrders(database: Database, userId: string): Promise<OwnOrder[]> {
  return database.as({ role: 'authenticated', userId }, async (transaction) => {
    const orders = await transaction
      .selectFrom('orders')
      .select([
        'id',
        'number',
        'product_name',
        'amount',
        'status',
        'created_at',
        'tax',
        'shipping',
        'core',
        'battery_fee',
        'payment_id',
        'progress',
        'terms_version',
        acceptedTextDate('terms').as('terms_date'),
        'warranty_version',
        acceptedTextDate('warranty').as('warranty_date'),
      ])
      .where('user_id', '=', userId)
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(MAX_ORDERS)
      .execute();
    if (orders.length === 0) return [];
    const lines = await transaction
      .selectFrom('order_lines')
      .leftJoin('parts_catalog', 'parts_catalog.id', 'part_id')
      .selectAll('order_lines')
      .select('parts_catalog.id as shown_part_id')
      .where(
        'order_id',
        'in',
        orders.map(({ id }) => id),
      )
      .where('quantity', '>', 0)
      .orderBy('order_lines.part_name')
      .orderBy('order_lines.id')
      .execute();
    return orders.map((order) => ({
      id: order.id,
      number: formatOrderNumber(order.number),
      productName: order.product_name,
      amountCents: centsFromDollars(order.amount),
      status: order.status,
      isPaid: order.payment_id !== null,
      createdAt: order.created_at,
      taxCents: centsFromDollars(order.tax),
      shippingCents: centsFromDollars(order.shipping),
      coreCents: centsFromDollars(order.core),
      batteryFeeCents: centsFromDollars(order.battery_fee),
      isSent: order.status === 'completed' && hasLeft(order.progress as Progress | null),
      termsVersion: order.terms_version,
      termsDate: order.terms_date,
      warrantyVersion: order.warranty_version,
      warrantyDate: order.warranty_date,
      lines: lines
        .filter((line) => line.order_id === order.id)
        .map((line) => ({
          id: line.id,
          partId: line.shown_part_id,
          name: line.part_name,
          oemNumber: line.oem_number,
          condition: line.part_type,
          origin: line.origin,
          rebuilder: line.rebuilder,
          unitPriceCents: centsFromDollars(line.unit_price),
          quantity: line.quantity,
        })),
    }));
  });
}
