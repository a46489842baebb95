import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { mailReturnStep } from '#core/returns/mail-return-step.server.tsx';
import { remindOfCores } from '#core/returns/remind-of-cores.server.tsx';
import { makeJobsDue, removeJobs } from '../support/jobs.ts';
import { addPaidOrder, createStripeShop, deliverToShop, type PaidOrder } from '../support/paid-order.ts';
import { readOutcome } from '../support/read-outcome.ts';
import { stockOf } from '../support/checkout.ts';
import { createLinkToken, hashToken } from '#core/platform/link-token.server.ts';
import { tidyPhotographs } from '#core/pictures/tidy-photographs.server.ts';
import type { PartColumns } from '../support/parts.ts';

const PASSWORD = 'a password for returns';
const ORIGIN = 'http://shop.test';

let desk: Awaited<ReturnType<typeof createStripeShop>>;
let admin: string;
let staff: string;
let olga: string;
let stranger: string;
let olgaId: string;

beforeAll(async () => {
  desk = await createStripeShop();
  const { shop } = desk;
  await shop.addUser({ email: 'ada@example.com', password: PASSWORD, admin: true });
  await shop.addUser({ email: 'sam@example.com', password: PASSWORD, staff: true });
  await shop.addUser({ email: 'olga@example.com', password: PASSWORD });
  await shop.addUser({ email: 'vic@example.com', password: PASSWORD });
  admin = await shop.signIn('ada@example.com', PASSWORD);
  staff = await shop.signIn('sam@example.com', PASSWORD);
  olga = await shop.signIn('olga@example.com', PASSWORD);
  stranger = await shop.signIn('vic@example.com', PASSWORD);
  [{ id: olgaId }] = (await query("select id from auth.users where email = 'olga@example.com'")) as [
    { id: string },
  ];
});
afterAll(() => desk[Symbol.asyncDispose]());
beforeEach(async () => {
  const { shop, stripe } = desk;
  stripe.refundsBecome = 'succeeded';
  stripe.recover();
  await shop.database.owner.query(
    "delete from alerts; delete from mails; update shop_settings set values = '{}'",
  );
  await removeJobs(shop.database.owner);
});

const query = async (text: string, values: unknown[] = []) =>
  (await desk.shop.database.owner.query(text, values)).rows;

type Part = PartColumns & { units?: number };

/** An order of Olga that was delivered so many days ago. */
async function addDelivered(parts: Part[] = [{}], days = 1, amounts = {}): Promise<PaidOrder> {
  const order = await addPaidOrder(desk, parts, amounts);
  await query('update orders set user_id = $2 where id = $1', [order.id, olgaId]);
  // A large payment is checked first.
  await desk.shop.runJobs();
  for (const action of ['ship', 'delivered'])
    await post(`/admin/orders/PY-${order.number}.data`, { intent: action }, staff);
  await query(
    'update shipments set shipped_at = now() - make_interval(days => $2 + 1), delivered_at = now() - make_interval(days => $2) where order_id = $1',
    [order.id, days],
  );
  await desk.shop.runJobs();
  await query('delete from mails');
  return order;
}

function request(path: string, fields: Record<string, string | File>, cookie: string): Promise<Response> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  const headers = { cookie, Origin: ORIGIN };
  return desk.shop.request(path, { method: 'POST', headers, body });
}

async function post(...sent: Parameters<typeof request>) {
  const response = await request(...sent);
  const text = await response.text();
  return { status: response.status, location: response.headers.get('Location'), text };
}

const units = (id: string | undefined, count = 1) => ({ [`units:${id}`]: String(count) });
const shipped = (id: string | undefined, count = 1) => ({ [`shipped:${id}`]: String(count) });

/** Asks for a return and returns its number. */
async function ask(
  { number, lineIds }: PaidOrder,
  fields: Record<string, string> = { ...units(lineIds[0]), reason: 'not_needed' },
  path = 'return',
): Promise<string> {
  const { status, location, text } = await post(`/orders/PY-${number}/${path}`, fields, olga);
  expect([status, text.match(/role="alert".*?<\/p>/)?.[0]]).toEqual([302, undefined]);
  return location?.split('/').at(-1) ?? '';
}

async function act(rma: string, action: string, fields: Record<string, string> = {}, cookie = staff) {
  const response = await request(`/admin/returns/${rma}.data`, { intent: action, ...fields }, cookie);
  return { status: response.status, ...(await readOutcome(response)) };
}

const approval = { fault: 'buyer', send_to: 'Partyard\n1 Yard Road' };

async function bring(rma: string, fault: 'buyer' | 'shop' | null = 'buyer', restock: string[] = []) {
  const who: Record<string, string> = fault === null ? {} : { fault };
  const { send_to } = approval;
  expect(await act(rma, 'approve', { send_to, ...who })).toMatchObject({ status: 200 });
  expect(await act(rma, 'receive')).toMatchObject({ status: 200 });
  const back = Object.fromEntries(restock.map((id) => [`restock:${id}`, 'yes']));
  expect(await act(rma, 'inspect', { ...who, ...back })).toMatchObject({ status: 200 });
}

const stateOf = async (rma: string) =>
  (await query('select state from returns where number = $1', [rma.slice(4)]))[0]?.state;
const mailsOf = async (rma: string) =>
  (
    await query(
      "select subject from mails where recipient = 'dana@example.com' and subject like $1 order by cardinality(follows) nulls first",
      [`% ${rma}: %`],
    )
  ).map(({ subject }) => subject.split(': ').at(-1));
const refundsOf = ({ id }: PaidOrder) =>
  query('select state, amount from refunds where order_id = $1 order by requested_at', [id]);

async function runDueJobs() {
  await makeJobsDue(desk.shop.database.owner);
  await desk.shop.runJobs();
}

describe('the life of a return', () => {
  test('asked, approved, received, inspected and refunded, with a mail for each step, in order, once', async () => {
    const order = await addDelivered([
      { part_name: 'Horn', price: 40, image_url: '/parts/horn.svg' },
      { part_name: 'Mirror', price: 120, image_url: '/parts/mirror.svg' },
    ]);
    const [horn = ''] = order.lineIds;
    const before = await stockOf(desk.shop, order.partIds[0] ?? '');
    const rma = await ask(order);
    expect(rma).toMatch(/^RMA-\d{4,}$/);
    expect(await stateOf(rma)).toBe('asked');
    // The jobs of all steps run at the end: the mails are written in the order of the steps.
    await bring(rma, 'buyer', [horn]);
    await runDueJobs();
    expect(await mailsOf(rma)).toEqual(['we received your request', 'approved', 'received']);

    expect(await act(rma, 'refund')).toMatchObject({
      status: 200,
      message: expect.stringContaining('$43.20'),
    });
    expect(await stateOf(rma)).toBe('inspected');
    expect(await act(rma, 'refund')).toMatchObject({ status: 400 });
    expect(await act(rma, 'send-back', { note: 'Too late' })).toMatchObject({ status: 400 });
    await runDueJobs();
    await runDueJobs();
    expect(await stateOf(rma)).toBe('refunded');
    expect(await refundsOf(order)).toEqual([{ state: 'done', amount: '43.20' }]);
    expect(desk.stripe.refundedOf(order.sessionId)).toBe(4320);
    expect(await mailsOf(rma)).toEqual(['we received your request', 'approved', 'received', 'refunded']);
    // The mail of the return says it; there is no second one about the refund.
    expect(await query("select subject from mails where subject like 'Refund%'")).toEqual([]);
    expect(await query("select html, body from mails where subject like '%: approved'")).toEqual([
      {
        html: expect.stringContaining(`to=returns/${rma}/slip`),
        body: expect.stringContaining('1 Yard Road'),
      },
    ]);
    // What they name, they show. The mail to the shop is the first one.
    const pictures = await query('select html from mails where subject like $1 order by created_at', [
      `%${rma}%`,
    ]);
    expect(pictures.map(({ html }) => html.match(/<img[^>]*alt="[^"]+"/g)?.length ?? 0)).toEqual([
      1, 1, 1, 1, 0,
    ]);
    expect(pictures[0].html).toContain('<img src="http://shop.test/parts/horn.svg" alt="Horn"');
    const after = await stockOf(desk.shop, order.partIds[0] ?? '');
    expect(after.stock).toBe(before.stock + 1);
    const kinds = (
      await query(
        'select return_events.kind from return_events join returns on returns.id = return_id where number = $1 order by return_events.id',
        [rma.slice(4)],
      )
    ).map(({ kind }) => kind);
    expect(kinds).toEqual(['asked', 'approved', 'received', 'inspected', 'refund_requested', 'refunded']);
  });

  test('the buyer sees the page and the slip, and others see nothing', async () => {
    const order = await addDelivered();
    const rma = await ask(order);
    const page = `/orders/PY-${order.number}/returns/${rma}`;
    const see = async (path: string, cookie: string) =>
      (await desk.shop.request(path, { headers: { cookie } })).status;
    expect(await see(page, olga)).toBe(200);
    expect(await see(`${page}/slip`, olga)).toBe(404);
    await act(rma, 'approve', approval);
    expect(await see(`${page}/slip`, olga)).toBe(200);
    for (const path of [page, `${page}/slip`, `/orders/PY-${order.number}/return`]) {
      expect([path, await see(path, stranger), await see(path, '')]).toEqual([path, 404, 302]);
    }
    expect(await post(`/orders/PY-${order.number}/return`, {}, stranger)).toMatchObject({ status: 404 });
    // Not the return of another order, even of the same buyer.
    const other = await addDelivered([{ part_name: 'Horn' }]);
    expect(await see(`/orders/PY-${other.number}/returns/${rma}`, olga)).toBe(404);
  });

  test('a guest returns parts through the links in the mails', async () => {
    const order = await addDelivered();
    await query('update orders set user_id = null where id = $1', [order.id]);
    const token = createLinkToken();
    await query('insert into order_links (token_hash, order_id) values ($1, $2)', [
      hashToken(token),
      order.id,
    ]);
    const page = `/orders/PY-${order.number}`;
    const fields = { ...units(order.lineIds[0]), reason: 'not_needed' };
    expect(await post(`${page}/return`, fields, '')).toMatchObject({ status: 302, location: page });

    const opened = await desk.shop.request(`${page}/open?token=${token}&to=//evil.test`);
    expect(opened.headers.get('Location')).toBe(page);
    const cookie = opened.headers.get('Set-Cookie')?.split(';')[0] ?? '';
    const asked = await post(`${page}/return`, fields, cookie);
    const rma = asked.location?.split('/').at(-1) ?? '';
    expect(asked).toMatchObject({ status: 302, location: `${page}/returns/${rma}` });
    await desk.shop.runJobs();
    const [mail] = await query("select body from mails where recipient = 'dana@example.com'");
    const link = /http:\/\/shop\.test(\S+)/.exec(mail.body.split('See your return')[1])?.[1] ?? '';
    const followed = await desk.shop.request(link);
    expect(followed.headers.get('Location')).toBe(`${page}/returns/${rma}`);
    const seen = await desk.shop.request(`${page}/returns/${rma}`, {
      headers: { cookie: followed.headers.get('Set-Cookie')?.split(';')[0] ?? '' },
    });
    expect(await seen.text()).toContain(rma);

    const other = await addDelivered();
    expect(await post(`/orders/PY-${other.number}/return`, fields, cookie)).toMatchObject({
      location: `/orders/PY-${other.number}`,
    });
    // The link opens no return and no photograph of another order, by any address.
    const othersRma = await ask(other);
    const [photo] = await query(
      "insert into return_photos (return_id, file) select id, 'photos/a.webp' from returns where number = $1 returning id",
      [othersRma.slice(4)],
    );
    for (const path of [
      `${page}/returns/${othersRma}`,
      `${page}/returns/${othersRma}/slip`,
      `${page}/returns/${othersRma}/photos/${photo.id}`,
      `${page}/returns/${rma}/photos/${photo.id}`,
    ]) {
      expect([path, (await desk.shop.request(path, { headers: { cookie } })).status]).toEqual([path, 404]);
    }
    const elsewhere = `/orders/PY-${other.number}/returns/${othersRma}`;
    expect((await desk.shop.request(elsewhere, { headers: { cookie } })).status).toBe(302);
    expect(await post(`${page}/returns/${othersRma}`, {}, cookie)).toMatchObject({ status: 404 });
    expect(await stateOf(othersRma)).toBe('asked');
    expect(await post(`/orders/PY-${order.number}/return`, fields, stranger + '; ' + cookie)).toMatchObject({
      status: 409,
    });
    await query('update order_links set revoked_at = now()');
    expect(await post(`${page}/returns/${rma}`, {}, cookie)).toMatchObject({ location: page });
    expect(await stateOf(rma)).toBe('asked');
  });

  test('refused with a reason, and asked again', async () => {
    const order = await addDelivered();
    const rma = await ask(order);
    expect(await act(rma, 'refuse')).toMatchObject({
      status: 400,
      message: expect.stringContaining('enter a reason'),
    });
    expect(await act(rma, 'refuse', { note: 'It was installed.' })).toMatchObject({ status: 200 });
    await runDueJobs();
    expect(await mailsOf(rma)).toEqual(['we received your request', 'declined']);
    expect(await query("select body from mails where subject like '%: declined'")).toEqual([
      { body: expect.stringContaining('It was installed.') },
    ]);
    expect(await act(rma, 'approve', approval)).toMatchObject({ status: 400 });
    expect(await ask(order)).not.toBe(rma);
  });

  test('sent back after the inspection', async () => {
    const order = await addDelivered();
    const rma = await ask(order);
    await bring(rma);
    expect(
      await act(rma, 'send-back', { note: 'It is not our part.', tracking: '1Z999AA10123456784' }),
    ).toMatchObject({
      status: 200,
    });
    await runDueJobs();
    expect(await mailsOf(rma)).toEqual([
      'we received your request',
      'approved',
      'received',
      'your parts are on their way back to you',
    ]);
    expect(await query('select carrier from returns where number = $1', [rma.slice(4)])).toEqual([
      { carrier: 'UPS' },
    ]);
    expect(await refundsOf(order)).toEqual([]);
  });

  test('the buyer cancels until the parts are received', async () => {
    const order = await addDelivered();
    const rma = await ask(order);
    const page = `/orders/PY-${order.number}/returns/${rma}`;
    const cancel = { intent: 'cancel' };
    expect(await post(page, cancel, stranger)).toMatchObject({ status: 404 });
    expect(await post(page, {}, olga)).toMatchObject({ status: 400 });
    expect(await stateOf(rma)).toBe('asked');
    expect(await post(page, cancel, olga)).toMatchObject({ status: 302 });
    expect(await stateOf(rma)).toBe('canceled');
    const second = await ask(order);
    await act(second, 'approve', approval);
    await act(second, 'receive');
    await post(`/orders/PY-${order.number}/returns/${second}`, cancel, olga);
    expect(await stateOf(second)).toBe('received');
  });
});

describe('what can be returned', () => {
  test('of two returns of one line at the same time, one wins', async () => {
    const order = await addDelivered();
    const path = `/orders/PY-${order.number}/return`;
    const fields = { ...units(order.lineIds[0]), reason: 'not_needed' };
    const results = await Promise.all([
      post(path, fields, olga),
      post(path, fields, olga),
      post(path, fields, olga),
    ]);
    expect(results.map(({ status }) => status).toSorted()).toEqual([302, 409, 409]);
    expect(await query('select from returns where order_id = $1', [order.id])).toHaveLength(1);
  });

  test.each([
    [
      'a unit that is refunded',
      (o: PaidOrder) =>
        post(
          `/admin/orders/PY-${o.number}.data`,
          { intent: 'refund', by: 'lines', ...shipped(o.lineIds[0]) },
          staff,
        ),
      409,
    ],
    [
      'more than 30 days after the delivery',
      (o: PaidOrder) =>
        query(
          "update shipments set shipped_at = now() - interval '33 days', delivered_at = now() - interval '32 days' where order_id = $1",
          [o.id],
        ),
      409,
    ],
    [
      'what has not left the shop',
      (o: PaidOrder) => query('update shipments set undone_at = now() where order_id = $1', [o.id]),
      409,
    ],
    [
      'a refunded order',
      (o: PaidOrder) =>
        query("update orders set status = 'refunded', refunded = amount where id = $1", [o.id]),
      409,
    ],
  ])('%s is refused', async (_, prepare, status) => {
    const order = await addDelivered([{ part_name: 'Horn' }, { part_name: 'Mirror' }]);
    await prepare(order);
    const fields = { ...units(order.lineIds[0]), reason: 'not_needed' };
    expect(await post(`/orders/PY-${order.number}/return`, fields, olga)).toMatchObject({ status });
    expect(await query('select from returns where order_id = $1', [order.id])).toEqual([]);
  });

  test.each([
    ['no unit', { reason: 'not_needed' }],
    ['no reason', { units: '1' }],
    ['an unknown reason', { units: '1', reason: 'constructor' }],
    ['more units than were bought', { units: '2', reason: 'not_needed' }],
    ['units that are no number', { units: 'all', reason: 'not_needed' }],
    ['a fault of the shop without a word about it', { units: '1', reason: 'damaged' }],
    ['a text that is too long', { units: '1', reason: 'not_needed', details: 'x'.repeat(2001) }],
  ])('%s is refused and changes nothing', async (_, { units: count, ...fields }: Record<string, string>) => {
    const order = await addDelivered();
    const chosen = count === undefined ? {} : { [`units:${order.lineIds[0]}`]: count };
    const { status, text } = await post(`/orders/PY-${order.number}/return`, { ...fields, ...chosen }, olga);
    expect([400, 409]).toContain(status);
    expect(text).toContain('Return parts');
    expect(await query('select from returns where order_id = $1', [order.id])).toEqual([]);
  });

  test('a return that waits stops a refund of the same unit from being paid twice', async () => {
    const order = await addDelivered([{ part_name: 'Horn' }, { part_name: 'Mirror' }]);
    const rma = await ask(order);
    const refund = { intent: 'refund', by: 'lines', ...shipped(order.lineIds[0]) };
    expect(await post(`/admin/orders/PY-${order.number}.data`, refund, staff)).toMatchObject({
      status: 200,
    });
    await bring(rma);
    expect(await act(rma, 'refund')).toMatchObject({
      status: 400,
      message: expect.stringContaining('only 0 of Horn'),
    });
  });
});

describe('the money', () => {
  test('restocking is kept of the price, and never if the shop is at fault', async () => {
    await query(
      `update shop_settings set values = '{"business": {"returns": {"days": 30, "refundDays": "5-10", "restockingRate": 0.15, "wayBack": "buyer"}}}'`,
    );
    const mine = await addDelivered([{ part_name: 'Horn', price: 40 }]);
    const ours = await addDelivered([{ part_name: 'Mirror', price: 40 }]);
    const later = await addDelivered([{ part_name: 'Lamp', price: 40 }]);
    // The terms of the order count, whatever the settings are now.
    await query("update shop_settings set values = '{}'");
    const kept = await ask(mine);
    await bring(kept, 'buyer');
    // Postage is not refunded when the buyer pays for the way back.
    await act(kept, 'refund', { postage: '9.50' });
    expect(await refundsOf(mine)).toEqual([{ state: 'requested', amount: '37.20' }]);

    const whole = await ask(ours, {
      ...units(ours.lineIds[0]),
      reason: 'damaged',
      details: 'Cracked glass',
    });
    await bring(whole, 'shop');
    await act(whole, 'refund', { deducted: '5', note: 'Scratched' });
    // With tax and shipping, without restocking and deductions.
    expect(await refundsOf(ours)).toEqual([{ state: 'requested', amount: '58.20' }]);

    const less = await ask(later);
    await bring(less, 'buyer');
    expect(await act(less, 'refund', { deducted: '5' })).toMatchObject({ status: 400 });
    await act(less, 'refund', { deducted: '5', note: 'A bolt is missing' });
    expect(await refundsOf(later)).toEqual([{ state: 'requested', amount: '32.20' }]);
  });

  test('staff stay below their limit, and admins refund more', async () => {
    const order = await addDelivered([{ part_name: 'Engine', price: 500 }]);
    const rma = await ask(order);
    await bring(rma, 'buyer', order.lineIds);
    const before = await stockOf(desk.shop, order.partIds[0] ?? '');
    expect(await act(rma, 'refund')).toMatchObject({
      status: 403,
      message: 'Error refunding: that is more than staff may refund. Ask an admin',
    });
    expect(await stockOf(desk.shop, order.partIds[0] ?? '')).toEqual(before);
    expect(await act(rma, 'refund', {}, admin)).toMatchObject({ status: 200 });
  });

  test('two people refund at the same time, once', async () => {
    const order = await addDelivered();
    const rma = await ask(order);
    await bring(rma);
    const results = await Promise.all([act(rma, 'refund'), act(rma, 'refund', {}, admin)]);
    expect(results.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    expect(await refundsOf(order)).toHaveLength(1);
  });

  test('a refund that fails leaves the return inspected, and is done again', async () => {
    const order = await addDelivered([{ part_name: 'Horn' }, { part_name: 'Mirror' }]);
    const rma = await ask(order);
    await bring(rma);
    desk.stripe.refundsBecome = 'failed';
    await act(rma, 'refund');
    await runDueJobs();
    expect(await stateOf(rma)).toBe('inspected');
    desk.stripe.refundsBecome = 'succeeded';
    expect(await act(rma, 'refund')).toMatchObject({ status: 200 });
    await runDueJobs();
    expect(await stateOf(rma)).toBe('refunded');
    expect((await mailsOf(rma)).filter((subject) => subject === 'refunded')).toHaveLength(1);
  });

  test('a refund that fails after it was done puts the return back to inspected, and its unit into stock once', async () => {
    const order = await addDelivered([{ part_name: 'Horn' }, { part_name: 'Mirror' }]);
    const before = Number((await stockOf(desk.shop, order.partIds[0] ?? '')).stock);
    const rma = await ask(order);
    await bring(rma, 'buyer', order.lineIds);
    await act(rma, 'refund');
    await runDueJobs();
    expect(await stateOf(rma)).toBe('refunded');
    await deliverToShop(desk, desk.stripe.changeRefund(order.sessionId, 'failed'));
    expect(await stateOf(rma)).toBe('inspected');
    expect(await act(rma, 'send-back', { note: 'Keep it' })).toMatchObject({
      status: 400,
      message: 'Error sending back: Horn is back in stock already. Refund it instead',
    });

    // Refused twice, then accepted.
    desk.stripe.refundsBecome = 'failed';
    for (let round = 0; round < 2; round += 1) {
      expect(await act(rma, 'refund')).toMatchObject({ status: 200 });
      await runDueJobs();
      expect(await stateOf(rma)).toBe('inspected');
    }
    desk.stripe.refundsBecome = 'succeeded';
    expect(await act(rma, 'refund')).toMatchObject({ status: 200 });
    await runDueJobs();
    expect(await stateOf(rma)).toBe('refunded');
    expect(await stockOf(desk.shop, order.partIds[0] ?? '')).toMatchObject({ stock: before + 1 });
    const steps = await query(
      "select count(*)::int as count from return_events join returns on returns.id = return_id where number = $1 and return_events.kind = 'refund_failed'",
      [rma.slice(4)],
    );
    expect(steps).toEqual([{ count: 3 }]);
  });

  test('a lost answer of the provider refunds once and mails once', async () => {
    const order = await addDelivered();
    const rma = await ask(order);
    await bring(rma);
    await act(rma, 'refund');
    desk.stripe.failNext('hang up', 2);
    await desk.shop.runJobs();
    expect(await stateOf(rma)).toBe('inspected');
    desk.stripe.recover();
    await runDueJobs();
    expect(await stateOf(rma)).toBe('refunded');
    expect(desk.stripe.refundedOf(order.sessionId)).toBe(4320);
    expect((await mailsOf(rma)).filter((subject) => subject === 'refunded')).toHaveLength(1);
  });

  test('a job that is killed after a step writes each mail once when it runs again', async () => {
    const order = await addDelivered();
    const rma = await ask(order);
    await act(rma, 'approve', approval);
    const events = await query(
      'select return_events.id from return_events join returns on returns.id = return_id where number = $1 order by 1',
      [rma.slice(4)],
    );
    // The later job is the first that runs, and both run twice.
    const { pools: database } = desk.shop.database;
    for (const { id } of [events[1], events[0], events[1], events[0]]) {
      await mailReturnStep({ database, siteUrl: ORIGIN, eventId: id });
    }
    await runDueJobs();
    expect(await mailsOf(rma)).toEqual(['we received your request', 'approved']);
  });
});

describe('less arrives than was announced', () => {
  async function announce() {
    const order = await addDelivered([{ part_name: 'Horn', units: 3 }]);
    const [horn = ''] = order.lineIds;
    const rma = await ask(order, { ...units(horn, 3), reason: 'not_needed' });
    expect(await act(rma, 'approve', approval)).toMatchObject({ status: 200 });
    const before = Number((await stockOf(desk.shop, order.partIds[0] ?? '')).stock);
    return { order, horn, rma, before };
  }

  /** Inspects and refunds what arrived. */
  async function settle(rma: string, horn: string) {
    expect(await act(rma, 'inspect', { fault: 'buyer', [`restock:${horn}`]: 'yes' })).toMatchObject({
      status: 200,
    });
    expect(await act(rma, 'refund')).toMatchObject({ status: 200 });
    await runDueJobs();
    expect(await stateOf(rma)).toBe('refunded');
  }

  test('the rest stays open with a number of its own, and is refunded when it comes', async () => {
    const { order, horn, rma, before } = await announce();
    const received = await act(rma, 'receive', { ...units(horn, 2), rest: 'open' });
    const rest = received.message?.match(/RMA-\d+/)?.[0] ?? '';
    expect(received).toMatchObject({
      status: 200,
      message: `Received in part. The rest stays open as ${rest}`,
    });
    expect(await stateOf(rest)).toBe('approved');
    await settle(rma, horn);
    expect(await refundsOf(order)).toEqual([{ state: 'done', amount: '86.40' }]);
    expect(await stockOf(desk.shop, order.partIds[0] ?? '')).toMatchObject({ stock: before + 2 });
    const [mail] = await query('select body from mails where subject like $1', [`%${rma}: received`]);
    expect(mail?.body).toContain('\n\n2 × Horn for 2015 Honda Civic, ');
    expect(mail?.body).toContain(`Still missing: Horn. When you send it, write ${rest} on the box.`);
    // Nothing of the order can be announced twice.
    const again = { ...units(horn), reason: 'not_needed' };
    expect(await post(`/orders/PY-${order.number}/return`, again, olga)).toMatchObject({ status: 409 });

    expect(await act(rest, 'receive')).toMatchObject({ status: 200 });
    await settle(rest, horn);
    expect(await refundsOf(order)).toHaveLength(2);
    expect(await stockOf(desk.shop, order.partIds[0] ?? '')).toMatchObject({ stock: before + 3 });
  });

  test('a line of which nothing came is closed, and the others are refunded', async () => {
    const order = await addDelivered([{ part_name: 'Horn' }, { part_name: 'Mirror', price: 120 }]);
    const [horn = '', mirror = ''] = order.lineIds;
    const rma = await ask(order, { ...units(horn), ...units(mirror), reason: 'not_needed' });
    await act(rma, 'approve', approval);
    const came = { ...units(horn), ...units(mirror, 0), rest: 'closed', note: 'No mirror in the box' };
    expect(await act(rma, 'receive', came)).toMatchObject({ status: 200 });
    await settle(rma, horn);
    expect(await refundsOf(order)).toEqual([{ state: 'done', amount: '43.20' }]);
  });

  test('the rest is closed with a reason, and the buyer can ask for it again', async () => {
    const { order, horn, rma, before } = await announce();
    const closed = { ...units(horn, 1), rest: 'closed' };
    expect(await act(rma, 'receive', closed)).toMatchObject({ status: 400 });
    expect(await act(rma, 'receive', { ...closed, note: 'The box was empty but for one' })).toMatchObject({
      status: 200,
      message: 'Received in part. The rest is not expected anymore',
    });
    await settle(rma, horn);
    expect(await refundsOf(order)).toEqual([{ state: 'done', amount: '43.20' }]);
    expect(await stockOf(desk.shop, order.partIds[0] ?? '')).toMatchObject({ stock: before + 1 });
    const again = await ask(order, { ...units(horn, 2), reason: 'not_needed' });
    expect(await stateOf(again)).toBe('asked');
    const page = await desk.shop.request(`/admin/returns/${rma}`, { headers: { cookie: staff } });
    expect(await page.text()).toContain('The box was empty but for one');
  });

  test.each([
    ['nothing arrived', (horn: string) => units(horn, 0), 'enter at least one unit that arrived'],
    ['more arrived than announced', (horn: string) => units(horn, 4), 'only 3 of Horn were announced'],
    ['no word about the rest', (horn: string) => units(horn, 2), 'choose what happens with the rest'],
    [
      'an unknown word',
      (horn: string) => ({ ...units(horn, 2), rest: 'lost' }),
      'choose what happens with the rest',
    ],
    [
      'no number',
      (horn: string) => ({ [`units:${horn}`]: 'two', rest: 'open' }),
      'enter whole numbers of units',
    ],
  ])('%s is refused and changes nothing', async (_, fields, reason) => {
    const { horn, rma } = await announce();
    expect(await act(rma, 'receive', fields(horn) as Record<string, string>)).toMatchObject({
      status: 400,
      message: `Error recording the arrival: ${reason}`,
    });
    expect(await stateOf(rma)).toBe('approved');
  });
});

test('staff go on while the mail about their last step is being written', async () => {
  const order = await addDelivered();
  const rma = await ask(order);
  await act(rma, 'approve', approval);
  const [event] = await query(
    "select return_events.id from return_events join returns on returns.id = return_id where number = $1 and return_events.kind = 'approved'",
    [rma.slice(4)],
  );
  const { pools: database, ownerUrl } = desk.shop.database;
  const locker = new pg.Client({ connectionString: ownerUrl });
  await locker.connect();
  await locker.query('begin; lock table order_links in exclusive mode');
  const writing = mailReturnStep({ database, siteUrl: ORIGIN, eventId: event?.id });
  const waiting = () =>
    query("select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()");
  await expect.poll(async () => (await waiting()).length).toBe(1);
  const received = act(rma, 'receive');
  await expect.poll(async () => (await waiting()).length).toBe(2);
  await locker.query('commit');
  await locker.end();
  expect(await received).toMatchObject({ status: 200 });
  await writing;
});

describe('cores', () => {
  const core = { part_name: 'Alternator', price: 90, core_charge: 40, image_url: '/parts/alternator.svg' };
  const addCore = () => addDelivered([core], 1, { taxCents: 1040, coreCents: 4000 });

  test('a core comes back, its charge is refunded, and not again with the part', async () => {
    const order = await addCore();
    const rma = await ask(order, units(order.lineIds[0]), 'core');
    // The dialogs of a core ask who made the mistake for no answer.
    await bring(rma, null);
    await act(rma, 'refund');
    await runDueJobs();
    expect(await stateOf(rma)).toBe('refunded');
    expect(await refundsOf(order)).toEqual([{ state: 'done', amount: '43.20' }]);
    const [mail] = await query('select body from mails where subject like $1', [`%${rma}: refunded`]);
    expect(mail?.body).toContain('Core charge: $43.20');
    const again = await post(`/orders/PY-${order.number}/core`, units(order.lineIds[0]), olga);
    expect(again.status).toBe(409);

    const part = await ask(order);
    await bring(part);
    await act(part, 'refund');
    expect((await refundsOf(order)).at(-1)).toEqual({ state: 'requested', amount: '97.20' });
    // The books take the core charge back with the core, and not again with the part.
    expect(
      await query('select core, core_charge from refund_lines where line_id = $1 order by core desc', [
        order.lineIds[0],
      ]),
    ).toEqual([
      { core: true, core_charge: '40.00' },
      { core: false, core_charge: '0.00' },
    ]);
  });

  test('a part without a core charge has no core to send back, nor has one after its days', async () => {
    const plain = await addDelivered();
    expect((await post(`/orders/PY-${plain.number}/core`, units(plain.lineIds[0]), olga)).status).toBe(400);
    const late = await addCore();
    await query("update orders set paid_at = now() - interval '32 days' where id = $1", [late.id]);
    expect((await post(`/orders/PY-${late.number}/core`, units(late.lineIds[0]), olga)).status).toBe(409);
  });

  test('nor has a part whose money went back with its core charge', async () => {
    const order = await addCore();
    const rma = await ask(order);
    await bring(rma);
    await act(rma, 'refund');
    await runDueJobs();
    expect((await post(`/orders/PY-${order.number}/core`, units(order.lineIds[0]), olga)).status).toBe(409);
  });

  test('the buyer is reminded once before the last day, unless all cores came back', async () => {
    const [due, early, done] = [await addCore(), await addCore(), await addCore()];
    await ask(done, units(done.lineIds[0]), 'core');
    await query("update orders set paid_at = now() - interval '24 days' where id = any ($1)", [
      [due.id, done.id],
    ]);
    const { pools: database } = desk.shop.database;
    await Promise.all([1, 2].map(() => remindOfCores({ database, siteUrl: ORIGIN })));
    await remindOfCores({ database, siteUrl: ORIGIN });
    const mails = await query("select subject, body, html from mails where subject like '%old parts%'");
    expect(mails).toHaveLength(1);
    expect(mails[0].subject).toContain(`PY-${due.number}`);
    expect(mails[0].body).toMatch(/open\?token=[\w-]{43}&to=core/);
    expect(mails[0].html).toContain('alt="Alternator"');
    expect(await query('select core_reminded_at from orders where id = $1', [early.id])).toEqual([
      { core_reminded_at: null },
    ]);
  });
});

describe('warranty claims', () => {
  const claim = {
    installer: 'Main Street Garage',
    installed_on: '2026-01-05',
    installed_mileage: '84,200',
    failed_mileage: '84900',
    details: 'It whines.',
  };

  test('a claim keeps what the installer did, and is refunded whole', async () => {
    const order = await addDelivered([
      { part_name: 'Alternator', price: 90 },
      { part_name: 'Belt', price: 20 },
    ]);
    const rma = await ask(order, { ...claim, line: order.lineIds[0] ?? '' }, 'claim');
    expect(
      await query(
        'select kind, installer, installed_on::text as day, installed_mileage, failed_mileage, details from returns where number = $1',
        [rma.slice(4)],
      ),
    ).toEqual([
      {
        kind: 'warranty',
        installer: 'Main Street Garage',
        day: '2026-01-05',
        installed_mileage: 84200,
        failed_mileage: 84900,
        details: 'It whines.',
      },
    ]);
    const { text } = await desk.shop
      .request(`/admin/returns/${rma}`, { headers: { cookie: staff } })
      .then(async (response) => ({ text: await response.text() }));
    expect(text).toContain('Main Street Garage');
    await bring(rma, 'shop');
    await act(rma, 'refund', { postage: '9.50' });
    // The price with tax, shipping, and the way back.
    expect((await refundsOf(order)).at(-1)?.amount).toBe('121.70');
  });

  test.each([
    ['without an installer', { installer: '' }],
    ['of a day to come', { installed_on: '2999-01-05' }],
    ['of no day', { installed_on: 'yesterday' }],
    ['with less miles than at installation', { failed_mileage: '84,000' }],
    ['with half a mile', { installed_mileage: '0.5' }],
    ['without a fault', { details: ' ' }],
    ['of no part', { line: '' }],
  ])('%s: refused', async (_, fields) => {
    const order = await addDelivered();
    const all = { ...claim, line: order.lineIds[0] ?? '', ...fields };
    expect((await post(`/orders/PY-${order.number}/claim`, all, olga)).status).toBe(400);
    expect(await query('select from returns where order_id = $1', [order.id])).toEqual([]);
  });

  test('a used part is covered for its days', async () => {
    const order = await addDelivered([{}], 32);
    const { status, text } = await post(
      `/orders/PY-${order.number}/claim`,
      { ...claim, line: order.lineIds[0] ?? '' },
      olga,
    );
    expect(status).toBe(409);
    expect(text).toContain('The warranty has expired');
  });
});

describe('photographs', () => {
  async function add(path: string, content: Uint8Array<ArrayBuffer>, cookie: string) {
    const photo = new File([content], 'photo.jpg', { type: 'image/jpeg' });
    return post(path, { intent: 'add-photo', photo }, cookie);
  }

  async function picture(size = 40): Promise<Uint8Array<ArrayBuffer>> {
    const { default: sharp } = await import('sharp');
    return new Uint8Array(
      await sharp({ create: { width: size, height: size, channels: 3, background: 'red' } })
        .withExif({ IFD0: { Copyright: 'Secret place' } })
        .jpeg()
        .toBuffer(),
    );
  }

  test('a photograph is kept without its metadata, for the buyer and staff only', async () => {
    const order = await addDelivered();
    const rma = await ask(order);
    const path = `/orders/PY-${order.number}/returns/${rma}`;
    expect(await add(`${path}.data`, await picture(), olga)).toMatchObject({ status: 200 });
    expect(await add(`${path}.data`, await picture(), stranger)).toMatchObject({ status: 404 });
    expect(await add(`/admin/returns/${rma}.data`, await picture(), staff)).toMatchObject({ status: 200 });
    const photos = await query(
      'select return_photos.id, by_shop from return_photos join returns on returns.id = return_id where number = $1 order by added_at',
      [rma.slice(4)],
    );
    expect(photos.map(({ by_shop }) => by_shop)).toEqual([false, true]);
    const { id } = photos[0];
    const kept = await desk.shop.request(`${path}/photos/${id}`, { headers: { cookie: olga } });
    expect(kept.headers.get('Content-Type')).toBe('image/webp');
    const content = Buffer.from(await kept.arrayBuffer());
    expect(content.includes('Secret place')).toBe(false);
    for (const [cookie, address, status] of [
      [staff, `/admin/return-photo/${id}`, 200],
      [stranger, `${path}/photos/${id}`, 404],
      [stranger, `/admin/return-photo/${id}`, 302],
    ] as const) {
      expect((await desk.shop.request(address, { headers: { cookie } })).status).toBe(status);
    }
  });

  test('a form without JavaScript adds a photograph once, and shows why one is refused', async () => {
    const order = await addDelivered();
    const rma = await ask(order);
    const path = `/orders/PY-${order.number}/returns/${rma}`;
    const send = async (content: Uint8Array<ArrayBuffer>) => {
      const body = new FormData();
      body.set('intent', 'add-photo');
      body.set('photo', new File([content], 'photo.jpg', { type: 'image/jpeg' }));
      const headers = { cookie: olga, Origin: ORIGIN, Accept: 'text/html' };
      return desk.shop.request(path, { method: 'POST', headers, body });
    };
    const added = await send(await picture());
    expect([added.status, added.headers.get('Location')]).toEqual([302, path]);
    const refused = await send(new TextEncoder().encode('no picture'));
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain('Error adding the photo: Only PNG');
  });

  test('what is not a picture, or too large, or too much, is refused', async () => {
    const order = await addDelivered();
    const rma = await ask(order);
    const path = `/orders/PY-${order.number}/returns/${rma}.data`;
    const text = new TextEncoder().encode('<script>alert(1)</script>');
    expect(await add(path, text, olga)).toMatchObject({
      status: 400,
      text: expect.stringContaining('Only PNG'),
    });
    const damaged = (await picture()).slice(0, 200);
    expect(await add(path, damaged, olga)).toMatchObject({ status: 400 });
    expect(await add(path, new Uint8Array(12_000_000), olga)).toMatchObject({ status: 413 });
    const { default: sharp } = await import('sharp');
    const huge = await sharp({ create: { width: 8000, height: 8000, channels: 3, background: 'red' } })
      .png({ compressionLevel: 1, palette: true })
      .toBuffer();
    expect(await add(path, new Uint8Array(huge), olga)).toMatchObject({
      status: 400,
      text: expect.stringContaining('50 megapixels'),
    });
    expect(
      await query('select from return_photos join returns on returns.id = return_id where number = $1', [
        rma.slice(4),
      ]),
    ).toEqual([]);

    await query(
      "insert into return_photos (return_id, file) select id, 'x' from returns, generate_series(1, 11) where number = $1",
      [rma.slice(4)],
    );
    const small = await picture(4);
    const results = await Promise.all([add(path, small, olga), add(path, small, olga)]);
    expect(results.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    await act(rma, 'refuse', { note: 'No' });
    expect(await add(path, small, olga)).toMatchObject({ status: 400 });
  });
});

describe('files of photographs', () => {
  const pictureOf = async (color: string) => {
    const { default: sharp } = await import('sharp');
    const create = { width: 9, height: 9, channels: 3 as const, background: color };
    return new File([new Uint8Array(await sharp({ create }).png().toBuffer())], 'photo.png');
  };
  const stored = async () =>
    (await desk.shop.files.list('photos', { limit: 1_000 })).map((name) => `photos/${name}`);
  const filesOf = async (order: PaidOrder) =>
    (
      await query(
        `select file from return_photos join returns on returns.id = return_id where order_id = $1
         union all select file from order_photos where order_id = $1`,
        [order.id],
      )
    ).map(({ file }) => file as string);

  async function addPhotographed(): Promise<{ order: PaidOrder; rma: string; files: string[] }> {
    const order = await addDelivered();
    const rma = await ask(order);
    const add = async (path: string, color: string, cookie: string) =>
      post(`${path}.data`, { intent: 'add-photo', photo: await pictureOf(color) }, cookie);
    await add(`/orders/PY-${order.number}/returns/${rma}`, 'red', olga);
    await add(`/admin/returns/${rma}`, 'blue', staff);
    await add(`/admin/orders/PY-${order.number}`, 'lime', staff);
    const files = await filesOf(order);
    expect(files).toHaveLength(3);
    return { order, rma, files };
  }

  async function hoursLater(hours: number, work: () => Promise<void>) {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 3_600_000 });
    try {
      await work();
    } finally {
      vi.useRealTimers();
    }
  }

  test('are deleted after their person was forgotten, also by a run after one that died', async () => {
    const { order, rma, files } = await addPhotographed();
    const other = await addPhotographed();
    // An order that is not finished keeps its photographs.
    await act(rma, 'refuse', { note: 'No' });
    await runDueJobs();
    await desk.shop.addUser({ email: 'nora@example.com', password: PASSWORD });
    const nora = await desk.shop.signIn('nora@example.com', PASSWORD);
    await query(
      "update orders set user_id = (select id from auth.users where email = 'nora@example.com') where id = $1",
      [order.id],
    );
    const headers = { cookie: nora, Origin: ORIGIN };
    const data = await (await desk.shop.request('/profile/data', { headers })).json();
    expect(data).toMatchObject({
      returns: [{ photographs: [{ id: expect.any(String) }, { id: expect.any(String) }] }],
      packing_photographs: [{ order_id: order.id }],
    });
    const deleted = await desk.shop.request('/auth/v1/user', {
      method: 'DELETE',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify({ password: PASSWORD }),
    });
    expect(deleted.status).toBe(200);
    expect(await filesOf(order)).toEqual([]);
    // The upload of someone who is just writing its row.
    await desk.shop.runRegularTask('tidy-photographs');
    expect(await stored()).toEqual(expect.arrayContaining(files));

    await hoursLater(25, async () => {
      let deletions = 0;
      const dying = {
        ...desk.shop.files,
        delete(name: string) {
          deletions += 1;
          return deletions === 2 ? Promise.reject(new Error('killed')) : desk.shop.files.delete(name);
        },
      };
      await expect(tidyPhotographs(desk.shop.database.pools, dying)).rejects.toThrow('killed');
      expect((await stored()).filter((file) => files.includes(file))).not.toEqual([]);
      await tidyPhotographs(desk.shop.database.pools, desk.shop.files);
    });
    const left = await stored();
    expect(left.filter((file) => files.includes(file))).toEqual([]);
    expect(left).toEqual(expect.arrayContaining(other.files));
  });

  test('of a return are deleted two years after its last step, those of the packed parcel stay', async () => {
    const { order, rma } = await addPhotographed();
    const age = (days: number) =>
      query(
        'update return_events set at = now() - make_interval(days => $2) from returns where return_id = returns.id and number = $1',
        [rma.slice(4), days],
      );
    await age(800);
    await hoursLater(25, () => tidyPhotographs(desk.shop.database.pools, desk.shop.files));
    expect(await filesOf(order)).toHaveLength(3);
    await act(rma, 'refuse', { note: 'No' });
    await age(729);
    await hoursLater(25, () => tidyPhotographs(desk.shop.database.pools, desk.shop.files));
    expect(await filesOf(order)).toHaveLength(3);
    await age(731);
    await hoursLater(25, () => tidyPhotographs(desk.shop.database.pools, desk.shop.files));
    const [packed, ...others] = await filesOf(order);
    expect(others).toEqual([]);
    expect(await stored()).toContain(packed);
  });
});

test('lists and searches returns for staff', async () => {
  const order = await addDelivered([{ part_name: 'Windshield' }]);
  const rma = await ask(order);
  const list = async (parameters: string) => {
    const response = await desk.shop.request(`/admin/returns?${parameters}`, { headers: { cookie: staff } });
    const found = [...(await response.text()).matchAll(/href="\/admin\/returns\/(RMA-\d+)"/g)];
    return [...new Set(found.map(([, number]) => number))];
  };
  for (const q of ['', rma, rma.slice(4), `PY-${order.number}`, 'windsh', 'dana@example.com']) {
    expect([q, await list(new URLSearchParams({ q }).toString())]).toEqual([
      q,
      expect.arrayContaining([rma]),
    ]);
  }
  expect(await list('q=nothing-like-it')).toEqual([]);
  expect(await list('view=closed')).not.toContain(rma);
});
