import type pg from 'pg';
import type { Progress } from '#core/orders/order-progress.ts';

export interface DeskOrder {
  id: string;
  /** The number has no 'PY-'. */
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
  /** Null means not paid. */
  paymentId?: string | null;
  /** SQL of a time. */
  placed?: string;
  paid?: string;
  shipBy?: string;
  parts?: { name: string; oem?: string; vehicle?: string; quantity?: number; partId?: string }[];
}

/** Adds a paid order of $58.20 that staff have to pack and ship tomorrow. */
export async function addDeskOrder(owner: pg.Client, order: NewDeskOrder = {}): Promise<DeskOrder> {
  const { buyer = 'Olga Okafor', email = 'olga@example.com', phone = '(619) 555-0142' } = order;
  const { fulfillment = 'ship', progress = 'to_pack', status = 'completed', dispute = null } = order;
  const { refunded = 0, stock = 'sold', paymentId = 'pi_1', parts = [{ name: 'Front Brake Pads' }] } = order;
  const { placed = 'now()', paid = placed, shipBy = "now() + interval '1 day'" } = order;
  const more = parts.length - 1;
  const { rows } = await owner.query(
    `insert into orders (amount, tax, shipping, email, customer_name, phone, fulfillment, pickup_location, created_at,
       product_name, shipping_address)
     values (58.20, 3.20, 15, $1, $2, $3, $4, $5, ${placed}, $6, $7)
     returning id, number`,
    [
      email,
      buyer,
      phone,
      fulfillment,
      fulfillment === 'pickup' ? 'Main yard' : null,
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
  // In the shop, too, an order has its lines before its payment.
  if (paymentId !== null) {
    if (dispute !== null)
      await owner.query(
        "insert into disputes (id, order_id, payment_id, state, told_at) values ('dp_' || gen_random_uuid(), $1, $2, $3, now())",
        [id, paymentId, dispute],
      );
    await owner.query(
      `update orders set payment_id = $2, paid_at = ${paid}, status = $3, stock = $4, progress = $5::text, refunded = $6, dispute = $7,
         ship_by = case when $5 is not null then ${shipBy} end
       where id = $1`,
      [id, paymentId, status, stock, progress, refunded, dispute],
    );
  } else if (status !== 'completed') {
    await owner.query('update orders set status = $2, ended = $2, stock = $3 where id = $1', [
      id,
      status,
      stock,
    ]);
  }
  return { id, number, lineIds };
}
