import { signTestDelivery } from '#server/payments/test-payments.ts';
import type { APIRequestContext, Page } from '../../tools/browser/playwright.ts';
import { BUYER } from './buyer.ts';
import { expect, test as base } from './own-shop.ts';
import { OWN_SECRET } from './worker.ts';

interface Bought {
  id: string;
  name: string;
  price: number;
  units?: number;
}

/** Buys parts, and pays. Returns the order's id. */
async function buy(request: APIRequestContext, origin: string, parts: Bought[]): Promise<string> {
  const items = parts.map(({ id, name, price, units = 1 }) => ({
    id,
    name,
    amountCents: price * 100,
    quantity: units,
  }));
  const subtotal = items.reduce((sum, { amountCents, quantity }) => sum + amountCents * quantity, 0);
  const created = await request.post('/functions/v1/create-payment', {
    headers: { Origin: origin },
    data: {
      items,
      currency: 'usd',
      taxCents: Math.round(subtotal * 0.08),
      shippingCents: items.reduce(
        (sum, item) => sum + (item.amountCents * item.quantity > 10_000 ? 0 : 1_500),
        0,
      ),
    },
  });
  const { url, error } = (await created.json()) as { url?: string; error?: string };
  expect(error).toBeUndefined();
  const orderId = url?.split('/').at(-1) ?? '';
  const body = JSON.stringify({ orderId, kind: 'paid', buyer: BUYER });
  const paid = await request.post('/functions/v1/payment-webhook', {
    headers: {
      'x-test-payment-signature': signTestDelivery(body, OWN_SECRET),
      'Content-Type': 'application/json',
    },
    data: body,
  });
  expect(paid.status()).toBe(200);
  return orderId;
}

/** `buy` returns the address of the order's page. */
export const test = base.extend<{ buy: (parts: Bought[]) => Promise<string> }>({
  buy: ({ context, ownShop, owner }, use) =>
    use(async (parts) => {
      const id = await buy(context.request, ownShop.url, parts);
      const { rows } = await owner.query('select number from orders where id = $1', [id]);
      return `/admin/orders/PY-${rows[0].number}`;
    }),
});
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
export const dialog = (page: Page) => page.getByRole('dialog');

/** Chooses one of the actions in the menu. */
export async function more(page: Page, action: string) {
  await button(page, 'More actions').click();
  await button(page, action).click();
}

export { expect };
