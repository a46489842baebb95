import type pg from 'pg';
import type { Progress } from '#domain/order-progress.ts';

export interface DeskOrder {
  id: string;
  /** Without 'PY-'. */
  number: string;
  lineIds: string[];
}

export interface NewDeskOrder {
  buyer?: string;
  email?: string;
  phone?: string;
  fulfillment?: 'ship' | 'pickup';
  progress?: Progress | null;
  status?: string;
  dispute?: string | null;
  refunded?: number;
  stock?: string;
  /** Null: not paid. */
  paymentId?: string | null;
  /** SQL of a time. */
  placed?: string;
  paid?: string;
  shipBy?: string;
  parts?: { name: string; oem?: string; vehicle?: string; quantity?: number; partId?: string }[];
}

/** Adds a paid order of $58.20 that has to be packed and shipped tomorrow. */
export async function addDeskOrder(owner: pg.Client, order: NewDeskOrder = {}): Promise<DeskOrder> {
  const { buyer = 'Olga Okafor', email = 'olga@example.com', phone = '(619) 555-0142' } = order;
  const { fulfillment = 'ship', progress = 'to_pack', status = 'completed', dispute = null } = order;
  const { refunded = 0, stock = 'sold', paymentId = 'pi_1', parts = [{ name: 'Front Brake Pads' }] } = order;
  const { placed = 'now()', paid = placed, shipBy = "now() + interval '1 day'" } = order;
  const more = parts.length - 1;
  const { rows } = await owner.query(
    `insert into orders (amount, tax, shipping, email, customer_name, phone, fulfillment, pickup_location, progress, status,
       dispute, refunded, stock, created_at, paid_at, ship_by, product_name, shipping_address)
     values (58.20, 3.20, 15, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, ${placed}, ${paid}, ${shipBy}, $11, $12)
     returning id, number`,
    [
      email,
      buyer,
      phone,
      fulfillment,
      fulfillment === 'pickup' ? 'Main yard' : null,
      progress,
      status,
      dispute,
      refunded,
      stock,
      `${parts[0]?.name}${more > 0 ? ` and ${more} more` : ''}`,
      JSON.stringify({
        line1: '500 Harbor Drive',
        line2: null,
        city: 'San Diego',
        state: 'CA',
        postalCode: '92101',
        country: 'US',
      }),
    ],
  );
  const [{ id, number }] = rows;
  const lineIds: string[] = [];
  for (const { name, oem = null, vehicle = null, quantity = 1, partId = null } of parts) {
    const line = await owner.query(
      `insert into order_lines (order_id, part_id, part_name, oem_number, part_type, vehicle, unit_price, quantity)
       values ($1, $2, $3, $4, 'Good', $5, 40, $6) returning id`,
      [id, partId, name, oem, vehicle, quantity],
    );
    lineIds.push(line.rows[0].id);
  }
  // As in the shop, where an order has its lines before its payment.
  if (paymentId !== null)
    await owner.query('update orders set payment_id = $1 where id = $2', [paymentId, id]);
  return { id, number, lineIds };
}
