import { randomUUID } from 'node:crypto';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { expect, test } from 'vitest';
import { type AgentPlatform, LOCAL_SITE, startAgentPlatform } from '../support/agent-platform.ts';
import { deliver } from '../support/checkout.ts';
import { addParts } from '../support/parts.ts';
import { payForAgent } from '../support/pay-for-agent.ts';
import { createTestShop } from '../support/test-shop.ts';

/** Sends what the official client sends, signed by the platform. */
function transportOf(platform: AgentPlatform): StreamableHTTPClientTransport {
  return new StreamableHTTPClientTransport(new URL('/api/ucp/mcp', LOCAL_SITE), {
    fetch: async (_, { method, body } = {}) => {
      // The shop sends nothing by itself.
      if (method !== 'POST') return new Response(null, { status: 405 });
      const { status, body: answer } = await platform.post(JSON.parse(String(body)));
      const text = answer === undefined ? null : JSON.stringify(answer);
      return new Response(text, { status, headers: { 'Content-Type': 'application/json' } });
    },
  });
}

// oxlint-disable-next-line typescript/no-explicit-any -- The assistant reads what the schemas describe.
type Answer = any;

test("an assistant goes from 'my car squeaks when braking, 2010 Civic' to a payment page, and reads the order", async () => {
  await using shop = await createTestShop({ siteUrl: LOCAL_SITE });
  await addParts(shop.database.owner, [
    { part_name: 'Front Brake Pads', vehicle_year: 2010, price: 42.5, stock_quantity: 3, part_type: 'New' },
    {
      part_name: 'Rear Brake Pads',
      vehicle_make: 'Toyota',
      vehicle_model: 'Camry',
      vehicle_year: 2010,
      price: 35,
    },
  ]);
  await using platform = await startAgentPlatform(shop);
  const client = new Client({ name: 'an assistant', version: '1' });
  await client.connect(transportOf(platform));
  const { tools } = await client.listTools();
  expect(tools).toHaveLength(13);

  async function call(name: string, args: object): Promise<Answer> {
    const meta = { 'ucp-agent': { profile: platform.profileUrl }, 'idempotency-key': randomUUID() };
    const { structuredContent, content } = await client.callTool({ name, arguments: { meta, ...args } });
    const [text] = content as { text: string }[];
    expect(JSON.parse(text?.text ?? '')).toEqual(structuredContent);
    return structuredContent;
  }

  const { products } = await call('search_catalog', {
    catalog: {
      query: 'brake pads',
      context: { intent: 'my car squeaks when braking' },
      filters: { vehicle: { year: 2010, make: 'Honda', model: 'Civic' } },
    },
  });
  expect(products).toMatchObject([{ title: expect.stringContaining('Front Brake Pads') }]);
  const [{ variants }] = products;
  expect(variants[0].metadata).toMatchObject({ verdict: 'fits' });

  const { product } = await call('get_product', { catalog: { id: variants[0].id } });
  const line = { item: { id: product.variants[0].id }, quantity: 1 };
  const cart = await call('create_cart', { cart: { line_items: [line] } });
  const prepared = await call('create_checkout', {
    checkout: { cart_id: cart.id, line_items: [], buyer: { email: 'dana@example.com' } },
  });
  const address = {
    street_address: '500 Harbor Drive',
    address_locality: 'San Diego',
    address_region: 'California',
    postal_code: '92101',
  };
  const checkout = await call('update_checkout', {
    id: prepared.id,
    checkout: {
      line_items: prepared.line_items.map(({ id, item, quantity }: Answer) => ({
        id,
        item: { id: item.id },
        quantity,
      })),
      buyer: prepared.buyer,
      fulfillment: { methods: [{ type: 'shipping', destinations: [address] }] },
    },
  });
  const completed = await call('complete_checkout', {
    id: checkout.id,
    checkout: { payment: { instruments: [] } },
  });
  expect(completed).toMatchObject({
    status: 'requires_escalation',
    messages: [{ code: 'payment_required', severity: 'requires_buyer_input' }],
  });

  // The person opens the page and pays.
  const { pathname } = new URL(completed.continue_url);
  const page = await (await shop.request(pathname)).text();
  const total = /name="total" value="(?<cents>\d+)"/.exec(page)?.groups?.['cents'] ?? '';
  const { orderId = '' } = await payForAgent(shop, completed.continue_url, total);
  await deliver(shop, orderId, 'paid');

  const paid = await call('get_checkout', { id: checkout.id });
  expect(paid).toMatchObject({ status: 'completed', order: { id: orderId } });
  const order = await call('get_order', { id: paid.order.id });
  expect(order).toMatchObject({ checkout_id: checkout.id, line_items: [{ status: 'processing' }] });
  expect(order.totals.at(-1)).toMatchObject({ type: 'total', amount: Number(total) });
  await client.close();
});
