import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { defaultSettings, type Settings } from '#core/settings/settings.ts';
import { cartOperations } from '#doors/agents/carts/cart-operations.server.ts';
import { checkoutOperations } from '#doors/agents/checkouts/checkout-operations.server.ts';
import { AgentProblem } from '#doors/agents/operation.ts';
import { createTestPayments } from '#server/payments/test-payments.ts';
import { AGENT_SITE, createAgent } from '../support/agent-call.ts';
import { addHeldOrder, removeOrders } from '../support/orders.ts';
import { PaymentProviderError } from '#core/payments/payments.server.ts';
import { addParts } from '../support/parts.ts';
import { createTestDatabase, TEST_SECRET, type TestDatabase } from '../support/test-database.ts';
import { findSchemaErrors } from '../support/ucp-schemas.ts';

const { create_checkout: create, get_checkout: read, update_checkout: update } = checkoutOperations;
const { complete_checkout: complete, cancel_checkout: cancel } = checkoutOperations;

const EVERYTHING = new Map(
  ['dev.ucp.shopping.cart', 'dev.ucp.shopping.checkout', 'dev.ucp.shopping.fulfillment'].map((name) => [
    name,
    { version: '2026-04-08', config: {} },
  ]),
);

const STRANGER = { id: '00000000-0000-4000-8000-0000000000aa', profileUrl: 'https://other.example/profile' };

const HOME = {
  street_address: '500 Harbor Drive',
  address_locality: 'San Diego',
  address_region: 'CA',
  postal_code: '92101',
  address_country: 'US',
};

let database: TestDatabase;
let agent: ReturnType<typeof createAgent>;
let pads: string;
let rotor: string;
let core: string;

beforeAll(async () => {
  database = await createTestDatabase();
  agent = createAgent(database);
  for (const { id, profileUrl } of [agent.platform, STRANGER])
    await database.owner.query('insert into agent_platforms (id, profile_url) values ($1, $2)', [
      id,
      profileUrl,
    ]);
});
afterAll(() => database[Symbol.asyncDispose]());
beforeEach(async () => {
  await database.owner.query('delete from agent_checkouts; delete from agent_carts');
  [pads = '', rotor = '', core = ''] = await addParts(database.owner, [
    { part_name: 'Pads', price: 40, stock_quantity: 3 },
    { part_name: 'Rotor', price: 60, stock_quantity: 0 },
    { part_name: 'Starter', price: 80, core_charge: 25 },
  ]);
});

interface Checkout {
  id: string;
  status: string;
  line_items: { id: string; item: { id: string; price: number }; quantity: number; totals: Amount[] }[];
  totals: Amount[];
  messages?: { type: string; code: string; severity?: string; path?: string; content: string }[];
  continue_url?: string;
  expires_at: string;
  fulfillment?: {
    methods: {
      type: string;
      line_item_ids: string[];
      destinations: { id: string }[];
      selected_destination_id?: string | null;
      groups: {
        options: { id: string; title: string; totals: Amount[] }[];
        selected_option_id: string | null;
      }[];
    }[];
  };
}

interface Amount {
  type: string;
  amount: number;
  display_text?: string;
}

const items = (...lines: (readonly [string, number])[]) =>
  lines.map(([id, quantity]) => ({ item: { id }, quantity }));

const shipTo = (address: object, more: object = {}) => ({
  methods: [{ type: 'shipping', destinations: [address], ...more }],
});

type Answered = Awaited<ReturnType<typeof agent.run>>;

/** Checks an answer by the published schema. */
function toCheckout(answer: Answered): Checkout {
  if ('failed' in answer) throw new Error(JSON.stringify(answer));
  const body = { ucp: { version: '2026-04-08', capabilities: {}, payment_handlers: {} }, ...answer.body };
  expect(
    findSchemaErrors('schemas/shopping/fulfillment.json#/$defs/dev.ucp.shopping.checkout', body),
  ).toEqual([]);
  return body as unknown as Checkout;
}

const createOne = async (input: object) =>
  toCheckout(await agent.run(create, input, '', { capabilities: EVERYTHING }));

const codes = ({ messages = [] }: Checkout) => messages.map(({ code }) => code);

function expectToAddUp(totals: readonly Amount[]): void {
  const total = totals.filter(({ type }) => type === 'total');
  expect(total).toHaveLength(1);
  expect(totals.filter(({ type }) => type === 'subtotal')).toHaveLength(1);
  const others = totals.filter(({ type }) => type !== 'total').reduce((sum, { amount }) => sum + amount, 0);
  expect(total[0]?.amount).toBe(others);
}

const problem = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof AgentProblem)) throw new Error(`Not refused: ${String(error)}`);
  return { status: error.status, code: error.code };
};

describe('a checkout', () => {
  test('has prices, totals that add up, links, an end, and asks a person to pay', async () => {
    const checkout = await createOne({
      line_items: items([pads, 2], [core, 1]),
      buyer: { email: 'dana@example.com' },
      fulfillment: shipTo(HOME),
      payment: { instruments: [{ id: 'x', handler_id: 'y', type: 'card', credential: { token: 'secret' } }] },
    });
    expect(checkout).toMatchObject({
      status: 'requires_escalation',
      currency: 'USD',
      buyer: { email: 'dana@example.com' },
      continue_url: `https://yard.example.com/assistant/${checkout.id}`,
    });
    expect(codes(checkout)).toEqual(['payment_required']);
    expect(checkout.messages?.[0]?.severity).toBe('requires_buyer_input');
    expect(JSON.stringify(checkout)).not.toContain('secret');
    expect(checkout.totals).toMatchObject([
      { type: 'subtotal', amount: 160_00 },
      { type: 'fulfillment', amount: 30_00 },
      { type: 'fee', amount: 25_00, display_text: 'Core charge' },
      { type: 'tax' },
      { type: 'total' },
    ]);
    expectToAddUp(checkout.totals);
    for (const { totals } of checkout.line_items) expectToAddUp(totals);
    const stored = await database.owner.query('select asked::text from agent_checkouts');
    expect(JSON.stringify(stored.rows)).not.toContain('secret');
    expect(await heldUnits()).toBe(0);
  });

  test('with parts that are gone keeps the others and says so', async () => {
    const checkout = await createOne({
      line_items: items([pads, 5], [rotor, 1], ['no-such-part', 1]),
      fulfillment: shipTo(HOME),
    });
    expect(checkout.status).toBe('incomplete');
    expect(checkout.line_items).toMatchObject([{ quantity: 3 }]);
    expect(codes(checkout)).toEqual(['quantity_adjusted', 'out_of_stock', 'item_unavailable']);
    const corrected = toCheckout(
      await agent.run(update, { line_items: items([pads, 3]), fulfillment: shipTo(HOME) }, checkout.id, {
        capabilities: EVERYTHING,
      }),
    );
    expect(corrected.status).toBe('requires_escalation');
  });

  test('of nothing that can be bought is not made', async () => {
    const answer = await agent.run(create, { line_items: items([rotor, 1]) }, '', {
      capabilities: EVERYTHING,
    });
    expect(answer).toMatchObject({
      failed: [{ type: 'error', code: 'out_of_stock', severity: 'unrecoverable' }],
      continueUrl: 'https://yard.example.com/junkyard',
    });
    expect(await countCheckouts()).toBe(0);
    expect(await problem(agent.run(create, { line_items: [] }))).toEqual({
      status: 400,
      code: 'invalid_request',
    });
  });

  test.each([
    ['a state that does not exist', { ...HOME, address_region: 'ZZ' }, 'invalid_address', '.address_region'],
    ['a ZIP code of another state', { ...HOME, postal_code: '10001' }, 'invalid_address', '.postal_code'],
    [
      'a country that the shop ships nothing to',
      { ...HOME, address_country: 'FR' },
      'address_undeliverable',
      '',
    ],
  ])('says what is wrong with %s', async (_, address, code, member) => {
    const checkout = await createOne({ line_items: items([pads, 1]), fulfillment: shipTo(address) });
    expect(checkout.status).toBe('incomplete');
    expect(checkout.messages).toMatchObject([
      { code, severity: 'recoverable', path: `$.fulfillment.methods[0].destinations[0]${member}` },
    ]);
  });

  test('refuses an option and an address that it does not have, no email, and claims of benefits', async () => {
    const option = await createOne({
      line_items: items([pads, 1]),
      context: { eligibility: ['com.example.gold'] },
      buyer: { email: 'dana at home' },
      fulfillment: shipTo(HOME, { groups: [{ id: 'all', selected_option_id: 'drone' }] }),
    });
    expect(codes(option)).toEqual([
      'invalid_fulfillment_option',
      'invalid_email',
      'eligibility_not_accepted',
    ]);
    expect(option.status).toBe('incomplete');
    const address = await createOne({
      line_items: items([pads, 1]),
      fulfillment: shipTo({ ...HOME, id: 'home' }, { selected_destination_id: 'work' }),
    });
    expect(address.messages).toMatchObject([{ code: 'field_required', severity: 'recoverable' }]);
  });

  test('is replaced as a whole, keeps the names of its lines, and ends when it is canceled', async () => {
    const { id, line_items: lines } = await createOne({
      line_items: items([pads, 1], [core, 1]),
      buyer: { email: 'dana@example.com' },
    });
    expect(lines.map((line) => line.id)).toEqual(['li_1', 'li_2']);
    const changed = toCheckout(
      await agent.run(update, { line_items: [{ id: 'li_2', item: { id: core }, quantity: 1 }] }, id, {
        capabilities: EVERYTHING,
      }),
    );
    expect(changed.line_items).toMatchObject([{ id: 'li_2', item: { id: core } }]);
    expect(changed).not.toHaveProperty('buyer');
    expect(toCheckout(await agent.run(complete, {}, id)).status).toBe('requires_escalation');

    const canceled = toCheckout(await agent.run(cancel, {}, id));
    expect(canceled.status).toBe('canceled');
    expect(canceled).not.toHaveProperty('continue_url');
    for (const operation of [update, complete, cancel])
      expect(
        await problem(agent.run(operation as typeof update, { line_items: items([pads, 1]) }, id)),
      ).toEqual({
        status: 409,
        code: 'checkout_canceled',
      });
    expect(toCheckout(await agent.run(read, {}, id)).status).toBe('canceled');
  });

  test('whose payment is being confirmed is in progress, and can be neither changed nor canceled', async () => {
    const { id } = await createOne({ line_items: items([pads, 1]) });
    const { orderId } = await addHeldOrder(database.owner, [{}]);
    await database.owner.query(
      "update orders set browser_id = (select payer_id from agent_checkouts), payment_session_id = 'cs_1' where id = $1",
      [orderId],
    );
    const event = { id: 'evt_1', type: 'other', orderId, payload: {}, data: { kind: 'other' as const } };
    const processing = async () => ({ state: 'processing' as const, event });
    const payments = createTestPayments({ siteUrl: AGENT_SITE, secret: TEST_SECRET });
    const waiting = createAgent(database, defaultSettings, {
      ...payments,
      fetchPage: processing,
      closePage: processing,
    });
    const checkout = toCheckout(await waiting.run(read, {}, id));
    expect(checkout.status).toBe('complete_in_progress');
    expect(checkout).toHaveProperty('continue_url');
    for (const operation of [update, cancel])
      expect(
        await problem(waiting.run(operation as typeof update, { line_items: items([pads, 1]) }, id)),
      ).toEqual({ status: 409, code: 'checkout_in_progress' });
    const noAnswer = () => Promise.reject(new PaymentProviderError('No answer'));
    const silent = createAgent(database, defaultSettings, {
      ...payments,
      fetchPage: noAnswer,
      closePage: noAnswer,
    });
    expect(toCheckout(await silent.run(read, {}, id)).status).toBe('requires_escalation');
    expect(await problem(silent.run(cancel, {}, id))).toEqual({ status: 503, code: 'payment_page_open' });
    await removeOrders(database.owner);
  });

  test('ends after a day', async () => {
    const { id } = await createOne({ line_items: items([pads, 1]) });
    await database.owner.query("update agent_checkouts set expires_at = now() - interval '1 second'");
    expect(toCheckout(await agent.run(read, {}, id)).status).toBe('canceled');
    expect(await problem(agent.run(update, { line_items: items([pads, 1]) }, id))).toMatchObject({
      status: 409,
    });
  });

  test('is not found by another platform, and not under a made-up id', async () => {
    const { id } = await createOne({ line_items: items([pads, 1]) });
    for (const operation of [read, update, complete, cancel]) {
      const input = { line_items: items([pads, 1]) };
      const others = await agent.run(operation as typeof update, input, id, { platform: STRANGER });
      expect(others).toMatchObject({ failed: [{ code: 'not_found' }] });
      expect(await agent.run(operation as typeof update, input, 'chk_1')).toMatchObject({
        failed: [{ code: 'not_found' }],
      });
    }
  });
});

describe('freight and pickup', () => {
  const location = { name: 'Yard', street: '1 Main St', city: 'San Diego', state: 'CA', zip: '92101' };
  const settings: Settings = {
    ...defaultSettings,
    business: { ...defaultSettings.business, locations: [location] },
    shipping: {
      ...defaultSettings.shipping,
      pickup: { offered: true, readyHours: 4 },
      freight: {
        mode: 'zones',
        zones: [
          {
            name: 'West',
            states: ['CA'],
            baseCents: 100_00,
            centsPerHundredPounds: 0,
            residentialCents: 50_00,
            liftgateCents: 25_00,
            days: null,
          },
        ],
      },
    },
  };

  beforeAll(() => storeSettings(settings));
  afterAll(() => storeSettings(defaultSettings));

  async function storeSettings({ business, shipping }: Settings): Promise<void> {
    await database.owner.query('update shop_settings set values = values || $1, version = version + 1', [
      JSON.stringify({ business, shipping }),
    ]);
  }

  test('the answers that freight needs are options, and one must be chosen', async () => {
    const [engine = ''] = await addParts(database.owner, [
      { part_name: 'Engine', price: 900, shipping_class: 'freight', weight_pounds: 400 },
    ]);
    const open = await createOne({ line_items: items([engine, 1]), fulfillment: shipTo(HOME) });
    expect(open.status).toBe('incomplete');
    expect(codes(open)).toEqual(['fulfillment_option_required']);
    const [method] = open.fulfillment?.methods ?? [];
    expect(method?.groups).toHaveLength(1);
    expect(method?.groups[0]?.options.map(({ id, totals }) => [id, totals[0]?.amount])).toEqual([
      ['freight-business', 100_00],
      ['freight-business-liftgate', 125_00],
      ['freight-residence', 150_00],
      ['freight-residence-liftgate', 175_00],
    ]);
    const chosen = toCheckout(
      await agent.run(
        update,
        {
          line_items: items([engine, 1]),
          fulfillment: shipTo(HOME, {
            groups: [{ id: 'all', selected_option_id: 'freight-residence-liftgate' }],
          }),
        },
        open.id,
        { capabilities: EVERYTHING },
      ),
    );
    expect(chosen.status).toBe('requires_escalation');
    expect(chosen.totals.find(({ type }) => type === 'fulfillment')?.amount).toBe(175_00);
  });

  test('parts are picked up at a location of the shop', async () => {
    const answer = await agent.run(
      create,
      { line_items: items([pads, 1]), fulfillment: { methods: [{ type: 'pickup' }] } },
      '',
      { capabilities: EVERYTHING },
    );
    if ('failed' in answer) throw new Error('It is not made');
    expect(answer.body).toMatchObject({
      status: 'requires_escalation',
      fulfillment: {
        methods: [
          {
            type: 'pickup',
            selected_destination_id: 'location_1',
            destinations: [{ id: 'location_1', name: 'Yard', address: { postal_code: '92101' } }],
            groups: [{ selected_option_id: 'pickup', options: [{ title: 'Pickup at Yard' }] }],
          },
          { type: 'shipping', line_item_ids: [] },
        ],
      },
    });
  });

  test('without a choice, the platform is asked, and without the capability the person', async () => {
    const asked = await createOne({ line_items: items([pads, 1]) });
    expect(asked.messages).toMatchObject([{ code: 'fulfillment_required', severity: 'recoverable' }]);
    const person = toCheckout(await agent.run(create, { line_items: items([pads, 1]) }));
    expect(person.status).toBe('requires_escalation');
    expect(person).not.toHaveProperty('fulfillment');
  });
});

describe('a cart', () => {
  const { create_cart: fill, get_cart: look, update_cart: replace, cancel_cart: remove } = cartOperations;

  function toCart(answer: Answered): Checkout {
    if ('failed' in answer) throw new Error(JSON.stringify(answer));
    const body = { ucp: { version: '2026-04-08', capabilities: {} }, ...answer.body };
    expect(findSchemaErrors('schemas/shopping/cart.json', body)).toEqual([]);
    return body as unknown as Checkout;
  }

  test('is filled, replaced, read and removed', async () => {
    const { id } = toCart(await agent.run(fill, { line_items: items([pads, 1]) }));
    const replaced = toCart(await agent.run(replace, { line_items: items([pads, 2], [core, 1]) }, id));
    expect(replaced.line_items.map(({ quantity }) => quantity)).toEqual([2, 1]);
    expectToAddUp(replaced.totals);
    expect(toCart(await agent.run(look, {}, id)).line_items).toEqual(replaced.line_items);
    expect(await agent.run(look, {}, id, { platform: STRANGER })).toMatchObject({
      failed: [{ code: 'not_found' }],
    });
    expect(toCart(await agent.run(remove, {}, id)).line_items).toEqual(replaced.line_items);
    expect(await agent.run(look, {}, id)).toMatchObject({ failed: [{ code: 'not_found' }] });
  });

  test('becomes one open checkout, whose changes it follows', async () => {
    const cart = toCart(
      await agent.run(fill, { line_items: items([pads, 1]), buyer: { email: 'a@example.com' } }),
    );
    const convert = () =>
      agent.run(
        create,
        { cart_id: cart.id, line_items: items([core, 1]), buyer: { email: 'b@example.com' } },
        '',
        {
          capabilities: EVERYTHING,
        },
      );
    const [first, second] = await Promise.all([convert(), convert()]);
    const checkouts = [first, second].map(toCheckout);
    expect(new Set(checkouts.map(({ id }) => id)).size).toBe(1);
    expect(new Set([first, second].map((each) => ('status' in each ? each.status : undefined)))).toEqual(
      new Set([201, 200]),
    );
    expect(checkouts[0]).toMatchObject({
      line_items: [{ item: { id: pads } }],
      buyer: { email: 'a@example.com' },
    });
    await agent.run(update, { line_items: items([core, 1]) }, checkouts[0]?.id, { capabilities: EVERYTHING });
    expect(toCart(await agent.run(look, {}, cart.id)).line_items).toMatchObject([{ item: { id: core } }]);
  });
});

const heldUnits = async () =>
  Number(
    (await database.owner.query('select coalesce(sum(stock_held), 0) as held from parts_catalog')).rows[0]
      .held,
  );

const countCheckouts = async () => (await database.owner.query('select from agent_checkouts')).rows.length;
