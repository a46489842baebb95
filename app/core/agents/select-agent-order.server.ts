import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import type { ShippingAddress } from '#core/addresses/postal-address.ts';
import type { AskedCheckout } from './asked.ts';

interface OrderLineRow {
  id: string;
  part_id: string | null;
  name: string;
  vehicle: string | null;
  image_url: string | null;
  unit_price: number;
  quantity: number;
  /** Units that the buyer ordered. A correction changes only the quantity. */
  original: number;
  canceled: number;
  shipped: number;
  returned: number;
  shipping: number | null;
  tax: number | null;
  core: number;
  core_tax: number;
  battery_fee: number;
}

/** Amounts are in dollars, times in ISO 8601. */
export interface OrderRow {
  id: string;
  number: string;
  checkout_id: string;
  asked: Pick<AskedCheckout, 'line_items'>;
  fulfillment: 'ship' | 'pickup';
  pickup_location: string | null;
  ship_to: unknown;
  customer_name: string | null;
  phone: string | null;
  shipping_address: ShippingAddress | null;
  days_min: number | null;
  days_max: number | null;
  ship_by: string | null;
  tax: number;
  shipping: number;
  core: number;
  battery_fee: number;
  lines: OrderLineRow[];
  taxes: { name: string; level: string; tax: number }[];
  shipments: {
    id: string;
    method: string;
    carrier: string | null;
    tracking: string | null;
    at: string;
    delivered_at: string | null;
    lines: { id: string; quantity: number }[];
  }[];
  refunds: {
    id: string;
    state: string;
    amount: number;
    at: string;
    note: string | null;
    lines: { id: string; quantity: number }[];
  }[];
  moved: { id: string; at: string; kind: 'canceled' | 'returned'; line_id: string; quantity: number }[];
}

/** Reads the order of a checkout as service_role, with everything that happened to it. */
export async function selectAgentOrder(database: Kysely<DB>, orderId: string): Promise<OrderRow | undefined> {
  const { rows } = await sql<OrderRow>`
    select bought.id, bought.number::text, checkouts.id as checkout_id, checkouts.asked, bought.fulfillment, pickup_location, ship_to,
      customer_name, phone, shipping_address, days_min, days_max, bought.ship_by,
      bought.tax::float8 as tax, bought.shipping::float8 as shipping, bought.core::float8 as core,
      bought.battery_fee::float8 as battery_fee,
      (
        select coalesce(json_agg(json_build_object(
          'id', line.id, 'part_id', part_id, 'name', line.part_name, 'vehicle', line.vehicle, 'image_url', image_url, 'unit_price', unit_price,
          'quantity', quantity, 'original', quantity - (
            select coalesce(sum(case entry.kind when 'added' then entry.quantity else -entry.quantity end), 0)
            from unit_ledger as entry
            where entry.line_id = line.id and entry.kind in ('added', 'removed', 'written_off')
          ), 'canceled', canceled, 'shipped', shipped, 'returned', returned, 'shipping', line.shipping,
          'tax', line.tax, 'core', line.core, 'core_tax', core_tax, 'battery_fee', line.battery_fee
        ) order by line.part_name, line.id), '[]')
        from order_lines as line left join parts_catalog on parts_catalog.id = part_id where order_id = bought.id
      ) as lines,
      (
        select coalesce(json_agg(json_build_object('name', name, 'level', level, 'tax', tax) order by position), '[]')
        from order_taxes where order_id = bought.id
      ) as taxes,
      (
        select coalesce(json_agg(json_build_object(
          'id', id, 'method', method, 'carrier', carrier, 'tracking', tracking, 'at', shipped_at, 'delivered_at', delivered_at,
          'lines', (
            select coalesce(json_agg(json_build_object('id', line_id, 'quantity', quantity)), '[]')
            from shipment_lines where shipment_id = shipments.id
          )
        ) order by shipped_at, id), '[]')
        from shipments where order_id = bought.id and undone_at is null
      ) as shipments,
      (
        select coalesce(json_agg(json_build_object(
          'id', id, 'state', state, 'amount', coalesce(amount, bought.amount), 'at', requested_at, 'note', note,
          'lines', (
            select coalesce(json_agg(json_build_object('id', line_id, 'quantity', quantity)), '[]')
            from refund_lines where refund_id = refunds.id and not core
          )
        ) order by requested_at, id), '[]')
        from refunds where refunds.order_id = bought.id
      ) as refunds,
      (
        select coalesce(json_agg(json_build_object(
          'id', entry.id::text, 'at', entry.at, 'kind', entry.kind, 'line_id', line_id, 'quantity', entry.quantity
        ) order by entry.id), '[]')
        from unit_ledger as entry join order_lines on order_lines.id = line_id
        where order_lines.order_id = bought.id and entry.kind in ('canceled', 'returned')
      ) as moved
    from orders as bought join agent_checkouts as checkouts on checkouts.payer_id = bought.browser_id
    where bought.id = ${orderId}`.execute(database);
  return rows[0];
}
