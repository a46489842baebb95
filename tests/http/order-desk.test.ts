import { reviewOverdueOrders } from '#core/orders/review-overdue-orders.server.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeJobsDue, removeJobs } from '../support/jobs.ts';
import { addPaidOrder, createStripeShop, deliverToShop, type PaidOrder } from '../support/paid-order.ts';
import { readOutcome } from '../support/read-outcome.ts';
import { stockOf } from '../support/checkout.ts';
import { textOf } from '../support/html.ts';

const PASSWORD = 'a password for the desk';

let desk: Awaited<ReturnType<typeof createStripeShop>>;
let admin: string;
let staff: string;

beforeAll(async () => {
  desk = await createStripeShop();
  const { shop } = desk;
  await shop.addUser({ email: 'ada@example.com', password: PASSWORD, admin: true });
  await shop.addUser({ email: 'sam@example.com', password: PASSWORD, staff: true });
  await shop.addUser({ email: 'olga@example.com', password: PASSWORD });
  admin = await shop.signIn('ada@example.com', PASSWORD);
  staff = await shop.signIn('sam@example.com', PASSWORD);
});
afterAll(() => desk[Symbol.asyncDispose]());
beforeEach(async () => {
  const { shop, stripe } = desk;
  stripe.refundsBecome = 'succeeded';
  stripe.risk = { level: 'normal', zip: 'pass' };
  stripe.recover();
  await shop.database.owner.query('delete from alerts; delete from mails');
  await removeJobs(shop.database.owner);
});

const query = async (text: string, values: unknown[] = []) =>
  (await desk.shop.database.owner.query(text, values)).rows;

async function act(
  { number }: PaidOrder,
  action: string,
  fields: Record<string, string | number> = {},
  cookie = staff,
) {
  return send(`/admin/orders/PY-${number}`, { intent: action, ...fields }, cookie);
}

async function send(screen: string, fields: Record<string, string | number | File>, cookie = staff) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields))
    body.set(name, value instanceof File ? value : String(value));
  const response = await desk.shop.request(`${screen}.data`, {
    method: 'POST',
    headers: { cookie, Origin: 'http://shop.test' },
    body,
  });
  return { status: response.status, ...(await readOutcome(response)) };
}

const stateOf = async ({ id }: PaidOrder) =>
  (
    await query('select progress, status, refunded, sent_at is not null as sent from orders where id = $1', [
      id,
    ])
  )[0];
const storyOf = async ({ id }: PaidOrder) =>
  (await query('select kind from order_events where order_id = $1 order by id', [id])).map(
    ({ kind }) => kind,
  );
const mails = async () =>
  (await query("select subject from mails where recipient = 'dana@example.com' order by created_at")).map(
    ({ subject }) => subject,
  );
const refundsOf = ({ id }: PaidOrder) =>
  query(
    'select state, amount, coalesce(cause, reason) as reason from refunds where order_id = $1 order by requested_at, id',
    [id],
  );

/** As if the time to undo had passed. */
async function runDueJobs() {
  await makeJobsDue(desk.shop.database.owner);
  await desk.shop.runJobs();
}

const units = (id: string | undefined, count: number) => ({ [`units:${id}`]: count });

describe('packing and shipping', () => {
  test('a paid order waits to be packed, with a date to ship by', async () => {
    const order = await addPaidOrder(desk, [
      { vehicle_make: 'Honda', vehicle_model: 'Civic', vehicle_year: 2012 },
    ]);
    expect(await stateOf(order)).toMatchObject({ progress: 'to_pack', status: 'completed', sent: false });
    const [row] = await query(
      'select ship_by > now() as ahead, paid_at <= now() as paid from orders where id = $1',
      [order.id],
    );
    expect(row).toEqual({ ahead: true, paid: true });
    expect(await query('select vehicle from order_lines where order_id = $1', [order.id])).toEqual([
      { vehicle: '2012 Honda Civic' },
    ]);
  });

  test('an order leaves in several parcels, and the buyer gets one mail for each', async () => {
    const order = await addPaidOrder(desk, [
      { part_name: 'Horn', units: 2, image_url: '/parts/horn.svg' },
      { part_name: 'Mirror', image_url: '/parts/mirror.svg' },
    ]);
    const [horn, mirror] = order.lineIds;
    expect(await act(order, 'pack', units(horn, 2))).toMatchObject({ status: 200 });
    expect(await stateOf(order)).toMatchObject({ progress: 'to_pack' });
    expect(await act(order, 'pack', units(mirror, 1))).toMatchObject({ status: 200 });
    expect(await stateOf(order)).toMatchObject({ progress: 'packed' });

    const first = { ...units(horn, 1), tracking: '1Z999AA10123456784' };
    expect(await act(order, 'ship', first)).toEqual({
      status: 200,
      done: true,
      message: 'Shipped part of the order',
    });
    expect(await stateOf(order)).toMatchObject({ progress: 'partly_shipped', sent: false });
    expect(await act(order, 'ship', { carrier: 'Uncle Joe' })).toMatchObject({ message: 'Order shipped' });
    expect(await stateOf(order)).toMatchObject({ progress: 'shipped', sent: true });

    await runDueJobs();
    await runDueJobs();
    expect((await mails()).filter((subject) => subject.includes('way'))).toEqual([
      `Order PY-${order.number}: part of it is on its way`,
      `Order PY-${order.number} is on its way`,
    ]);
    // Each names its parts.
    const [part, rest] = await query(
      "select html, body from mails where subject like '%way' order by created_at",
    );
    expect(part.body).toMatch(
      /The rest will follow in another parcel.\n\n1 × Horn for 2015 Honda Civic, .*\n\nTrack/,
    );
    expect(part.body).toContain(`UPS ${first.tracking}: https://www.ups.com/`);
    expect(part.body).toContain('Shipped to:\nDana Driver\n1 Main Street\n');
    expect(part.html).toContain('alt="Horn"');
    expect(rest.body).toMatch(/\n\n1 × Horn .*\n1 × Mirror .*\n\nCarrier: Uncle Joe\n/);
    expect(part.html).not.toContain('alt="Mirror"');
    expect(
      await query('select carrier, tracking from shipments where order_id = $1 order by shipped_at', [
        order.id,
      ]),
    ).toEqual([
      { carrier: 'UPS', tracking: '1Z999AA10123456784' },
      { carrier: 'Uncle Joe', tracking: null },
    ]);
    expect(await act(order, 'delivered')).toMatchObject({ status: 200 });
    expect(await stateOf(order)).toMatchObject({ progress: 'delivered' });
    expect(await storyOf(order)).toEqual([
      'packed',
      'packed',
      'shipped',
      'shipped',
      'delivered',
      'delivered',
    ]);
  });

  test('a shipment can be undone until the buyer gets the mail', async () => {
    const order = await addPaidOrder(desk);
    await act(order, 'ship');
    const [{ id: shipment }] = (await query('select id from shipments where order_id = $1', [order.id])) as [
      { id: string },
    ];
    expect(await act(order, 'undo-shipment', { shipment })).toMatchObject({ status: 200 });
    expect(await stateOf(order)).toMatchObject({ progress: 'packed', sent: false });
    await runDueJobs();
    expect((await mails()).filter((subject) => subject.includes('way'))).toEqual([]);
    expect(await act(order, 'undo-shipment', { shipment })).toMatchObject({ status: 400 });

    await act(order, 'ship');
    await runDueJobs();
    const [{ id: second }] = (await query(
      'select id from shipments where order_id = $1 and undone_at is null',
      [order.id],
    )) as [{ id: string }];
    expect(await act(order, 'undo-shipment', { shipment: second })).toMatchObject({
      status: 400,
      message: expect.stringContaining('the buyer has already been emailed'),
    });
    expect(await stateOf(order)).toMatchObject({ progress: 'shipped' });
  });

  test('two people who ship at the same time ship once', async () => {
    const order = await addPaidOrder(desk);
    const results = await Promise.all([act(order, 'ship'), act(order, 'ship', {}, admin)]);
    expect(results.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    expect(
      await query(
        'select quantity from shipment_lines join shipments on id = shipment_id where order_id = $1',
        [order.id],
      ),
    ).toEqual([{ quantity: 1 }]);
  });

  test.each([
    ['more units than were ordered', 'ship', (line: string) => units(line, 2)],
    ['no unit', 'ship', (line: string) => units(line, 0)],
    ['units that are no number', 'pack', (line: string) => ({ [`units:${line}`]: 'all' })],
    ['a tracking number of two lines', 'ship', () => ({ tracking: 'A\nB' })],
    [
      'a parcel that does not exist',
      'correct-tracking',
      () => ({ shipment: crypto.randomUUID(), tracking: 'A' }),
    ],
    ['a delivery before it was shipped', 'delivered', () => ({})],
    ['a pickup of what is to be shipped', 'ready', () => ({})],
    ['a delay until a day in the past', 'delay', () => ({ ship_by: '2020-01-02' })],
    ['a delay without a day', 'delay', () => ({})],
    ['an empty note', 'note', () => ({ text: ' ' })],
  ])('%s is refused and changes nothing', async (_, action, fields) => {
    const order = await addPaidOrder(desk);
    const before = [await stateOf(order), await storyOf(order)];
    const { status, done } = await act(order, action, fields(order.lineIds[0] ?? ''));
    expect({ status, done }).toEqual({ status: 400, done: false });
    expect([await stateOf(order), await storyOf(order)]).toEqual(before);
  });

  test('a disputed order is not shipped, and a refunded one neither', async () => {
    const { stripe } = desk;
    const disputed = await addPaidOrder(desk);
    await deliverToShop(desk, stripe.dispute(disputed.sessionId));
    expect(await act(disputed, 'ship')).toMatchObject({
      status: 400,
      message: expect.stringContaining('the payment is disputed'),
    });
    const refunded = await addPaidOrder(desk);
    await deliverToShop(desk, stripe.refund(refunded.sessionId));
    expect(await act(refunded, 'pack')).toMatchObject({
      status: 400,
      message: expect.stringContaining('refunded'),
    });
    // The owner refunded it at the provider. Canceling it here puts the part back.
    const [line = ''] = refunded.lineIds;
    const { stock } = await stockOf(desk.shop, refunded.partIds[0] ?? '');
    expect(await act(refunded, 'cancel', { [`restock:${line}`]: 'yes' })).toMatchObject({
      status: 200,
      message: 'Order canceled',
    });
    expect(await stockOf(desk.shop, refunded.partIds[0] ?? '')).toMatchObject({ stock: stock + 1 });
    expect(await refundsOf(refunded)).toHaveLength(1);
  });
});

test('an alert about an order is on its page, and on no other order', async () => {
  const [order, other] = [await addPaidOrder(desk), await addPaidOrder(desk)];
  await deliverToShop(desk, desk.stripe.dispute(order.sessionId));
  const countOn = async (path: string) => {
    const page = await (await desk.shop.request(path, { headers: { cookie: staff } })).text();
    return page.match(/>A payment is disputed</g)?.length ?? 0;
  };
  expect(await countOn(`/admin/orders/PY-${order.number}`)).toBe(1);
  expect(await countOn(`/admin/orders/${order.number}`)).toBe(1);
  expect(await countOn(`/admin/orders/PY-${other.number}`)).toBe(0);
  expect(await countOn('/admin/orders')).toBe(0);
  expect(await countOn('/admin/today')).toBe(1);
});

describe('pickup', () => {
  test('the buyer hears when it is ready, and another name has to be confirmed', async () => {
    const order = await addPaidOrder(desk);
    await query("update orders set fulfillment = 'pickup', pickup_location = 'Main yard' where id = $1", [
      order.id,
    ]);
    expect(await act(order, 'ship')).toMatchObject({ status: 400 });
    expect(await act(order, 'ready')).toMatchObject({ status: 400 });
    await act(order, 'pack');
    expect(await act(order, 'ready')).toMatchObject({ status: 200 });
    expect(await stateOf(order)).toMatchObject({ progress: 'ready' });
    expect(await act(order, 'undo-ready')).toMatchObject({ status: 200 });
    await act(order, 'ready');
    await runDueJobs();
    expect((await mails()).filter((subject) => subject.endsWith('ready for pickup'))).toHaveLength(1);

    expect(await act(order, 'pick-up', { collected_by: 'Bob Builder' })).toMatchObject({
      status: 400,
      message: expect.stringContaining('Dana Driver'),
    });
    expect(await act(order, 'pick-up', { collected_by: 'driver, DANA' })).toMatchObject({ status: 200 });
    expect(await stateOf(order)).toMatchObject({ progress: 'picked_up', sent: true });

    const other = await addPaidOrder(desk);
    await query("update orders set fulfillment = 'pickup', pickup_location = 'Main yard' where id = $1", [
      other.id,
    ]);
    expect(await act(other, 'pick-up', { collected_by: 'Bob Builder', other_name: 'yes' })).toMatchObject({
      status: 200,
    });
  });
});

describe('an order on hold', () => {
  const holdsOf = (order: PaidOrder) =>
    query(
      "select kind, details from order_events where order_id = $1 and kind in ('held', 'resumed') order by id",
      [order.id],
    );

  test('is neither packed nor shipped until it is taken off hold, with both in its story', async () => {
    const order = await addPaidOrder(desk);
    expect(await act(order, 'hold', { reason: ' The buyer asks for the other side ' })).toMatchObject({
      status: 200,
    });
    for (const action of ['pack', 'ship', 'missing', 'hold']) {
      expect(await act(order, action)).toMatchObject({
        status: 400,
        message: expect.stringContaining('it is on hold (The buyer asks for the other side)'),
      });
    }
    expect(await stateOf(order)).toMatchObject({ progress: 'to_pack' });
    expect(await act(order, 'resume')).toMatchObject({ status: 200 });
    expect(await act(order, 'resume')).toMatchObject({ status: 400 });
    expect(await act(order, 'ship')).toMatchObject({ status: 200 });
    expect(await act(order, 'hold', { reason: 'Too late' })).toMatchObject({ status: 400 });
    expect(await holdsOf(order)).toEqual([
      { kind: 'held', details: { reason: 'The buyer asks for the other side' } },
      { kind: 'resumed', details: {} },
    ]);
    // The buyer hears of it only what else is mailed.
    await runDueJobs();
    expect((await mails()).filter((subject) => /hold/i.test(subject))).toEqual([]);
  });

  test('waits in a view of its own, and is neither due nor overdue', async () => {
    const order = await addPaidOrder(desk);
    await query("update orders set ship_by = now() - interval '2 hours' where id = $1", [order.id]);
    const viewsWith = async () => {
      const shown: string[] = [];
      for (const view of ['today', 'to-ship', 'overdue', 'on-hold']) {
        const page = await desk.shop.request(`/admin/orders?view=${view}`, { headers: { Cookie: admin } });
        if ((await page.text()).includes(`PY-${order.number}`)) shown.push(view);
      }
      return shown;
    };
    expect(await viewsWith()).toEqual(['today', 'to-ship', 'overdue']);
    await act(order, 'hold', { reason: 'Which side?' });
    expect(await viewsWith()).toEqual(['on-hold']);
    const { database } = desk.shop;
    await reviewOverdueOrders(database.pools);
    const alerts = () =>
      query("select from alerts where kind = 'order-overdue' and order_id = $1", [order.id]);
    expect(await alerts()).toEqual([]);
    await act(order, 'resume');
    await reviewOverdueOrders(database.pools);
    expect(await alerts()).toHaveLength(1);
  });

  test('needs a reason, which is not on the page of the buyer', async () => {
    const order = await addPaidOrder(desk);
    for (const reason of ['', '  ', 'x'.repeat(501), 'a\0b'])
      expect(await act(order, 'hold', { reason })).toMatchObject({ status: 400 });
    expect(await holdsOf(order)).toEqual([]);
    expect(await act(order, 'hold', { reason: 'Looks like a reseller' })).toMatchObject({ status: 200 });
    const page = await desk.shop.request(`/orders/PY-${order.number}`, { headers: { Cookie: order.cookie } });
    expect(page.status).toBe(200);
    expect(await page.text()).not.toContain('reseller');
    expect(await act(order, 'cancel', {}, admin)).toMatchObject({ status: 200 });
  });
});

describe('money back', () => {
  test('a part that is not found is refunded with its tax, and the buyer gets a mail', async () => {
    const order = await addPaidOrder(desk, [
      { part_name: 'Horn', price: 40 },
      { part_name: 'Mirror', price: 120 },
    ]);
    expect(await act(order, 'missing', units(order.lineIds[0], 1))).toMatchObject({ status: 200 });
    expect(await refundsOf(order)).toEqual([{ state: 'requested', amount: '43.20', reason: 'missing' }]);
    expect(await stateOf(order)).toMatchObject({
      progress: 'to_pack',
      status: 'completed',
      refunded: '0.00',
    });
    await desk.shop.runJobs();
    expect(await refundsOf(order)).toEqual([{ state: 'done', amount: '43.20', reason: 'missing' }]);
    expect(desk.stripe.refundedOf(order.sessionId)).toBe(4320);
    expect(await stateOf(order)).toMatchObject({ status: 'completed', refunded: '43.20' });
    expect(await mails()).toEqual(
      expect.arrayContaining([
        expect.stringContaining('a part is missing'),
        expect.stringContaining(': refund of '),
      ]),
    );
    expect(await act(order, 'ship')).toMatchObject({ message: 'Order shipped' });
    expect(await stateOf(order)).toMatchObject({ progress: 'shipped' });
  });

  test('units and amounts are refunded until nothing is left, and the sums agree to the cent', async () => {
    // 3 × $33.33, tax $8.00, shipping $15: $122.99.
    const order = await addPaidOrder(desk, [{ price: 33.33, units: 3 }]);
    const [line] = order.lineIds;
    const [part = ''] = order.partIds;
    const { stock } = await stockOf(desk.shop, part);
    expect(
      await act(order, 'refund', { by: 'lines', ...units(line, 1), [`restock:${line}`]: 'yes' }, admin),
    ).toMatchObject({
      status: 200,
      message: expect.stringContaining('$36.00 will be refunded'),
    });
    expect(await stockOf(desk.shop, part)).toMatchObject({ stock: stock + 1 });
    await desk.shop.runJobs();
    const scratch = { by: 'amount', amount: '$10.05', note: 'For the scratch' };
    for (const reason of ['', 'missing', 'odd'])
      expect(await act(order, 'refund', { ...scratch, reason }, admin)).toMatchObject({
        status: 400,
        message: expect.stringContaining('choose a reason'),
      });
    await act(order, 'refund', { ...scratch, reason: 'price-adjustment' }, admin);
    await desk.shop.runJobs();
    expect((await refundsOf(order)).map(({ reason }) => reason)).toEqual(['other', 'price-adjustment']);
    const [told] = await query(
      "select details ->> 'reason' as reason from order_events where order_id = $1 and kind = 'refunded' order by id desc",
      [order.id],
    );
    expect(told).toEqual({ reason: 'price-adjustment' });
    const [mail] = await query(
      "select body from mails where body like '%We have refunded $10.05 to your card%'",
    );
    expect(mail?.body).toContain('We have corrected the price of your order. We have refunded');
    expect(await act(order, 'refund', { by: 'lines', ...units(line, 3) }, admin)).toMatchObject({
      status: 400,
      message: expect.stringContaining('only 2 of'),
    });
    expect(await act(order, 'refund', { by: 'amount', amount: '1000' }, admin)).toMatchObject({
      status: 400,
      message: expect.stringContaining('only $76.94'),
    });
    await act(order, 'refund', { by: 'all' }, admin);
    await desk.shop.runJobs();
    expect(await stateOf(order)).toMatchObject({ status: 'refunded', refunded: '122.99' });
    expect(desk.stripe.refundedOf(order.sessionId)).toBe(12299);
    expect((await refundsOf(order)).map(({ amount }) => Number(amount))).toEqual([36, 10.05, 76.94]);
    expect(await act(order, 'refund', { by: 'all' }, admin)).toMatchObject({ status: 400 });
  });

  test('a refund that the provider does later is done later, and one that fails can be asked for again', async () => {
    const { stripe, shop } = desk;
    const order = await addPaidOrder(desk);
    stripe.refundsBecome = 'pending';
    await act(order, 'refund', { by: 'all' });
    await shop.runJobs();
    expect(await refundsOf(order)).toMatchObject([{ state: 'pending' }]);
    expect(await stateOf(order)).toMatchObject({ status: 'completed', refunded: '0.00' });
    expect(await act(order, 'refund', { by: 'all' })).toMatchObject({ status: 400 });

    await deliverToShop(desk, stripe.changeRefund(order.sessionId, 'succeeded'));
    expect(await stateOf(order)).toMatchObject({ status: 'refunded' });
    await deliverToShop(desk, stripe.changeRefund(order.sessionId, 'failed'));
    expect(await stateOf(order)).toMatchObject({ status: 'completed', refunded: '0.00' });
    expect(await query('select kind from alerts where settled_at is null')).toEqual([
      { kind: 'refund-not-done' },
    ]);

    stripe.refundsBecome = 'succeeded';
    expect(await act(order, 'refund', { by: 'all' })).toMatchObject({ status: 200 });
    await shop.runJobs();
    expect(await stateOf(order)).toMatchObject({ status: 'refunded', refunded: '58.20' });
  });

  test('a lost answer of the provider does not refund twice, even when it has forgotten the request', async () => {
    const { stripe, shop } = desk;
    const order = await addPaidOrder(desk, [{ units: 3 }]);
    await shop.runJobs();
    await act(order, 'refund', { by: 'amount', amount: '20' });
    stripe.failNext('hang up', 2);
    await shop.runJobs();
    expect(await refundsOf(order)).toMatchObject([{ state: 'requested' }]);
    stripe.recover();
    stripe.forgetIdempotencyKeys();
    await runDueJobs();
    expect(await refundsOf(order)).toMatchObject([{ state: 'done', amount: '20.00' }]);
    expect(stripe.refundedOf(order.sessionId)).toBe(2000);
  });

  test('a refund that the provider refuses has failed at once, and an alert says so', async () => {
    const { stripe, shop } = desk;
    const order = await addPaidOrder(desk);
    await act(order, 'refund', { by: 'all' });
    // Somebody refunds it in the provider's dashboard first.
    stripe.refund(order.sessionId, 5000);
    await shop.runJobs();
    expect(await refundsOf(order)).toMatchObject([{ state: 'failed', reason: 'other' }]);
    expect(await query('select kind from alerts where settled_at is null')).toEqual([
      { kind: 'refund-not-done' },
    ]);
  });

  test('staff refund up to the limit of the settings, admins more', async () => {
    const order = await addPaidOrder(desk, [{ price: 500 }]);
    expect(await act(order, 'refund', { by: 'amount', amount: '150' })).toMatchObject({ status: 200 });
    expect(await act(order, 'refund', { by: 'amount', amount: '50.01' })).toEqual({
      status: 403,
      done: false,
      message: 'Error refunding: that is more than staff may refund. Ask an admin',
    });
    expect(await act(order, 'cancel')).toMatchObject({ status: 403 });
    expect(await stateOf(order)).toMatchObject({ progress: 'to_pack' });
    expect(await act(order, 'refund', { by: 'amount', amount: '50' })).toMatchObject({ status: 200 });
    expect(await act(order, 'refund', { by: 'amount', amount: '1' })).toMatchObject({ status: 403 });
    await query(`update shop_settings set values = '{"orders": {"staffRefundLimitCents": 20100}}'`);
    expect(await act(order, 'refund', { by: 'amount', amount: '1' })).toMatchObject({ status: 200 });
    await query("update shop_settings set values = '{}'");
    expect(await act(order, 'cancel', {}, admin)).toMatchObject({ status: 200 });
    expect(await stateOf(order)).toMatchObject({ progress: 'canceled' });
  });

  test('of two refunds at the same time, both count toward what is left', async () => {
    const order = await addPaidOrder(desk);
    const results = await Promise.all([
      act(order, 'refund', { by: 'amount', amount: '50' }),
      act(order, 'refund', { by: 'amount', amount: '50' }, admin),
    ]);
    expect(results.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    expect(await refundsOf(order)).toHaveLength(1);
  });

  test('a canceled order is refunded with its shipping, and chosen parts go back into stock', async () => {
    const order = await addPaidOrder(desk, [{ part_name: 'Horn' }, { part_name: 'Mirror' }]);
    const [horn, mirror] = order.partIds as [string, string];
    const before = [await stockOf(desk.shop, horn), await stockOf(desk.shop, mirror)].map(
      ({ stock }) => stock,
    );
    expect(
      await act(order, 'cancel', { [`restock:${order.lineIds[0]}`]: 'yes', note: 'Wrong car' }),
    ).toMatchObject({
      status: 200,
      message: 'Order canceled. $116.40 will be refunded',
    });
    const after = [await stockOf(desk.shop, horn), await stockOf(desk.shop, mirror)].map(
      ({ stock }) => stock,
    );
    expect(after).toEqual([Number(before[0]) + 1, before[1]]);
    await desk.shop.runJobs();
    expect(await stateOf(order)).toMatchObject({
      progress: 'canceled',
      status: 'refunded',
      refunded: '116.40',
    });
    expect(await act(order, 'ship')).toMatchObject({ status: 400 });
    expect(await act(order, 'cancel')).toMatchObject({ status: 400 });
  });
});

test('a delay has a new date, and the buyer gets it by mail', async () => {
  const order = await addPaidOrder(desk);
  const date = new Date(Date.now() + 10 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
  expect(await act(order, 'delay', { ship_by: date, note: 'The part is still on a car.' })).toMatchObject({
    status: 200,
  });
  await desk.shop.runJobs();
  const [mail] = await query("select body from mails where subject like '% is delayed'");
  expect(mail.body).toContain('The part is still on a car.');
  const [{ ahead }] = (await query(
    "select ship_by > now() + interval '8 days' as ahead from orders where id = $1",
    [order.id],
  )) as [{ ahead: boolean }];
  expect(ahead).toBe(true);
});

test('an action that does not exist, and an order that does not exist, are refused', async () => {
  const order = await addPaidOrder(desk);
  for (const action of ['burn', 'constructor', ''])
    expect(await act(order, action)).toEqual({
      status: 400,
      done: false,
      message: 'Error changing the order: the form could not be read',
    });
  expect(await act({ ...order, number: 99_999 }, 'note', { text: 'Hello' })).toEqual({
    status: 400,
    done: false,
    message: 'Error adding the note: this order does not exist',
  });
  const headers = { cookie: staff, Origin: 'http://shop.test' };
  const body = new URLSearchParams({ intent: 'note', text: 'Hello' });
  const response = await desk.shop.request('/admin/orders/abc.data', { method: 'POST', headers, body });
  expect(response.status).toBe(404);
});

test('a buyer cannot act on an order', async () => {
  const order = await addPaidOrder(desk);
  const cookie = await desk.shop.signIn('olga@example.com', PASSWORD);
  const response = await desk.shop.request(`/admin/orders/${order.number}`, {
    method: 'POST',
    headers: { cookie, Origin: 'http://shop.test' },
    body: new URLSearchParams({ intent: 'ship' }),
  });
  expect(response.status).toBe(302);
  expect(await stateOf(order)).toMatchObject({ progress: 'to_pack' });
});

describe('paper, photographs and many orders', () => {
  const read = async (path: string, cookie = staff) => {
    const response = await desk.shop.request(path, { headers: { cookie } });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };

  test('slips, pull lists and labels are printed for chosen orders', async () => {
    const one = await addPaidOrder(desk, [{ part_name: 'Horn', oem_number: '38150-TA0', units: 2 }]);
    const two = await addPaidOrder(desk, [
      { part_name: 'Horn', oem_number: '38150-TA0' },
      { part_name: 'Mirror' },
    ]);
    await act(two, 'missing', units(two.lineIds[1], 1));
    const orders = `PY-${one.number},${two.number}`;
    const slips = await read(`/admin/orders-print?kind=slips&orders=${orders}`);
    expect(slips.text).toContain(`Packing slip PY-${one.number}`);
    expect(slips.text).toContain('Dana Driver');
    expect(slips.text).not.toContain('Mirror');
    const pulls = await read(`/admin/orders-print?kind=pulls&orders=${orders}`);
    expect(pulls.text).toContain('Pull list for 2 orders');
    expect(pulls.text.match(/<td[^>]*>38150-TA0</g)).toHaveLength(1);
    const labels = await read(`/admin/orders-labels.csv?orders=${orders}`);
    expect(labels.headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
    expect(labels.text.split('\r\n')).toHaveLength(4);
    expect(labels.text).toContain(`PY-${one.number},Dana Driver,`);
  });

  test.each(['', 'kind=slips', 'orders=abc', 'kind=other&orders=PY-10001'])(
    'nothing is printed for %j',
    async (parameters) => {
      expect(await read(`/admin/orders-print?${parameters}`)).toMatchObject({ status: 404 });
    },
  );

  test('the pull list goes along the yard, with the code of each part', async () => {
    const order = await addPaidOrder(desk, [
      { part_name: 'Arm', stock_number: 'S-9', price: 10, units: 2 },
      { part_name: 'Bolt', price: 10 },
      { part_name: 'Cap', price: 10 },
    ]);
    await desk.shop.database.owner.query(
      "insert into part_private_facts (part_id, yard_place) values ($1, 'Row 10'), ($2, 'Row 9')",
      [order.partIds[0], order.partIds[2]],
    );
    const { text } = await read(`/admin/orders-print?kind=pulls&orders=${order.number}`);
    expect(textOf(text)).toMatch(/Row 9 1 Cap .*Row 10 2 Arm .*Stock number S-9 .*– 1 Bolt .*4 units in all/);
    for (const id of order.partIds) expect(text).toContain(`/scan/${id}/code.svg`);
  });

  test('a packing slip says what is in this parcel, and its code opens the order', async () => {
    const order = await addPaidOrder(desk, [{ part_name: 'Horn', stock_number: 'S-7', units: 3 }]);
    await act(order, 'missing', units(order.lineIds[0], 1));
    const { text } = await read(`/admin/orders-print?kind=slips&orders=${order.number}`);
    expect(textOf(text)).toMatch(/ 2 of 3 Horn .*Stock number S-7 .* 2 units /);
    expect(text).toContain(`/scan/PY-${order.number}/code.svg`);
    const scan = async (cookie: string) =>
      (await desk.shop.request(`/scan/PY-${order.number}`, { headers: { cookie } })).headers.get('Location');
    expect(await scan(staff)).toBe(`/admin/orders/PY-${order.number}`);
    expect(await scan('')).toBe(`/orders/PY-${order.number}`);
  });

  test('the slip of a parcel has what is in it, also when the rest is on hold', async () => {
    const order = await addPaidOrder(desk, [{ part_name: 'Horn', units: 3 }, { part_name: 'Mirror' }]);
    await act(order, 'ship', { ...units(order.lineIds[0], 2), tracking: '1Z999AA10123456784' });
    await act(order, 'hold', { reason: 'Waits for an answer' });
    const [{ id }] = await query('select id from shipments where order_id = $1', [order.id]);
    const { text: page } = await read(`/admin/orders/PY-${order.number}`);
    expect(page).toContain(`&amp;parcel=${id}"`);
    const slip = async (parcel: string) =>
      read(`/admin/orders-print?kind=slips&orders=${order.number}&parcel=${parcel}`);
    const text = textOf(/<main.*<\/main>/s.exec((await slip(id)).text)?.[0] ?? '');
    expect(text).toMatch(/ 2 of 3 Horn .* 2 units /);
    expect(text).not.toMatch(/Mirror|Do not ship/);
    expect(await slip('x')).toMatchObject({ status: 404 });
  });

  test('staff set and remove the purchase order number of a buyer', async () => {
    const order = await addPaidOrder(desk);
    const note = (number: string) => act(order, 'purchase-order', { number });
    expect(await note('x'.repeat(41))).toMatchObject({ status: 400 });
    expect(await note('PO\n7')).toMatchObject({ status: 400 });
    expect(await note(' PO-7 ')).toMatchObject({ status: 200 });
    expect(await note('PO-7')).toMatchObject({ status: 400 });
    for (const kind of ['slips', 'invoices'])
      expect(textOf((await read(`/admin/orders-print?kind=${kind}&orders=${order.number}`)).text)).toContain(
        'Purchase order PO-7',
      );
    expect(await note('')).toMatchObject({ status: 200 });
    expect(await storyOf(order)).toEqual(['purchase_order', 'purchase_order']);
    expect(await query('select purchase_order from orders where id = $1', [order.id])).toEqual([
      { purchase_order: null },
    ]);
  });

  const photo = (order: PaidOrder, content: Uint8Array<ArrayBuffer>) =>
    send(`/admin/orders/${order.number}`, {
      intent: 'add-photo',
      photo: new File([content], 'photo.jpg', { type: 'image/jpeg' }),
    });

  test('a photograph is kept for staff, without its metadata', async () => {
    const order = await addPaidOrder(desk);
    const { default: sharp } = await import('sharp');
    const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
      .withExif({ IFD0: { Copyright: 'Secret place' } })
      .jpeg()
      .toBuffer();
    expect(await photo(order, new Uint8Array(picture))).toMatchObject({ status: 200, done: true });
    const [{ id }] = (await query('select id from order_photos where order_id = $1', [order.id])) as [
      { id: string },
    ];
    const kept = await desk.shop.request(`/admin/order-photo/${id}`, { headers: { cookie: staff } });
    expect(kept.headers.get('Content-Type')).toBe('image/webp');
    const content = Buffer.from(await kept.arrayBuffer());
    expect(content.includes('Secret place')).toBe(false);
    expect((await sharp(content).metadata()).exif).toBeUndefined();
    const buyer = await desk.shop.signIn('olga@example.com', PASSWORD);
    for (const cookie of ['', buyer])
      expect((await read(`/admin/order-photo/${id}`, cookie)).status).toBe(302);
    expect((await read(`/files/photos/${id}.webp`)).status).toBe(404);

    expect(await act(await addPaidOrder(desk), 'remove-photo', { id })).toMatchObject({
      status: 400,
      message: 'Error removing the photo: it does not exist',
    });
    expect((await read(`/admin/order-photo/${id}`)).status).toBe(200);
    expect(await act(order, 'remove-photo', { id })).toMatchObject({ status: 200 });
    expect((await read(`/admin/order-photo/${id}`)).status).toBe(404);
    expect(await storyOf(order)).toEqual(['photo_added', 'photo_removed']);
  });

  test('what is no picture is refused', async () => {
    const order = await addPaidOrder(desk);
    expect(await photo(order, new TextEncoder().encode('<svg onload=alert(1)>'))).toMatchObject({
      status: 400,
    });
    expect(await photo(order, new Uint8Array())).toMatchObject({ status: 400 });
    expect(await storyOf(order)).toEqual([]);
  });

  const actOnMany = (action: string, fields: Record<string, string>) =>
    send('/admin/orders', { intent: action, ...fields });

  test('many orders at once: what is refused for one does not stop the others', async () => {
    const one = await addPaidOrder(desk);
    const two = await addPaidOrder(desk);
    await deliverToShop(desk, desk.stripe.dispute(one.sessionId));
    expect(await actOnMany('pack', { orders: `${one.number},PY-${two.number}` })).toEqual({
      status: 200,
      done: true,
      message: '1 of 2 orders done',
      note: expect.stringContaining(`PY-${one.number}: the payment is disputed`),
    });
    expect(await stateOf(two)).toMatchObject({ progress: 'packed' });
    expect(await actOnMany('pack', { orders: '' })).toMatchObject({ status: 400 });
    expect(await actOnMany('refund', { orders: `${two.number}` })).toMatchObject({
      status: 400,
      message: 'Error changing the orders: the form could not be read',
    });
  });

  test('numbers of a label service are pasted', async () => {
    const one = await addPaidOrder(desk);
    const two = await addPaidOrder(desk);
    const tracking = `PY-${one.number},1Z999AA10123456784\n"${two.number}";USPS;9400100000000000000000\n`;
    expect(await actOnMany('ship', { tracking })).toMatchObject({ done: true, message: '2 orders done' });
    expect(
      await query('select carrier, tracking from shipments where order_id = any ($1) order by shipped_at', [
        [one.id, two.id],
      ]),
    ).toEqual([
      { carrier: 'UPS', tracking: '1Z999AA10123456784' },
      { carrier: 'USPS', tracking: '9400100000000000000000' },
    ]);
    expect(await actOnMany('ship', { tracking: 'no number here' })).toMatchObject({
      status: 400,
      message: 'This line cannot be read: no number here',
    });
  });
});

describe('a doubtful order', () => {
  const bought = (price: number) => addPaidOrder(desk, [{ price }]);
  const reviewOf = async ({ id }: PaidOrder) =>
    (await query('select review, risk from orders where id = $1', [id]))[0] as {
      review: string;
      risk: object;
    };
  const openAlerts = () => query('select kind, subject from alerts where settled_at is null');

  test('above the amount of the settings waits for a person, who releases it', async () => {
    desk.stripe.risk = { level: 'elevated', zip: 'fail' };
    const order = await bought(300);
    expect(await act(order, 'pack')).toMatchObject({
      status: 400,
      message: expect.stringContaining('the payment is being checked'),
    });
    await desk.shop.runJobs();
    expect(await reviewOf(order)).toEqual({
      review: 'waiting',
      risk: { level: 'elevated', score: 20, street: 'pass', zip: 'fail', securityCode: 'pass' },
    });
    expect(await openAlerts()).toEqual([{ kind: 'order-doubtful', subject: order.id }]);
    for (const action of ['pack', 'ship', 'missing']) {
      expect(await act(order, action)).toMatchObject({
        status: 400,
        message: expect.stringContaining('the order waits for review'),
      });
    }
    expect(await act(order, 'release')).toMatchObject({ status: 200 });
    expect(await openAlerts()).toEqual([]);
    expect(await act(order, 'ship')).toMatchObject({ status: 200 });
    expect(await act(order, 'release')).toMatchObject({ status: 400 });
  });

  test('is canceled and refunded in one step', async () => {
    desk.stripe.risk = { level: 'highest', zip: 'pass' };
    const order = await bought(300);
    await desk.shop.runJobs();
    expect(await act(order, 'cancel', {}, admin)).toMatchObject({ status: 200 });
    await desk.shop.runJobs();
    expect(await stateOf(order)).toMatchObject({ progress: 'canceled', status: 'refunded' });
    expect(await openAlerts()).toEqual([]);
  });

  test('below the amount does not wait, and a normal one neither', async () => {
    const normal = await bought(300);
    desk.stripe.risk = { level: 'elevated', zip: 'fail' };
    const small = await bought(40);
    await desk.shop.runJobs();
    expect(await reviewOf(normal)).toMatchObject({ review: null, risk: { level: 'normal' } });
    expect(await reviewOf(small)).toMatchObject({ review: null, risk: { level: 'elevated' } });
    expect(await openAlerts()).toEqual([]);
  });

  test('waits too when the provider does not answer for a while', async () => {
    const order = await bought(300);
    // Jobs of other orders that are due ask the provider, too.
    desk.stripe.failNext('error', 100);
    const tryAgain = async (attempts: number) => {
      await makeJobsDue(desk.shop.database.owner, "key like 'check-risk:%'", [], attempts);
      await desk.shop.runJobs();
    };
    await tryAgain(0);
    expect(await reviewOf(order)).toMatchObject({ review: 'checking' });
    await tryAgain(3);
    expect(await reviewOf(order)).toMatchObject({ review: 'waiting', risk: null });
    desk.stripe.recover();
    await runDueJobs();
    expect(await reviewOf(order)).toMatchObject({ review: 'waiting', risk: { level: 'normal' } });
  });
});

describe('an action whose process ends in the middle', () => {
  const bothParts = [{ part_name: 'Horn', units: 2 }, { part_name: 'Mirror' }];
  const actions: [action: string, fields: (order: PaidOrder) => Record<string, string | number>][] = [
    ['pack', () => ({})],
    ['ship', () => ({ tracking: '1Z999AA10123456784' })],
    ['missing', ({ lineIds }) => units(lineIds[0], 1)],
    ['cancel', () => ({ reason: 'The buyer called' })],
    ['refund', () => ({ by: 'all' })],
    ['delay', () => ({ ship_by: '2030-01-02' })],
    ['note', () => ({ text: 'Call Dana' })],
  ];

  /** All that an action can change. */
  async function readAll({ id }: PaidOrder) {
    const tables = ['order_lines', 'order_events', 'shipments', 'refunds'].map((table) =>
      query(`select * from ${table} where order_id = $1 order by id`, [id]),
    );
    return Promise.all([
      query('select * from orders where id = $1', [id]),
      ...tables,
      query(
        'select stock_quantity, stock_held from parts_catalog where id in (select part_id from order_lines where order_id = $1) order by id',
        [id],
      ),
      query('select count(*)::int as mails from mails'),
      // Without one that has just run and is about to be deleted.
      query('select id from graphile_worker.jobs where locked_at is null order by id'),
    ]);
  }

  test.each(actions)('%s changes nothing, and works the next time', async (action, fields) => {
    const order = await addPaidOrder(desk, bothParts);
    await desk.shop.runJobs();
    const before = await readAll(order);
    await query(
      "create or replace function fail() returns trigger language plpgsql as $$ begin raise 'killed'; end $$",
    );
    // After the changes of the order, and before the end of the transaction.
    for (const table of ['order_events', 'audit_logs']) {
      await query(`create trigger fail before insert on ${table} for each row execute function fail()`);
      const failed = await act(order, action, fields(order));
      await query(`drop trigger fail on ${table}`);
      expect([table, failed.status]).toEqual([table, 500]);
      expect(await readAll(order)).toEqual(before);
    }
    await query('drop function fail');
    expect(await act(order, action, fields(order))).toMatchObject({ status: 200 });
    expect((await storyOf(order)).length).toBeGreaterThan(before[2]?.length ?? 0);
  });
});
