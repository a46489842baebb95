import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OrderList } from '#core/orders/list-orders.server.ts';
import type { ViewCounts } from '#core/orders/order-views.server.ts';
import { addDeskOrder, type DeskOrder, type NewDeskOrder } from '../support/desk-orders.ts';
import { removeOrders } from '../support/orders.ts';
import { loaderAddress, readLoaderData } from '../support/read-outcome.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

const PASSWORD = 'a long password';

let shop: TestShop;
let staff: string;
let admin: string;
let stanId: string;

beforeAll(async () => {
  shop = await createTestShop({ settings: { paymentPages: 'https://dashboard.stripe.com/test/payments/' } });
  stanId = await shop.addUser({ email: 'stan@example.com', password: PASSWORD, staff: true });
  await shop.addUser({ email: 'ada@example.com', password: PASSWORD, admin: true });
  staff = await shop.signIn('stan@example.com', PASSWORD);
  admin = await shop.signIn('ada@example.com', PASSWORD);
});
afterAll(() => shop[Symbol.asyncDispose]());
beforeEach(() => removeOrders(shop.database.owner));

const add = (order?: NewDeskOrder) => addDeskOrder(shop.database.owner, order);

const ask = (path: string, cookie = staff) => shop.request(path, { headers: { Cookie: cookie } });

async function read(path: string, cookie?: string): Promise<string> {
  const response = await ask(path, cookie);
  expect(response.status).toBe(200);
  return (await response.text()).replaceAll('<!-- -->', '');
}

async function list(search: string, cookie?: string) {
  const route = 'desk/orders/list/orders';
  const response = await ask(loaderAddress(`/admin/orders?${search}`, route), cookie);
  expect(response.status).toBe(200);
  return readLoaderData<{ list: OrderList; counts: ViewCounts }>(response, route);
}

const numbers = async (search: string) => (await list(search)).list.rows.map(({ number }) => number);

describe('views', () => {
  let orders: Record<string, DeskOrder>;

  beforeEach(async () => {
    const { owner } = shop.database;
    orders = {
      late: await add({ shipBy: "now() - interval '3 hours'", placed: "now() - interval '3 days'" }),
      soon: await add({ progress: 'packed', shipBy: 'now()', placed: "now() - interval '3 days'" }),
      paidToday: await add({ shipBy: "now() + interval '3 days'" }),
      later: await add({ shipBy: "now() + interval '4 days'", placed: "now() - interval '3 days'" }),
      ready: await add({ fulfillment: 'pickup', progress: 'ready', shipBy: "now() - interval '1 hour'" }),
      shipped: await add({ progress: 'shipped', shipBy: "now() - interval '1 day'" }),
      pickedUp: await add({ fulfillment: 'pickup', progress: 'picked_up' }),
      canceled: await add({ progress: 'canceled', status: 'refunded', refunded: 58.2 }),
      disputed: await add({ status: 'disputed', dispute: 'open' }),
      lost: await add({ progress: 'delivered', status: 'disputed', dispute: 'lost' }),
      won: await add({ progress: 'delivered', dispute: 'won' }),
      refunded: await add({ status: 'refunded', refunded: 58.2 }),
      soldOut: await add({ progress: null, status: 'canceled', stock: 'released' }),
      failedRefund: await add({ progress: 'delivered' }),
      retriedRefund: await add({ progress: 'delivered' }),
      alert: await add({ progress: 'delivered' }),
      settled: await add({ progress: 'delivered' }),
      heldSooner: await add({ shipBy: "now() - interval '2 days'" }),
      heldLater: await add({ shipBy: "now() + interval '2 days'" }),
      unpaid: await add({ progress: null, status: 'expired', stock: 'released', paymentId: null }),
    };
    await owner.query("update orders set hold_reason = 'The buyer asked' where id = any ($1)", [
      [orders['heldSooner']?.id, orders['heldLater']?.id],
    ]);
    const refund = (order: DeskOrder | undefined, state: string, at: string) =>
      owner.query(
        `insert into refunds (order_id, payment_id, provider_id, reason, state, amount, requested_at)
         values ($1, 'pi_1', gen_random_uuid(), 'shop', $2, 5, ${at})`,
        [order?.id, state],
      );
    await refund(orders['failedRefund'], 'done', "now() - interval '1 hour'");
    await refund(orders['failedRefund'], 'failed', 'now()');
    await refund(orders['retriedRefund'], 'failed', "now() - interval '1 hour'");
    await refund(orders['retriedRefund'], 'pending', 'now()');
    await owner.query(
      `insert into alerts (kind, subject, order_id, settled_at) values
         ('payment-amount-differs', 'one', $1, null), ('payment-amount-differs', 'two', $2, now())`,
      [orders['alert']?.id, orders['settled']?.id],
    );
  });

  test.each([
    ['today', ['late', 'soon', 'paidToday']],
    ['to-ship', ['late', 'ready', 'soon', 'paidToday', 'later']],
    ['overdue', ['late', 'soon']],
    ['on-hold', ['heldSooner', 'heldLater']],
    ['shipped', ['settled', 'alert', 'retriedRefund', 'failedRefund', 'won', 'lost', 'pickedUp', 'shipped']],
    ['problems', ['alert', 'failedRefund', 'soldOut', 'refunded', 'lost', 'disputed']],
  ])('%s', async (view, expected) => {
    const found = await list(`view=${view}`);
    const names = Object.fromEntries(Object.entries(orders).map(([name, { number }]) => [number, name]));
    expect(found.list.rows.map(({ number }) => names[number])).toEqual(expected);
    expect(found.counts[view as keyof ViewCounts]).toBe(expected.length);
  });

  test('all paid orders, the newest first', async () => {
    const { list: found, counts } = await list('view=all');
    expect(counts.all).toBe(19);
    const shown = found.rows.map(({ number }) => Number(number));
    expect(shown).toEqual(shown.toSorted((one, other) => other - one));
    expect(shown).not.toContain(Number(orders['unpaid']?.number));
  });

  test('the first view is Today, and marks what is late', async () => {
    const { list: found } = await list('');
    expect(found.rows.map(({ isOverdue }) => isOverdue)).toEqual([true, true, false]);
    const page = await read('/admin/orders');
    expect(page).toContain('aria-current="page"');
    expect(page).toContain(`PY-${orders['late']?.number}`);
    expect(page).toContain('Overdue');
    expect(page).not.toContain(`PY-${orders['later']?.number}`);
  });

  test('filters by delivery, state and days', async () => {
    expect(await numbers('view=all&fulfillment=pickup')).toEqual([
      orders['pickedUp']?.number,
      orders['ready']?.number,
    ]);
    expect(await numbers('view=to-ship&state=packed')).toEqual([orders['soon']?.number]);
    const { rows } = await shop.database.owner.query(
      "select to_char((now() - interval '3 days') at time zone 'America/Los_Angeles', 'YYYY-MM-DD') as day",
    );
    const { day } = rows[0];
    const early = [orders['later'], orders['soon'], orders['late']].map((order) => order?.number);
    expect(await numbers(`view=all&to=${day}`)).toEqual(early);
    expect(await numbers(`view=all&from=${day}&to=${day}`)).toEqual(early);
    expect(await numbers('view=all&to=2020-01-01')).toEqual([]);
    expect(await numbers(`view=all&from=${day}`)).toHaveLength(19);
  });

  test('unknown parameters are ignored', async () => {
    const all = await numbers('');
    for (const search of [
      'view=x',
      'view=toString',
      'state=x&fulfillment=y',
      'from=2020-02-30&to=x',
      'after=x',
      "after='",
      `after=${Buffer.from('["1 or true"]').toString('base64url')}`,
      'q=%00',
    ]) {
      expect(await numbers(search)).toEqual(all);
    }
  });
});

describe('the search', () => {
  let order: DeskOrder;

  beforeEach(async () => {
    await add({
      buyer: 'Sam Stone',
      email: 'sam@example.org',
      phone: '2125550100',
      parts: [{ name: 'Horn' }],
    });
    order = await add({
      progress: 'shipped',
      parts: [
        { name: 'Front Brake Pads', oem: '45022-TR3-A01', vehicle: '2012 Honda Accord' },
        { name: 'F-150 Mirror' },
      ],
    });
    await shop.database.owner.query(
      "insert into shipments (order_id, method, carrier, tracking) values ($1, 'parcel', 'UPS', '1Z 999 AA1 01 2345 6784')",
      [order.id],
    );
  });

  test.each([
    'olga',
    'OKAFOR olga',
    'okaf',
    'olga@example.com',
    'olga@exam',
    '(619) 555-0142',
    '619 555 0142',
    '0142',
    '45022-TR3-A01',
    '45022tr3a01',
    '45022 TR3',
    '45022',
    'brake pads',
    'pads 2012 accord',
    'f-150',
    '1Z999AA10123456784',
    '1z 999 aa1 01 2345 6784',
  ])('finds %s', async (text) => {
    expect(await numbers(`view=all&q=${encodeURIComponent(text)}`)).toEqual([order.number]);
    expect(await numbers(`view=shipped&q=${encodeURIComponent(text)}`)).toEqual([order.number]);
    expect(await numbers(`view=to-ship&q=${encodeURIComponent(text)}`)).toEqual([]);
  });

  test.each(['PY-', 'py ', '', 'py'])('finds its number after "%s"', async (prefix) => {
    expect(await numbers(`view=all&q=${encodeURIComponent(prefix + order.number)}`)).toEqual([order.number]);
  });

  test.each(['olga stone', 'gasket', 'kafor', '9999', '--', "'", '\\', '%', ':*', '<->', 'olga & !'])(
    'does not find %s',
    async (text) => {
      expect(await numbers(`view=all&q=${encodeURIComponent(text)}`)).toEqual(
        text === 'olga & !' ? [order.number] : [],
      );
    },
  );

  test('keeps what was searched in the links', async () => {
    const page = await read('/admin/orders?view=all&q=olga&fulfillment=ship');
    expect(page).toContain(`/admin/orders/PY-${order.number}?view=all&amp;q=olga&amp;fulfillment=ship`);
    expect(page).toContain('/admin/orders?view=problems&amp;q=olga&amp;fulfillment=ship');
    expect(page).toContain('1 order found');
  });
});

describe('pages', () => {
  test.each(['view=all', 'view=to-ship', 'view=all&q=olga', 'view=to-ship&q=olga'])(
    'of %s have each order once, in both directions',
    async (search) => {
      for (let count = 0; count < 60; count += 1) {
        // Many with the same deadline.
        await add({ shipBy: `date_trunc('day', now()) + interval '${count % 3} days'` });
      }
      const forwards: string[] = [];
      const pages: string[][] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const { list: page }: { list: OrderList } = await list(`${search}${cursor && `&after=${cursor}`}`);
        pages.push(page.rows.map(({ number }) => number));
        forwards.push(...(pages.at(-1) ?? []));
        expect(page.previous === null).toBe(pages.length === 1);
        cursor = page.next;
      }
      expect(pages.map(({ length }) => length)).toEqual([25, 25, 10]);
      expect(new Set(forwards).size).toBe(60);
      const { list: second } = await list(`${search}&after=${(await list(search)).list.next}`);
      const { list: again } = await list(`${search}&before=${second.previous}`);
      expect(again.rows.map(({ number }) => number)).toEqual(pages[0]);
      expect(again.previous).toBeNull();
    },
  );
});

describe('one order', () => {
  test('shows everything about it to staff and admins', async () => {
    const { owner } = shop.database;
    const order = await add({
      progress: 'partly_shipped',
      refunded: 10,
      parts: [
        { name: 'Front Brake Pads', oem: '45022-TR3-A01', vehicle: '2012 Honda Accord', quantity: 3 },
        { name: 'Horn' },
      ],
    });
    const shipment = await owner.query(
      `insert into shipments (order_id, method, carrier, tracking, shipped_by)
       values ($1, 'parcel', 'UPS', '1Z999AA10123456784', $2) returning id`,
      [order.id, stanId],
    );
    await owner.query('insert into shipment_lines values ($1, $2, 2)', [
      shipment.rows[0].id,
      order.lineIds[0],
    ]);
    await owner.query('update order_lines set packed = 3 where id = $1', [order.lineIds[0]]);
    const mail = await owner.query(
      "insert into mails (recipient, subject, body, sent_at) values ('olga@example.com', 'Shipped', 'SECRET BODY', now()) returning id",
    );
    await owner.query(
      `insert into order_events (order_id, kind, actor, details, mail_id) values
         ($1, 'note', $2, '{"text": "Olga will call"}', null),
         ($1, 'packed', null, '{"pieces": [{"name": "Front Brake Pads", "quantity": 3}]}', $3),
         ($1, 'delayed', gen_random_uuid(), '{}', null)`,
      [order.id, stanId, mail.rows[0].id],
    );
    await owner.query(
      `insert into payment_events (id, type, order_id, payload) values ('evt_1', 'checkout.session.completed', $1, '{"card": "SECRET CARD"}')`,
      [order.id],
    );
    await owner.query(
      `insert into refunds (order_id, payment_id, provider_id, reason, state, amount, note, asked_by) values ($1, 'pi_1', 're_1', 'shop', 'done', 10, 'Scratched', $2)`,
      [order.id, stanId],
    );
    await owner.query(
      "insert into disputes (id, order_id, payment_id, state, amount, answer_by, told_at) values ('dp_1', $1, 'pi_1', 'open', 58.20, '2030-01-02T20:00:00Z', now())",
      [order.id],
    );
    await owner.query(
      "insert into order_taxes (order_id, position, level, name, rate, taxable, tax) values ($1, 0, 'county', 'San Diego', 0.0125, 40, 0.5)",
      [order.id],
    );
    await owner.query(
      "insert into alerts (kind, subject, order_id) values ('payment-amount-differs', 'x', $1)",
      [order.id],
    );
    await owner.query(
      'update orders set ship_to = \'{"country": "US", "state": "NV", "zip": "89101", "place": "residential", "liftgate": false, "poBox": false}\' where id = $1',
      [order.id],
    );
    for (const cookie of [staff, admin]) {
      for (const name of [`PY-${order.number}`, `py${order.number}`, order.number]) {
        const page = await read(`/admin/orders/${name}`, cookie);
        for (const text of [
          `Order PY-${order.number}`,
          'Partly shipped',
          'Partly refunded',
          '45022-TR3-A01',
          '2012 Honda Accord',
          '3 units',
          '2 shipped',
          'San Diego, 1.25%',
          '$48.20',
          'mailto:olga@example.com',
          'tel:+16195550142',
          'San Diego, CA 92101',
          'The shipping address is different',
          'NV 89101',
          'https://dashboard.stripe.com/test/payments/pi_1',
          'https://www.ups.com/track?tracknum=1Z999AA10123456784',
          'Open dispute',
          'Jan 2, 2030',
          'A payment differs from its order',
          'Terms of Service (January 17, 2025)',
          'Olga will call',
          'Packed 3 × Front Brake Pads',
          'Email sent',
          'The payment arrived',
          'The payment provider',
          'Refunded: $10.00. Scratched',
          'stan@example.com',
          'Former staff',
          'The shop',
          'Placed the order',
        ]) {
          expect(page).toContain(text);
        }
        expect(page).not.toContain('SECRET');
      }
    }
  });

  test('has no link for test payments', async () => {
    const { number } = await add({ paymentId: 'test_pay_1' });
    const page = await read(`/admin/orders/${number}`);
    expect(page).toContain('test_pay_1');
    expect(page).not.toContain('payments/test_pay_1');
  });

  test('links the orders before and after it in the view', async () => {
    const [first, second, third] = [await add(), await add(), await add()];
    await add({ progress: 'shipped' });
    const page = await read(`/admin/orders/${second.number}?view=to-ship&q=olga`);
    expect(page).toContain(`/admin/orders/PY-${first.number}?view=to-ship&amp;q=olga`);
    expect(page).toContain(`/admin/orders/PY-${third.number}?view=to-ship&amp;q=olga`);
    // The way back leads to the page of the list.
    const cursor = Buffer.from(JSON.stringify([third.number])).toString('base64url');
    const page2 = (place: string) => `${place}?view=all&q=olga&after=${cursor}`;
    const inHtml = (address: string) => `"${address.replaceAll('&', '&amp;')}"`;
    const order = `/admin/orders/PY-${second.number}`;
    expect(await read(page2('/admin/orders'))).toContain(inHtml(page2(order)));
    expect(await read(page2(order))).toContain(inHtml(page2('/admin/orders')));
    const last = await read(`/admin/orders/${third.number}?view=to-ship`);
    expect(last).toContain('Previous order');
    expect(last).not.toContain('Next order');
    const newest = await read(`/admin/orders/${third.number}?view=all`);
    expect(newest).toContain(`Previous order, PY-${Number(third.number) + 1}`);
    expect(newest).toContain(`Next order, PY-${second.number}`);
  });

  test('pages a long history', async () => {
    const { id, number } = await add();
    await shop.database.owner.query(
      `insert into order_events (order_id, kind, details, at)
       select $1, 'note', jsonb_build_object('text', 'Note ' || n || '.'), now() + make_interval(secs => n) from generate_series(1, 60) as n`,
      [id],
    );
    const first = await read(`/admin/orders/${number}`);
    expect(first).toContain('Note 60.');
    expect(first).not.toContain('Note 10.');
    expect(first).toContain('history=2');
    const second = await read(`/admin/orders/${number}?history=2`);
    expect(second).toContain('Note 10.');
    expect(second).toContain('Placed the order');
    expect(second).not.toContain('Note 11.');
  });

  test.each(['PY-99999', '99999', 'x', 'PY-', '10001x', '999999999999'])(
    'with the number %s does not exist',
    async (name) => {
      const response = await ask(`/admin/orders/${name}`);
      expect(response.status).toBe(404);
      const page = await response.text();
      expect(page).toContain('Order not found');
      // In the frame.
      expect(page).toContain('Parts Catalog');
      expect((await ask(`/admin/order-version/${name}`)).status).toBe(404);
    },
  );

  test('has a version that changes with it', async () => {
    const { id, number } = await add();
    const version = async () =>
      ((await (await ask(`/admin/order-version/PY-${number}`)).json()) as { version: string }).version;
    const seen = [await version()];
    for (const change of [
      "update orders set progress = 'packed' where id = $1",
      "insert into order_events (order_id, kind) values ($1, 'ready')",
      'update order_events set undone_at = now() where order_id = $1',
      "insert into refunds (order_id, payment_id, reason) values ($1, 'pi_1', 'sold-out')",
      "insert into alerts (kind, subject, order_id) values ('payment-amount-differs', 'x', $1)",
    ]) {
      await shop.database.owner.query(change, [id]);
      seen.push(await version());
    }
    expect(new Set(seen).size).toBe(6);
  });

  test('shows photographs to staff only', async () => {
    const { id } = await add();
    const { rows } = await shop.database.owner.query(
      "insert into order_photos (order_id, file) values ($1, 'packed/one.webp') returning id",
      [id],
    );
    const path = `/admin/order-photo/${rows[0].id}`;
    expect((await ask(path)).status).toBe(404);
    await shop.files.put('packed/one.webp', new Uint8Array([1, 2, 3]));
    const response = await ask(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toBe('image/webp');
    expect(response.headers.get('Cache-Control')).toContain('private');
    expect((await ask(path, '')).status).toBe(302);
    expect((await ask('/admin/order-photo/x')).status).toBe(404);
  });
});
