import type { Destination } from '#core/addresses/destination.ts';
import { pino } from 'pino';
import { server } from './built-server.ts';
import { checkOut } from './checkout.ts';
import { addParts, type PartColumns } from './parts.ts';
import { type Delivery, startStripeStandIn, type StripeStandIn } from './stripe-stand-in.ts';
import { TEST_SECRET } from './test-database.ts';
import { createTestShop, type TestShop } from './test-shop.ts';

const SECRETS = { secretKey: 'sk_test_desk', webhookSecret: 'whsec_desk' };
const SITE = 'http://shop.test';

export interface StripeShop {
  shop: TestShop;
  stripe: StripeStandIn;
}

/** Creates a shop that is paid through the stand-in of Stripe. */
export async function createStripeShop(): Promise<StripeShop & AsyncDisposable> {
  const stripe = await startStripeStandIn(SECRETS);
  const payments = await server.createPayments(
    { ...SECRETS, apiBase: stripe.url },
    { siteUrl: SITE, secret: TEST_SECRET, log: pino({ level: 'silent' }) },
  );
  const shop = await createTestShop({ payments });
  return {
    shop,
    stripe,
    async [Symbol.asyncDispose]() {
      await shop[Symbol.asyncDispose]();
      await stripe[Symbol.asyncDispose]();
    },
  };
}

export async function deliverToShop({ shop }: Pick<StripeShop, 'shop'>, delivery: Delivery): Promise<void> {
  const request = { method: 'POST', headers: delivery.headers, body: delivery.body };
  const { status } = await shop.request('/functions/v1/payment-webhook', request);
  if (status !== 200) throw new Error(`The event was answered ${status}`);
}

export interface PaidOrder {
  id: string;
  number: number;
  sessionId: string;
  /** Cookie of the browser that paid. */
  cookie: string;
  partIds: string[];
  /** One id for each part, in the sequence of `parts`. */
  lineIds: string[];
}

interface PaidAmounts {
  taxCents?: number;
  coreCents?: number;
  shippingCents?: number;
  batteryFeeCents?: number;
  destination?: Destination;
}

/** The provider's report of a payment, if it differs from the amount that was due. */
export interface ReportedPayment {
  /** Cents. */
  amount_total?: number;
  currency?: string;
}

/** Buys parts, by default one of $40, and pays for them. Pass `amounts` for parts with unusual rules. */
export async function addPaidOrder(
  stripeShop: StripeShop,
  parts: (PartColumns & { units?: number })[] = [{}],
  amounts: PaidAmounts = {},
  reported: ReportedPayment = {},
): Promise<PaidOrder> {
  const { shop, stripe } = stripeShop;
  const { owner } = shop.database;
  const partIds = await addParts(
    owner,
    parts.map(({ units: _, ...part }) => ({ price: 40, stock_quantity: 5, ...part })),
  );
  const items = parts.map(({ units = 1, price, part_name: name }, index) => ({
    id: partIds[index] ?? '',
    name: name ?? 'Front Brake Pads',
    amountCents: Math.round(Number(price ?? 40) * 100),
    quantity: units,
  }));
  const { body, cookie } = await checkOut(shop, items, { body: amounts });
  const sessionId = body.url?.split('/').at(-1) ?? '';
  const id = String(stripe.sessions.get(sessionId)?.metadata['order_id']);
  Object.assign(stripe.sessions.get(sessionId) ?? {}, reported);
  await deliverToShop(stripeShop, stripe.pay(sessionId, { name: 'Dana Driver', email: 'dana@example.com' }));
  const { rows: orders } = await owner.query('select number from orders where id = $1', [id]);
  const { rows: lines } = await owner.query('select id, part_id from order_lines where order_id = $1', [id]);
  return {
    id,
    number: Number(orders[0].number),
    sessionId,
    cookie,
    partIds,
    lineIds: partIds.map((partId) => lines.find((line) => line.part_id === partId).id),
  };
}
