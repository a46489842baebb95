import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { stockOf } from '../support/checkout.ts';
import { makeJobsDue, removeJobs } from '../support/jobs.ts';
import { createStripeShop, deliverToShop } from '../support/paid-order.ts';
import { addParts } from '../support/parts.ts';
import { randomAddress } from '../support/random-address.ts';
import { withWrongClock } from '../support/wrong-clock.ts';

const PASSWORD = 'a password for the desk';
const NEW = '/admin/orders/quotes/new';

let desk: Awaited<ReturnType<typeof createStripeShop>>;
let staff: string;
let olga: string;

beforeAll(async () => {
  desk = await createStripeShop();
  const { shop } = desk;
  await shop.addUser({ email: 'sam@example.com', password: PASSWORD, staff: true });
  await shop.addUser({ email: 'olga@example.com', password: PASSWORD });
  staff = await shop.signIn('sam@example.com', PASSWORD);
  olga = await shop.signIn('olga@example.com', PASSWORD);
});
afterAll(() => desk[Symbol.asyncDispose]());
beforeEach(async () => {
  desk.stripe.recover();
  desk.stripe.refundsBecome = 'succeeded';
  await query('delete from mails');
  await removeJobs(desk.shop.database.owner);
  // What one person can hold is bounded.
  await query("update orders set status = 'expired', ended = 'expired' where status = 'pending'");
});

const query = async (text: string, values: unknown[] = []) =>
  (await desk.shop.database.owner.query(text, values)).rows;

type Fields = Record<string, string>;

async function post(path: string, fields: Fields, cookie = staff) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  const response = await desk.shop.request(path, {
    method: 'POST',
    headers: { cookie, Origin: 'http://shop.test', 'X-Forwarded-For': randomAddress() },
    body,
  });
  return {
    status: response.status,
    location: response.headers.get('Location'),
    text: (await response.text()).replaceAll('&#x27;', "'"),
  };
}

async function addPart(stock = 3, price = 40, oemNumber = '76250-TR0') {
  const [id] = await addParts(desk.shop.database.owner, [
    {
      part_name: 'Left Door Mirror',
      price,
      stock_quantity: stock,
      oem_number: oemNumber,
      part_type: 'Good',
    },
  ]);
  return String(id);
}

const lineOf = (part: string, units = '1', price = '40.00') => ({
  part,
  [`units:${part}`]: units,
  [`price:${part}`]: price,
});

const defaults = { intent: 'save', fulfillment: 'ship', location: 'Partyard', hours: '24' };

async function findOrder(location: string | null) {
  const number = location?.split('PY-')[1];
  const [order] = await query('select * from orders where number = $1', [number]);
  return order;
}

/** Returns the order of a new quote. */
async function makeQuote(part: string, fields: Fields = {}) {
  const { status, location, text } = await post(NEW, {
    sale: crypto.randomUUID(),
    ...defaults,
    ...lineOf(part),
    ...fields,
  });
  if (status !== 302) throw new Error(text.match(/role="status".{0,900}/gs)?.join('\n') ?? text);
  return findOrder(location);
}

const pageOf = (order: { number: string }) => `/admin/orders/quotes/PY-${order.number}`;

const press = (order: { number: string }, intent: string, fields: Fields = {}) =>
  post(`${pageOf(order)}.data`, { intent, ...fields });

/** Copies a link, opens it, and returns the buyer's cookie. */
async function openLink(order: { number: string }) {
  const { text } = await press(order, 'copy');
  const token = text.match(/quote\?token=([\w-]{43})/)?.[1] ?? '';
  return { token, ...(await follow(token)) };
}

async function follow(token: string) {
  const response = await desk.shop.request(`/quote?token=${token}`, {
    headers: { 'X-Forwarded-For': randomAddress() },
  });
  return {
    response,
    buyer: response.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; '),
  };
}

async function readBuyersPage(cookie: string) {
  const response = await desk.shop.request('/quote', { headers: { cookie } });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

const pay = (order: { number: string }, buyer: string) => post('/quote', { quote: order.number }, buyer);
const orderOf = async ({ id }: { id: string }) =>
  (await query('select * from orders where id = $1', [id]))[0];

async function sessionOf(order: { id: string }) {
  return String((await orderOf(order)).payment_session_id);
}

test('pickup is offered in a quote only with a location', async () => {
  const yard = { name: 'Main yard', street: '1 Main St', city: 'San Diego', state: 'CA', zip: '92101' };
  const offers = async () => {
    const response = await desk.shop.request(NEW, { headers: { cookie: staff } });
    return (await response.text()).includes('value="pickup"');
  };
  expect(await offers()).toBe(false);
  await query('update shop_settings set values = $1', [JSON.stringify({ business: { locations: [yard] } })]);
  expect(await offers()).toBe(true);
  await query("update shop_settings set values = '{}'");
});

describe('a quote', () => {
  test('holds its parts, is mailed once, paid by its link, and becomes an ordinary order', async () => {
    const part = await addPart();
    const order = await makeQuote(part, {
      ...lineOf(part, '2', '35.50'),
      email: 'Dana@example.com',
      name: 'Dana Driver',
      note: 'With the glass.',
    });
    expect(order).toMatchObject({ status: 'pending', amount: '91.68', tax: '5.68', shipping: '15.00' });
    expect(await stockOf(desk.shop, part)).toEqual({ stock: 3, held: 2 });

    expect((await press(order, 'mail')).text).toContain('The quote was sent');
    await desk.shop.runJobs();
    await desk.shop.runJobs();
    const mails = await query("select subject, body from mails where recipient = 'dana@example.com'");
    expect(mails).toHaveLength(1);
    expect(mails[0].subject).toBe(`Your quote PY-${order.number} from Partyard`);
    expect(mails[0].body).toContain('With the glass.');
    const { response, buyer } = await follow(mails[0].body.match(/token=([\w-]{43})/)?.[1] ?? '');
    expect([response.status, response.headers.get('Location')]).toEqual([303, '/quote']);

    const page = await readBuyersPage(buyer);
    expect(page.text).toContain('$91.68');
    expect(page.text).toContain('Left Door Mirror');
    expect(page.headers.get('Cache-Control')).toBe('private, no-store');
    expect(page.headers.get('Referrer-Policy')).toBe('no-referrer');
    expect((await pay(order, buyer)).text).toContain('Continue to the payment page');
    const session = desk.stripe.sessionOf(order.id);
    expect(session).toMatchObject({ amount_total: 91_68, cancel_url: 'http://shop.test/quote' });
    await deliverToShop(desk, desk.stripe.pay(session.id, { email: 'dana@example.com' }));

    expect(await orderOf(order)).toMatchObject({ status: 'completed', progress: 'to_pack', stock: 'sold' });
    expect(await stockOf(desk.shop, part)).toEqual({ stock: 1, held: 0 });
    expect((await readBuyersPage(buyer)).text).toContain('This quote is paid');
    expect((await pay(order, buyer)).status).toBe(409);
    expect(
      (await query("select subject from mails where recipient = 'dana@example.com'")).map(
        (mail) => mail.subject,
      ),
    ).toContain(`Order PY-${order.number} is confirmed`);
    expect(
      (await desk.shop.request('/admin/orders/quotes?state=paid', { headers: { cookie: staff } })).status,
    ).toBe(200);
  });

  test('two tabs and two links get one payment page, and amounts of the browser count nothing', async () => {
    const order = await makeQuote(await addPart());
    const one = await openLink(order);
    const other = await openLink(order);
    expect(other.token).not.toBe(one.token);
    const before = desk.stripe.sessions.size;
    await Promise.all([
      post('/quote', { quote: order.number, amount: '1', total: '0.01' }, one.buyer),
      pay(order, other.buyer),
    ]);
    await pay(order, one.buyer);
    expect(desk.stripe.sessions.size).toBe(before + 1);
    expect(desk.stripe.sessionOf(order.id).amount_total).toBe(58_20);
  });

  test('stays open when the provider fails, and the next try works', async () => {
    const order = await makeQuote(await addPart());
    const { buyer } = await openLink(order);
    desk.stripe.failNext('error', 2);
    expect(await pay(order, buyer)).toMatchObject({ status: 502 });
    expect(await orderOf(order)).toMatchObject({ status: 'pending', payment_session_id: null });
    expect(await pay(order, buyer)).toMatchObject({ status: 200 });
  });

  test('paid hours after its page was opened, with the event lost, is paid within minutes', async () => {
    const order = await makeQuote(await addPart());
    const { buyer } = await openLink(order);
    await pay(order, buyer);
    const page = await sessionOf(order);
    const session = desk.stripe.sessions.get(page);
    if (session) session.created -= 23 * 60 * 60;
    await desk.shop.reconcile();
    desk.stripe.pay(page);
    await desk.shop.reconcile();
    expect(await orderOf(order)).toMatchObject({ status: 'completed', stock: 'sold' });
    expect(await query('select recipient from mails')).toHaveLength(2);
    await desk.shop.reconcile();
    expect(await query('select recipient from mails')).toHaveLength(2);
  });

  test('whose slow payment fails, with the event lost, can be paid on another page', async () => {
    const order = await makeQuote(await addPart());
    const { buyer } = await openLink(order);
    await pay(order, buyer);
    const [first, session] = [await sessionOf(order), desk.stripe.sessionOf(order.id)];
    session.created -= 23 * 60 * 60;
    desk.stripe.payLater(first);
    expect((await pay(order, buyer)).text).toContain('confirmed');
    desk.stripe.settle(first, 'failed');
    await desk.shop.reconcile();
    expect((await pay(order, buyer)).status).toBe(200);
    const second = await sessionOf(order);
    expect(second).not.toBe(first);
    // The failure is listed again, and does not end the new page.
    await desk.shop.reconcile();
    expect(await sessionOf(order)).toBe(second);
    desk.stripe.pay(second);
    await desk.shop.reconcile();
    expect(await orderOf(order)).toMatchObject({ status: 'completed', stock: 'sold' });
  });

  test('expires: its parts are for sale again, and its page says so with the phone number', async () => {
    const part = await addPart();
    const order = await makeQuote(part);
    const { buyer } = await openLink(order);
    await query("update orders set expires_at = now() - interval '1 second' where id = $1", [order.id]);
    // Before the job has run, it cannot be paid either.
    expect(await pay(order, buyer)).toMatchObject({ status: 409 });
    await makeJobsDue(desk.shop.database.owner);
    await desk.shop.runJobs();
    expect(await orderOf(order)).toMatchObject({ status: 'expired' });
    expect(await stockOf(desk.shop, part)).toEqual({ stock: 3, held: 0 });
    const { text } = await readBuyersPage(buyer);
    expect(text).toContain('This quote has expired');
    expect(text).toContain('(619) 555-0142');
    expect((await press(order, 'copy')).text).toContain('the quote is no longer open');
  });

  test('is canceled by staff: the provider closes its page, and a later payment is refunded if the part is gone', async () => {
    const part = await addPart(1);
    const order = await makeQuote(part);
    const { buyer } = await openLink(order);
    await pay(order, buyer);
    const session = await sessionOf(order);
    expect((await press(order, 'cancel')).text).toContain('Quote canceled');
    expect(desk.stripe.sessions.get(session)?.status).toBe('expired');
    expect(await stockOf(desk.shop, part)).toEqual({ stock: 1, held: 0 });
    expect((await readBuyersPage(buyer)).text).toContain('This quote was canceled');
    expect((await press(order, 'cancel')).text).toContain('the quote is no longer open');
    await desk.shop.runJobs();
    expect(await orderOf(order)).toMatchObject({ status: 'canceled' });

    await query('update parts_catalog set stock_quantity = 0 where id = $1', [part]);
    const page = desk.stripe.sessions.get(session);
    if (page) page.status = 'open';
    await deliverToShop(desk, desk.stripe.pay(session));
    await desk.shop.runJobs();
    expect(desk.stripe.refundedOf(session)).toBe(58_20);
    expect((await readBuyersPage(buyer)).text).toContain('Your payment arrived too late');
  });

  test('is canceled by the job if the provider does not respond', async () => {
    const part = await addPart();
    const order = await makeQuote(part);
    const { buyer } = await openLink(order);
    await pay(order, buyer);
    desk.stripe.failNext('error', 2);
    expect((await press(order, 'cancel')).text).toContain('when the payment provider has closed');
    expect(await stockOf(desk.shop, part)).toEqual({ stock: 3, held: 1 });
    expect(await pay(order, buyer)).toMatchObject({ status: 409 });
    desk.stripe.recover();
    await desk.shop.runJobs();
    expect(await orderOf(order)).toMatchObject({ status: 'canceled' });
    expect(await stockOf(desk.shop, part)).toEqual({ stock: 3, held: 0 });
  });

  test('a guessed link opens nothing, and guessing is limited', async () => {
    const { response, buyer } = await follow('A'.repeat(43));
    expect([response.status, response.headers.get('Location'), buyer]).toEqual([
      303,
      '/quote?link=unknown',
      '',
    ]);
    expect((await readBuyersPage(`partyard.quote=${'A'.repeat(43)}`)).status).toBe(404);
    const from = randomAddress();
    const statuses = [];
    for (let attempt = 0; attempt < 61; attempt += 1) {
      const guess = await desk.shop.request('/quote?token=x', { headers: { 'X-Forwarded-For': from } });
      statuses.push(guess.status);
    }
    expect([statuses[59], statuses[60]]).toEqual([303, 429]);
  });

  test('its secret is stored nowhere but in its mail', async () => {
    const order = await makeQuote(await addPart());
    const { token } = await openLink(order);
    expect(token).toHaveLength(43);
    for (const table of ['quotes', 'quote_links', 'audit_logs', 'orders', 'order_events']) {
      const rows = await query(`select count(*)::int as found from ${table} as one where one::text like $1`, [
        `%${token}%`,
      ]);
      expect([table, rows[0].found]).toEqual([table, 0]);
    }
  });

  test('another quote in the same browser is noticed', async () => {
    const first = await makeQuote(await addPart());
    const second = await makeQuote(await addPart());
    const { buyer } = await openLink(second);
    expect(await pay(first, buyer)).toMatchObject({ status: 409 });
    expect(await orderOf(first)).toMatchObject({ payment_session_id: null });
  });

  test('more than is in stock is refused, and a form that is sent twice makes one quote', async () => {
    const part = await addPart(2);
    const refused = await post(NEW, { sale: crypto.randomUUID(), ...defaults, ...lineOf(part, '3') });
    expect([refused.status, refused.text.includes('Only 2 in stock')]).toEqual([400, true]);
    const form = { sale: crypto.randomUUID(), ...defaults, ...lineOf(part, '2') };
    const [one, other] = await Promise.all([post(NEW, form), post(NEW, form)]);
    expect([one.status, other.status]).toEqual([302, 302]);
    expect(one.location).toBe(other.location);
    expect(await stockOf(desk.shop, part)).toEqual({ stock: 2, held: 2 });
  });

  test('two people cannot hold the same last unit', async () => {
    const part = await addPart(1);
    const answers = await Promise.all(
      [1, 2].map(() => post(NEW, { sale: crypto.randomUUID(), ...defaults, ...lineOf(part) })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([302, 400]);
  });

  test('the tax is computed, and staff change it only with a reason', async () => {
    const part = await addPart();
    const form = { sale: crypto.randomUUID(), ...defaults, ...lineOf(part), tax: '1.00' };
    expect((await post(NEW, form)).text).toContain('Say why the tax is different');
    const order = await makeQuote(part, {
      tax: '1.00',
      tax_reason: 'Resale certificate on file',
      shipping: '7',
    });
    expect(order).toMatchObject({ amount: '48.00', tax: '1.00', shipping: '7.00' });
    expect(await query('select tax from order_taxes where order_id = $1', [order.id])).toEqual([
      { tax: '1.00' },
    ]);
    expect(await query('select tax, shipping from order_lines where order_id = $1', [order.id])).toEqual([
      { tax: '1.00', shipping: '7.00' },
    ]);
    expect((await desk.shop.request(pageOf(order), { headers: { cookie: staff } })).status).toBe(200);
  });

  test('is for staff only, in the database too', async () => {
    const part = await addPart();
    expect(await post(NEW, { ...defaults, ...lineOf(part) }, olga)).toMatchObject({
      status: 302,
      location: '/auth',
    });
    const asShop = desk.shop.database.pools.as({ role: 'service_role' }, (transaction) =>
      transaction.insertInto('orders').values({ amount: '1', purchase: 'counter' }).execute(),
    );
    await expect(asShop).rejects.toThrow('row-level security');
  });
});

/** Changes a quote from its form, which has the newest change that its page knows. */
async function change(order: { number: string }, part: string, fields: Fields = {}) {
  const page = await desk.shop.request(`${pageOf(order)}/change`, { headers: { cookie: staff } });
  const seen = (await page.text()).match(/name="seen" value="([^"]*)"/)?.[1] ?? '';
  const form = { sale: crypto.randomUUID(), seen, ...defaults, hours: '', ...lineOf(part), ...fields };
  return post(`${pageOf(order)}/change`, form);
}

/** Makes the next statements that add a line of an order fail, as if the process had ended there. */
async function failWhile(work: () => Promise<unknown>, table = 'order_lines') {
  await query("create function fail() returns trigger language plpgsql as $$ begin raise 'killed'; end $$");
  await query(`create trigger fail before insert on ${table} for each row execute function fail()`);
  try {
    await work();
  } finally {
    await query('drop function fail cascade');
  }
}

describe('changing an open quote', () => {
  test('its number and links stay, holds and taxes follow, and the open page is closed first', async () => {
    const part = await addPart(3);
    const other = await addPart(5, 10);
    const order = await makeQuote(part, { ...lineOf(part, '2'), email: 'dana@example.com' });
    const { buyer } = await openLink(order);
    await pay(order, buyer);
    const oldPage = await sessionOf(order);

    const changed = await change(order, part, {
      ...lineOf(part, '3', '30.00'),
      [`units:${other}`]: '2',
      [`price:${other}`]: '9.00',
      hours: '4',
      shipping: '7',
      note: 'With the glass.',
    });
    expect(changed).toMatchObject({ status: 302, location: pageOf(order) });
    expect(desk.stripe.sessions.get(oldPage)?.status).toBe('expired');
    // The provider's event about the closed page does not end the quote.
    await deliverToShop(desk, desk.stripe.expire(oldPage));
    expect(await orderOf(order)).toMatchObject({
      number: order.number,
      status: 'pending',
      amount: '104.20',
      payment_session_id: null,
    });
    expect(await stockOf(desk.shop, part)).toEqual({ stock: 3, held: 3 });
    const [{ hours }] = await query(
      'select extract(epoch from expires_at - now()) / 3600 as hours from orders where id = $1',
      [order.id],
    );
    expect(Number(hours)).toBeCloseTo(4, 1);

    const page = await readBuyersPage(buyer);
    expect(page.text).toContain('$104.20');
    expect(page.text).toContain('With the glass.');
    // A tab that was opened before shows the old total.
    const refused = await pay(order, buyer);
    expect([refused.status, refused.text.includes('We have changed this quote')]).toEqual([409, true]);
    expect((await orderOf(order)).payment_session_id).toBeNull();
    const seen = page.text.match(/name="seen" value="([^"]+)"/)?.[1] ?? '';
    expect((await post('/quote', { quote: order.number, seen }, buyer)).status).toBe(200);
    const newPage = await sessionOf(order);
    expect(desk.stripe.sessions.get(newPage)?.amount_total).toBe(104_20);
    await deliverToShop(desk, desk.stripe.pay(newPage));
    expect(await orderOf(order)).toMatchObject({ status: 'completed', amount: '104.20' });
    expect(await stockOf(desk.shop, part)).toEqual({ stock: 0, held: 0 });
    expect((await change(order, part)).status).toBe(400);
  });

  test('units that it holds itself can be kept, freed and held again', async () => {
    const part = await addPart(2);
    const other = await addPart(1);
    const order = await makeQuote(part, lineOf(part, '2'));
    expect((await change(order, part, lineOf(part, '2', '38.00'))).status).toBe(302);
    expect((await change(order, other)).status).toBe(302);
    expect(await stockOf(desk.shop, part)).toEqual({ stock: 2, held: 0 });
    expect((await change(order, part, lineOf(part, '1'))).status).toBe(302);
    expect([await stockOf(desk.shop, part), await stockOf(desk.shop, other)]).toEqual([
      { stock: 2, held: 1 },
      { stock: 1, held: 0 },
    ]);
    const refused = await change(order, part, lineOf(part, '3'));
    expect([refused.status, refused.text.includes('Only 2 in stock')]).toEqual([400, true]);
    const [tax] = await query('select sum(tax) as sum, count(*)::int from order_taxes where order_id = $1', [
      order.id,
    ]);
    expect(tax).toEqual({ sum: '3.20', count: 1 });
  });

  test('the same form changes it once, and a form that is older than another change is refused', async () => {
    const part = await addPart();
    const order = await makeQuote(part);
    const form = { sale: crypto.randomUUID(), seen: '', ...defaults, hours: '', ...lineOf(part, '1', '30') };
    const answers = await Promise.all([1, 2].map(() => post(`${pageOf(order)}/change`, form)));
    expect(answers.map(({ status }) => status)).toEqual([302, 302]);
    const late = await post(`${pageOf(order)}/change`, { ...form, sale: crypto.randomUUID() });
    expect([late.status, late.text.includes('Someone else changed this quote')]).toEqual([400, true]);
    const audit = await query(
      "select details ->> 'total' as total from audit_logs where action = 'admin_change_quote' and resource_id = $1",
      [order.id],
    );
    expect(audit).toEqual([{ total: '47.4' }]);
  });

  test('a payment that is made meanwhile counts, at the amount that was paid', async () => {
    const part = await addPart();
    const order = await makeQuote(part);
    await pay(order, (await openLink(order)).buyer);
    desk.stripe.pay(await sessionOf(order));
    const { status, text } = await change(order, part, lineOf(part, '2'));
    expect([status, text.includes('the buyer has just paid online')]).toEqual([400, true]);
    expect(await orderOf(order)).toMatchObject({ status: 'completed', amount: '58.20' });
    expect(await stockOf(desk.shop, part)).toEqual({ stock: 2, held: 0 });
  });

  test('without an answer of the provider, nothing changes', async () => {
    const part = await addPart();
    const order = await makeQuote(part);
    await pay(order, (await openLink(order)).buyer);
    desk.stripe.failNext('error', 2);
    const { status, text } = await change(order, part, lineOf(part, '2'));
    expect([status, text.includes('the payment provider does not respond')]).toEqual([400, true]);
    expect(await orderOf(order)).toMatchObject({ amount: '58.20', status: 'pending' });
    expect(await stockOf(desk.shop, part)).toEqual({ stock: 3, held: 1 });
  });

  test('killed after the page was closed: the quote is as before, and its next page has its amounts', async () => {
    const part = await addPart();
    const order = await makeQuote(part);
    const { buyer } = await openLink(order);
    await pay(order, buyer);
    const oldPage = await sessionOf(order);
    for (const table of ['order_lines', 'stock_holds', 'audit_logs'])
      await failWhile(async () => {
        expect((await change(order, part, lineOf(part, '2'))).status).toBe(500);
      }, table);
    expect(desk.stripe.sessions.get(oldPage)?.status).toBe('expired');
    await deliverToShop(desk, desk.stripe.expire(oldPage));
    expect(await orderOf(order)).toMatchObject({ status: 'pending', amount: '58.20' });
    expect(await stockOf(desk.shop, part)).toEqual({ stock: 3, held: 1 });
    expect((await pay(order, buyer)).status).toBe(200);
    const page = desk.stripe.sessions.get(await sessionOf(order));
    expect(page).toMatchObject({ status: 'open', amount_total: 58_20 });
    expect(page?.id).not.toBe(oldPage);
  });

  test('a page that is being made meanwhile is closed, and not shown', async () => {
    const part = await addPart();
    const order = await makeQuote(part);
    const { buyer } = await openLink(order);
    desk.stripe.beforeNextAnswer(() => change(order, part, lineOf(part, '2')));
    const paid = await pay(order, buyer);
    expect([paid.status, paid.text.includes('We have changed this quote')]).toEqual([409, true]);
    const page = desk.stripe.sessionOf(order.id);
    expect(page).toMatchObject({ status: 'expired', amount_total: 58_20 });
    expect(await orderOf(order)).toMatchObject({ status: 'pending', payment_session_id: null });
    expect(await stockOf(desk.shop, part)).toEqual({ stock: 3, held: 2 });
  });

  test.each([2, -2])(
    'lasts for its hours, also if the clock of the process is %i hours ahead',
    async (hours) => {
      const part = await addPart();
      const order = await withWrongClock(hours, () => makeQuote(part, { hours: '1' }));
      const minutes = async () =>
        (
          await query(
            'select round(extract(epoch from expires_at - now()) / 60)::int as minutes from orders where id = $1',
            [order.id],
          )
        )[0].minutes;
      expect(await minutes()).toBe(60);
      await withWrongClock(hours, () => change(order, part, { hours: '4' }));
      expect(await minutes()).toBe(4 * 60);
    },
  );

  test('a longer hold outlives the job of the shorter one', async () => {
    const part = await addPart();
    const order = await makeQuote(part, { hours: '1' });
    await change(order, part, { hours: '8' });
    await makeJobsDue(desk.shop.database.owner);
    await desk.shop.runJobs();
    expect(await orderOf(order)).toMatchObject({ status: 'pending' });
  });

  test('is for staff only, and only while it is open', async () => {
    const part = await addPart();
    const order = await makeQuote(part);
    expect(await post(`${pageOf(order)}/change`, { intent: 'save' }, olga)).toMatchObject({
      location: '/auth',
    });
    await press(order, 'cancel');
    expect((await change(order, part)).text).toContain('This quote is no longer open');
    const opened = await desk.shop.request(`${pageOf(order)}/change`, { headers: { cookie: staff } });
    expect(await opened.text()).toContain('This quote is no longer open');
    const unknown = await post('/admin/orders/quotes/PY-1/change', { intent: 'save' });
    expect(unknown.status).toBe(404);
  });

  test('a failed payment leaves it open for another page', async () => {
    const order = await makeQuote(await addPart());
    const { buyer } = await openLink(order);
    await pay(order, buyer);
    const page = await sessionOf(order);
    await deliverToShop(desk, desk.stripe.payLater(page));
    await deliverToShop(desk, desk.stripe.settle(page, 'failed'));
    expect(await orderOf(order)).toMatchObject({ status: 'pending' });
    expect((await pay(order, buyer)).status).toBe(200);
    expect(await sessionOf(order)).not.toBe(page);
  });
});

const counter = { intent: 'save', location: 'Partyard', method: 'cash' };

/** Returns the order of a sale at the counter. */
async function sell(part: string, fields: Fields = {}) {
  const form = { sale: crypto.randomUUID(), ...counter, ...lineOf(part), ...fields };
  const { status, location, text } = await post(`${NEW}?kind=counter`, form);
  if (status !== 302) throw new Error(text.match(/role="status".{0,900}/gs)?.join('\n') ?? text);
  return findOrder(location);
}

const act = (order: { number: string }, action: string, fields: Fields) =>
  post(`/admin/orders/PY-${order.number}.data`, { intent: action, ...fields });

describe('a sale at the counter', () => {
  test('in cash: the order is paid and picked up, out of stock, in the sales and taxes, with a receipt', async () => {
    const part = await addPart();
    const [before] = await query(
      'select coalesce(sum(paid), 0) as paid, coalesce(sum(orders), 0) as orders from sales_sums',
    );
    const order = await sell(part, { ...lineOf(part, '2', '30'), handed_over: 'yes', name: 'Walt Walker' });
    expect(order).toMatchObject({
      status: 'completed',
      amount: '64.80',
      shipping: '0.00',
      payment_method: 'cash',
      progress: 'picked_up',
      review: null,
    });
    expect(await stockOf(desk.shop, part)).toEqual({ stock: 1, held: 0 });
    const [after] = await query('select sum(paid) as paid, sum(orders) as orders from sales_sums');
    expect(Number(after.paid) - Number(before.paid)).toBeCloseTo(64.8);
    expect(Number(after.orders) - Number(before.orders)).toBe(1);
    expect(await query('select tax, taxable from order_taxes where order_id = $1', [order.id])).toEqual([
      { tax: '4.80', taxable: '60.00' },
    ]);
    const kinds = await query(
      'select kind, actor is not null as named from order_events where order_id = $1 order by id',
      [order.id],
    );
    expect(kinds).toEqual([
      { kind: 'counter_payment', named: true },
      { kind: 'picked_up', named: true },
    ]);
    const receipt = await desk.shop.request(`/admin/orders-print?kind=invoices&orders=PY-${order.number}`, {
      headers: { cookie: staff },
    });
    const text = (await receipt.text()).replaceAll('<!-- -->', '');
    for (const words of [
      `Invoice PY-${order.number}`,
      'Walt Walker',
      '$64.80',
      'Paid: Cash',
      'Used, Good',
      'Return within 30 days of pickup, unused, in the same condition as received.',
      'Warranty 30 days from pickup.',
    ])
      expect(text).toContain(words);
    expect(await query('select count(*)::int as mails from mails')).toEqual([{ mails: 0 }]);
  });

  test('by card, to be picked up later, with a receipt by mail', async () => {
    const order = await sell(await addPart(), {
      method: 'card',
      reference: '4242',
      email: 'walt@example.com',
    });
    expect(order).toMatchObject({ progress: 'to_pack', payment_method: 'card', payment_reference: '4242' });
    expect(await query('select recipient from mails')).toEqual([{ recipient: 'walt@example.com' }]);
    expect(
      await query('select count(*)::int as found from order_search where order_id = $1', [order.id]),
    ).toEqual([{ found: 1 }]);
  });

  test('money goes back at the counter: recorded with its way, never sent to the provider, within the limit of staff', async () => {
    const part = await addPart(9, 150);
    const order = await sell(part, lineOf(part, '2', '150'));
    const requests = desk.stripe.requests.length;
    expect(await act(order, 'refund', { by: 'amount', amount: '10' })).toMatchObject({ status: 400 });
    const refund = await act(order, 'refund', { by: 'amount', amount: '10', method: 'cash' });
    expect(refund).toMatchObject({
      status: 200,
      text: expect.stringContaining('$10.00 recorded as refunded'),
    });
    expect((await act(order, 'refund', { by: 'amount', amount: '195', method: 'cash' })).status).toBe(403);
    await desk.shop.runJobs();
    await desk.shop.runJobs();
    expect(await orderOf(order)).toMatchObject({ refunded: '10.00', status: 'completed' });
    expect(await query('select state, method from refunds where order_id = $1', [order.id])).toEqual([
      { state: 'done', method: 'cash' },
    ]);
    expect(desk.stripe.requests.length).toBe(requests);
  });

  test('a card payment of the provider is not given back at the counter', async () => {
    const order = await makeQuote(await addPart());
    const { buyer } = await openLink(order);
    await pay(order, buyer);
    await deliverToShop(desk, desk.stripe.pay(await sessionOf(order)));
    await act(order, 'refund', { by: 'amount', amount: '5', method: 'cash' });
    expect(await query('select method from refunds where order_id = $1', [order.id])).toEqual([
      { method: null },
    ]);
  });

  test('a quote is paid at the counter: its page is closed first, and a payment in between counts', async () => {
    const part = await addPart();
    const order = await makeQuote(part, { fulfillment: 'pickup' });
    const { buyer } = await openLink(order);
    await pay(order, buyer);
    const session = await sessionOf(order);
    expect((await press(order, 'pay')).text).toContain('choose how it was paid');
    const answers = await Promise.all(
      [1, 2].map(() => post(pageOf(order), { intent: 'pay', method: 'cash', handed_over: 'yes' })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([302, 400]);
    expect(desk.stripe.sessions.get(session)?.status).toBe('expired');
    expect(await orderOf(order)).toMatchObject({
      status: 'completed',
      progress: 'picked_up',
      payment_method: 'cash',
    });
    expect(await stockOf(desk.shop, part)).toEqual({ stock: 2, held: 0 });
    // The event about the closed page changes nothing.
    await deliverToShop(desk, desk.stripe.expire(session));
    expect(await orderOf(order)).toMatchObject({ status: 'completed' });

    const paid = await makeQuote(part, { fulfillment: 'pickup' });
    await pay(paid, (await openLink(paid)).buyer);
    desk.stripe.pay(await sessionOf(paid));
    const late = await press(paid, 'pay', { method: 'cash' });
    expect(late.text).toContain('the buyer has just paid online');
    expect(await orderOf(paid)).toMatchObject({ status: 'completed', payment_method: null });
  });

  test('a quote that is shipped needs the address from the payment page', async () => {
    const order = await makeQuote(await addPart());
    const { status, text } = await press(order, 'pay', { method: 'cash' });
    expect([status, text.includes('the address the buyer enters when paying')]).toEqual([400, true]);
    expect(await orderOf(order)).toMatchObject({ status: 'pending' });
  });
});

test('the form finds parts in stock by number or words, and adds them at their price', async () => {
  const part = await addPart(4, 77, '76250-SNA');
  const found = await post(NEW, { ...defaults, intent: 'find', q: '76250-SNA mirror' });
  expect(found.text).toContain(`add:${part}`);
  // A draft is listed with the way to show it, and can't be added.
  const [hidden = ''] = await addParts(desk.shop.database.owner, [
    { part_name: 'Zyxdraft mirror', oem_number: '76250-SNA', stock_quantity: 2 },
  ]);
  await query(
    `with moved as (delete from parts_catalog where id = $1 returning *)
    insert into hidden_parts (id, part_name, oem_number, vehicle_make, vehicle_model, vehicle_year, price, stock_quantity)
    select id, part_name, oem_number, vehicle_make, vehicle_model, vehicle_year, price, stock_quantity from moved`,
    [hidden],
  );
  const withHidden = await post(NEW, { ...defaults, intent: 'find', q: '76250-SNA mirror' });
  expect(withHidden.text).toContain('Show it first: Zyxdraft mirror');
  expect(withHidden.text).toContain(`/admin?edit=${hidden}`);
  expect(withHidden.text).not.toContain(`add:${hidden}`);
  expect((await post(NEW, { ...defaults, intent: `add:${hidden}`, q: '' })).text).not.toContain('Zyxdraft');
  await query('delete from hidden_parts where id = $1', [hidden]);
  const added = await post(NEW, { ...defaults, intent: `add:${part}`, q: '' });
  expect(added.text).toContain('value="77.00"');
  expect(added.text).toContain('$98.16');
});

test('the form finds the parts of a car by its stock number', async () => {
  const part = await addPart();
  await query('insert into part_private_facts (part_id, donor_stock_number) values ($1, $2)', [
    part,
    'Y-5501',
  ]);
  expect((await post(NEW, { ...defaults, intent: 'find', q: 'y5501' })).text).toContain(`add:${part}`);
  expect((await post(NEW, { ...defaults, intent: 'find', q: 'y550' })).text).not.toContain(`add:${part}`);
});

describe('marking as sold', () => {
  const mark = (part: string, fields: Fields) =>
    post(`/admin/part/${part}`, { intent: 'mark-sold', ...fields });

  test('takes free units out of stock, with an audit event', async () => {
    const part = await addPart(3);
    await makeQuote(part);
    const refused = await mark(part, { units: '3', where: 'eBay' });
    expect([refused.status, refused.text]).toEqual([
      400,
      expect.stringContaining('only 2 can be sold: open payments hold 1'),
    ]);
    expect((await mark(part, { units: '2', where: 'eBay', price: '55.50' })).status).toBe(200);
    expect(await stockOf(desk.shop, part)).toEqual({ stock: 1, held: 1 });
    expect(
      await query(
        "select details ->> 'where' as place, details ->> 'pieces' as units from audit_logs where action = 'admin_mark_sold'",
      ),
    ).toEqual([{ place: 'eBay', units: '2' }]);
  });

  test.each([
    [{ units: '0', where: 'eBay' }],
    [{ units: '1.5', where: 'eBay' }],
    [{ units: '1' }],
    [{ units: '1', where: 'eBay', price: 'much' }],
  ])('%j is refused', async (fields) => {
    const part = await addPart();
    expect((await mark(part, fields as unknown as Fields)).status).toBe(400);
    expect(await stockOf(desk.shop, part)).toEqual({ stock: 3, held: 0 });
  });
});
