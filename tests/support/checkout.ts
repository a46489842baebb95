import { signTestDelivery } from '#server/payments/test-payments.ts';
import { BUYER } from './buyer.ts';
import { TEST_SECRET } from './test-database.ts';
import { randomAddress } from './random-address.ts';
import type { TestShop } from './test-shop.ts';

export interface CheckoutItem {
  id?: string;
  name?: string;
  amountCents: number;
  quantity?: number;
}

/** Checks out, with 8 % tax and the shop's shipping by default. */
export async function checkOut(
  shop: TestShop,
  items: CheckoutItem[],
  options: { cookie?: string; body?: object; from?: string } = {},
) {
  const lines = items.map((item) => ({ name: 'Front Brake Pads', quantity: 1, ...item }));
  const sum = (amount: (line: (typeof lines)[number]) => number) =>
    lines.reduce((all, line) => all + amount(line), 0);
  const response = await shop.request('/functions/v1/create-payment', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      // A new address each time avoids the limits by address.
      'X-Forwarded-For': options.from ?? randomAddress(),
      ...(options.cookie !== undefined && { cookie: options.cookie }),
    },
    body: JSON.stringify({
      items: lines,
      currency: 'usd',
      taxCents: Math.round(sum((line) => line.amountCents * line.quantity) * 0.08),
      shippingCents: sum((line) => (line.amountCents * line.quantity > 10_000 ? 0 : 1_500)),
      ...options.body,
    }),
  });
  const body = (await response.json()) as { url?: string; error?: string; items?: unknown[] };
  return {
    status: response.status,
    retryAfter: response.headers.get('Retry-After'),
    body,
    orderId: body.url?.split('/').at(-1) ?? '',
    setCookies: response.headers.getSetCookie(),
    cookie: response.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; '),
  };
}

type Kind = 'paid' | 'canceled' | 'failed' | 'expired' | 'refunded' | 'disputed';

export function deliver(shop: TestShop, orderId: string, kind: Kind, signature?: string): Promise<Response> {
  const body = JSON.stringify({ orderId, kind, ...(kind === 'paid' && { buyer: BUYER }) });
  return shop.request('/functions/v1/payment-webhook', {
    method: 'POST',
    headers: { 'x-test-payment-signature': signature ?? signTestDelivery(body, TEST_SECRET) },
    body,
  });
}

export async function orderState(shop: TestShop, orderId: string) {
  const { owner } = shop.database;
  const orders = await owner.query('select status, amount, email from orders where id = $1', [orderId]);
  const holds = await owner.query('select outcome, quantity from stock_holds where order_id = $1', [orderId]);
  return { ...orders.rows[0], holds: holds.rows };
}

export async function stockOf(shop: TestShop, partId: string) {
  const { rows } = await shop.database.owner.query(
    'select stock_quantity as stock, stock_held as held from parts_catalog where id = $1',
    [partId],
  );
  return rows[0] as { stock: number; held: number };
}
