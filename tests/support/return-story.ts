import type { Page } from '../../tools/browser/playwright.ts';
import type { PartColumns } from './parts.ts';
import type { StripeStandIn } from './stripe-stand-in.ts';
import { expect, test as base } from './story.ts';

type Part = PartColumns & { part_name: string; price: number; core_charge?: number; units?: number };

interface Order {
  /** Example: 'PY-10423'. */
  number: string;
  partIds: string[];
  /** The page of the stand-in that was paid. */
  sessionId: string;
}

interface Fixtures {
  stripe: StripeStandIn;
  /** Goes to an address as this person. One browser plays both. */
  visit: (who: 'buyer' | 'staff', address: string) => Promise<void>;
  /** Lets the buyer order parts and pay. */
  buy: (parts: Part[]) => Promise<Order>;
  /** Lets staff ship units of the order's parts, by default all, and the parcel arrives. */
  ship: (order: Order, units?: number[]) => Promise<void>;
  /** Waits until the provider has answered the shop's last question. Example: ['failed', 'done']. */
  expectRefunds: (order: Order, states: string[]) => Promise<void>;
}

/** These stories go from an order to its refund, in a shop that a stand-in of Stripe pays. */
export const test = base.extend<Fixtures>({
  baseURL: ({ stripeShop }, use) => use(stripeShop.url),
  owner: ({ stripeShop }, use) => use(stripeShop.owner),
  stripe: async ({ stripeShop: { stripe } }, use) => {
    await use(stripe);
    stripe.refundsBecome = 'succeeded';
  },
  visit: ({ context, page, stripeShop: { people } }, use) =>
    use(async (who, address) => {
      await context.clearCookies();
      await context.addCookies(people[who]);
      await page.goto(address);
    }),
  buy: ({ context, stock, owner, stripe, stripeShop: { url, people } }, use) =>
    use(async (parts) => {
      const units = (index: number) => parts[index]?.units ?? 1;
      const partIds = await stock(parts.map(({ units: _, ...part }) => ({ stock_quantity: 9, ...part })));
      const items = parts.map(({ part_name, price }, index) => ({
        id: partIds[index],
        name: part_name,
        amountCents: price * 100,
        quantity: units(index),
      }));
      const sum = (amount: (part: Part) => number) =>
        parts.reduce((all, part, index) => all + amount(part) * units(index) * 100, 0);
      const coreCents = sum((part) => part.core_charge ?? 0);
      await context.addCookies(people.buyer);
      const created = await context.request.post('/functions/v1/create-payment', {
        headers: { Origin: url },
        data: {
          items,
          currency: 'usd',
          taxCents: Math.round((sum(({ price }) => price) + coreCents) * 0.08),
          shippingCents: items.reduce(
            (all, item) => all + (item.amountCents * item.quantity > 10_000 ? 0 : 1_500),
            0,
          ),
          ...(coreCents > 0 && { coreCents }),
        },
      });
      const answer = (await created.json()) as { url?: string; error?: string };
      expect(answer.error).toBeUndefined();
      const sessionId = answer.url?.split('/').at(-1) ?? '';
      const paid = await stripe.deliver(stripe.pay(sessionId), `${url}/functions/v1/payment-webhook`);
      expect(paid.status).toBe(200);
      const { rows } = await owner.query('select number from orders where id = $1', [
        stripe.sessions.get(sessionId)?.metadata['order_id'],
      ]);
      return { number: `PY-${rows[0].number}`, partIds, sessionId };
    }),
  ship: ({ context, owner, stripeShop: { url, people } }, use) =>
    use(async ({ number, partIds }, units) => {
      const { rows: lines } = await owner.query(
        'select part_id, order_lines.id, quantity from order_lines join orders on orders.id = order_id where number = $1',
        [number.slice('PY-'.length)],
      );
      await context.clearCookies();
      await context.addCookies(people.staff);
      const form = Object.fromEntries(
        partIds.map((partId, index) => {
          const line = lines.find(({ part_id }) => part_id === partId);
          return [`units:${line.id}`, String(units?.[index] ?? line.quantity)];
        }),
      );
      const act = (action: string, fields: Record<string, string>) =>
        context.request.post(`/admin/orders/${number}.data`, {
          headers: { Origin: url },
          multipart: { intent: action, ...fields },
        });
      // A job rates the payment first.
      await expect.poll(async () => (await act('ship', form)).status()).toBe(200);
      await owner.query(
        'update shipments set delivered_at = now() where order_id = (select id from orders where number = $1)',
        [number.slice('PY-'.length)],
      );
    }),
  expectRefunds: ({ owner }, use) =>
    use(async ({ number }, states) => {
      await expect
        .poll(async () => {
          const { rows } = await owner.query(
            'select state from refunds join orders on orders.id = order_id where number = $1 order by requested_at',
            [number.slice('PY-'.length)],
          );
          return rows.map(({ state }) => state);
        })
        .toEqual(states);
    }),
});

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
export const dialog = (page: Page) => page.getByRole('dialog');
/** Finds the state beside the number of a return. */
export const badge = (page: Page, name: string) =>
  page.getByRole('heading', { name: /^RMA-/ }).getByText(name, { exact: true });

export { expect };
