import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { defaultShop } from '#core/settings/shop.ts';
import { redactOldMails } from '#server/mail/redact-secrets.ts';
import { stockOf } from '../support/checkout.ts';
import { randomAddress } from '../support/random-address.ts';
import { makeJobsDue, removeJobs } from '../support/jobs.ts';
import { addPaidOrder, createStripeShop, deliverToShop, type PaidOrder } from '../support/paid-order.ts';

const PASSWORD = 'a password for buyers';
const BUYER = 'dana@example.com';

let desk: Awaited<ReturnType<typeof createStripeShop>>;
let staff: string;
let stranger: string;
let olga: string;
let olgaId: string;

beforeAll(async () => {
  desk = await createStripeShop();
  const { shop } = desk;
  await shop.addUser({ email: 'sam@example.com', password: PASSWORD, staff: true });
  await shop.addUser({ email: 'stan@example.com', password: PASSWORD });
  olgaId = await shop.addUser({ email: 'olga@example.com', password: PASSWORD });
  staff = await shop.signIn('sam@example.com', PASSWORD);
  stranger = await shop.signIn('stan@example.com', PASSWORD);
  olga = await shop.signIn('olga@example.com', PASSWORD);
});
afterAll(() => desk[Symbol.asyncDispose]());
beforeEach(async () => {
  const { shop, stripe } = desk;
  stripe.refundsBecome = 'succeeded';
  stripe.recover();
  await shop.database.owner.query('delete from alerts; delete from mails; delete from limits');
  await removeJobs(shop.database.owner);
});

const query = async (text: string, values: unknown[] = []) =>
  (await desk.shop.database.owner.query(text, values)).rows;

interface Answer {
  status: number;
  text: string;
  headers: Headers;
}

async function open(path: string, cookie = '', init: RequestInit = {}): Promise<Answer> {
  const headers = { ...(cookie && { cookie }), Origin: 'http://shop.test' };
  const response = await desk.shop.request(path, { redirect: 'manual', ...init, headers });
  const text = (await response.text()).replaceAll('<!-- -->', '');
  return { status: response.status, text, headers: response.headers };
}

function post(path: string, fields: Record<string, string>, cookie = ''): Promise<Answer> {
  return open(path, cookie, { method: 'POST', body: new URLSearchParams(fields) });
}

const pageOf = ({ number }: PaidOrder) => `/orders/PY-${number}`;
// Mails of one transaction have the same time.
const mailsOf = async (of = BUYER) =>
  query(
    'select id, subject, body, html, follows, sent_at from mails where recipient = $1 order by created_at, cardinality(follows) nulls first, id',
    [of],
  );
const linkIn = (body: string) =>
  /http:\/\/shop\.test(\/orders\/PY-\d+\/open\?token=[\w-]{43})/.exec(body)?.[1] ?? '';
const lastLink = async () => linkIn((await mailsOf()).at(-1)?.body ?? '');
const cookieFrom = ({ headers }: Answer) => headers.get('Set-Cookie')?.split(';')[0] ?? '';

/** As if the time to undo had passed. */
async function runDueJobs() {
  await makeJobsDue(desk.shop.database.owner);
  await desk.shop.runJobs();
}

async function act(order: PaidOrder, action: string, fields: Record<string, string> = {}) {
  const response = await desk.shop.request(`/admin/orders/PY-${order.number}.data`, {
    method: 'POST',
    headers: { cookie: staff, Origin: 'http://shop.test' },
    body: new URLSearchParams({ intent: action, ...fields }),
  });
  return response.status;
}

const honda = { vehicle_make: 'Honda', vehicle_model: 'Civic', vehicle_year: 2012, part_type: 'Good' };

describe('after the payment', () => {
  test('the success page and the mail show the order and what happens next', async () => {
    const order = await addPaidOrder(desk, [{ part_name: 'Horn', ...honda }]);
    const page = await open(`/payment-success?session_id=${order.sessionId}`, order.cookie);
    expect(page.text).toContain('Payment Successful!');
    for (const text of [`Order PY-${order.number}`, '1 × Horn', '2012 Honda Civic, Used, Good', '1 Main St'])
      expect(page.text).toContain(text);
    expect(page.text).toMatch(/We(?:'|&#x27;)ll ship your parts by \w+day, /);
    expect(page.headers.get('Cache-Control')).toContain('no-store');

    const [mail] = await mailsOf();
    for (const text of [
      `PY-${order.number}`,
      '1 × Horn for 2012 Honda Civic, Used, Good',
      'Main St',
      'Return within 30 days of delivery, unused',
      'Warranty',
    ])
      expect(mail.body).toContain(text);
    expect(mail.body).toMatch(/We'll ship your parts by/);
    expect(linkIn(mail.html)).toBe(linkIn(mail.body));
  });

  test('the success page shows the order to the browser that paid, and nothing of it to others', async () => {
    const order = await addPaidOrder(desk, [{ part_name: 'Horn' }]);
    const other = await addPaidOrder(desk);
    const path = `/payment-success?session_id=${order.sessionId}`;
    const asData = `/payment-success.data?session_id=${order.sessionId}`;
    const personal = new RegExp(`Horn|PY-${order.number}|Main St|${BUYER}|Dana|${order.partIds[0]}`);
    for (const cookie of ['', other.cookie, stranger, staff, 'partyard.browser=%']) {
      const page = await open(path, cookie);
      expect(page.status).toBe(200);
      expect(page.text).toContain('Payment Successful!');
      expect(page.text).toContain(
        'Thank you for your purchase. You will receive a confirmation email shortly.',
      );
      expect(page.text).toContain('Return Home');
      expect(page.text).toMatch(/<a [^>]*href="\/orders"[^>]*>Look up your order</);
      expect(page.text).not.toMatch(personal);
      expect((await open(asData, cookie)).text).not.toMatch(personal);
    }
    expect((await open(path, order.cookie)).text).toMatch(personal);
    expect((await open(asData, order.cookie)).text).toMatch(personal);

    await query('update orders set user_id = $2 where id = $1', [order.id, olgaId]);
    expect((await open(path, olga)).text).toContain(`PY-${order.number}`);
    expect((await open(path, stranger)).text).not.toMatch(personal);
  });

  test('the success page does not show the address for long', async () => {
    const order = await addPaidOrder(desk);
    await query("update orders set paid_at = now() - interval '25 hours' where id = $1", [order.id]);
    const { text } = await open(`/payment-success?session_id=${order.sessionId}`, order.cookie);
    expect(text).toContain('Payment Successful!');
    expect(text).toContain(`PY-${order.number}`);
    expect(text).not.toContain('Main St');
    expect(text).not.toContain(BUYER);
  });

  test('a payment that is not confirmed, or not known, is not called successful', async () => {
    const order = await addPaidOrder(desk);
    await query(
      `with held as (update stock_holds set outcome = null, ended_at = null where order_id = $1)
       update orders set status = 'pending', payment_id = null, paid_at = null, progress = null, ship_by = null, stock = 'held'
       where id = $1`,
      [order.id],
    );
    const pending = await open(`/payment-success?session_id=${order.sessionId}`);
    expect(pending.text).toContain('Your payment is being confirmed');
    expect(pending.text).not.toContain('Payment Successful!');
    const unknown = await open('/payment-success?session_id=cs_unknown');
    expect(unknown.text).toContain('find this payment');
    expect(unknown.text).not.toContain('Payment Successful!');
  });
});

describe('the link in a mail', () => {
  test('opens the order as often as one likes, and its secret stays out of addresses', async () => {
    const order = await addPaidOrder(desk, [{ part_name: 'Horn' }]);
    const link = await lastLink();
    expect((await open(pageOf(order))).text).not.toContain('Horn');
    for (const method of ['GET', 'HEAD', 'GET']) {
      const opened = await open(link, '', { method });
      expect(opened.status).toBe(303);
      expect(opened.headers.get('Location')).toBe(pageOf(order));
      expect(opened.headers.get('Referrer-Policy')).toBe('no-referrer');
      expect(opened.headers.get('Cache-Control')).toContain('no-store');
    }
    const opened = await open(link);
    expect(opened.headers.get('Set-Cookie')).toMatch(/; Path=\/; .*HttpOnly; SameSite=Lax/);
    const page = await open(pageOf(order), cookieFrom(opened));
    for (const text of ['Horn', '1 Main St', 'Cancel the order', 'Ask a question', 'Print invoice'])
      expect(page.text).toContain(text);
    expect(page.text).not.toContain(link.split('token=')[1]);
    expect(page.headers.get('Cache-Control')).toContain('no-store');
    expect(page.headers.get('X-Robots-Tag')).toBe('noindex');
    expect(await query('select 1 from order_links where token_hash = $1', [link.split('token=')[1]])).toEqual(
      [],
    );
    // Other orders stay closed, also to this browser.
    const other = await addPaidOrder(desk, [{ part_name: 'Mirror' }]);
    const renamed = cookieFrom(opened).replace(String(order.number), String(other.number));
    expect((await open(pageOf(other), renamed)).text).not.toContain('Mirror');
    expect(
      (await open(`${pageOf(other)}/open?token=${link.split('token=')[1]}`)).headers.get('Location'),
    ).toBe(`${pageOf(other)}?link=over`);
  });

  test.each([
    ['expires', 'update order_links set expires_at = now() where order_id = $1'],
    ['ends with the data of its buyer', 'update orders set email = null where id = $1'],
  ])('%s', async (_name, statement) => {
    const order = await addPaidOrder(desk, [{ part_name: 'Horn' }]);
    const link = await lastLink();
    const cookie = cookieFrom(await open(link));
    await query(statement, [order.id]);
    expect((await open(pageOf(order), cookie)).text).not.toContain('Horn');
    const over = await open(link);
    expect(over.headers.get('Location')).toBe(`${pageOf(order)}?link=over`);
    expect(over.headers.get('Set-Cookie')).toBeNull();
    expect((await open(`${pageOf(order)}?link=over`)).text).toContain('This link no longer works');
  });

  test('is revoked by staff, and later mails have new ones', async () => {
    const order = await addPaidOrder(desk, [{ part_name: 'Horn' }]);
    const link = await lastLink();
    const cookie = cookieFrom(await open(link));
    expect(await act(order, 'revoke-links')).toBe(200);
    expect(await act(order, 'revoke-links')).toBe(400);
    expect((await open(pageOf(order), cookie)).text).not.toContain('Horn');
    expect((await post(pageOf(order), { intent: 'cancel', confirm: 'yes' }, cookie)).status).toBe(403);
    await act(order, 'ship');
    await runDueJobs();
    const renewed = cookieFrom(await open(await lastLink()));
    expect((await open(pageOf(order), renewed)).text).toContain('Horn');
  });
});

describe('who sees an order', () => {
  test('its user, and neither strangers nor staff', async () => {
    const order = await addPaidOrder(desk, [{ part_name: 'Horn' }]);
    await query('update orders set user_id = $2 where id = $1', [order.id, olgaId]);
    expect((await open(pageOf(order), olga)).text).toContain('Horn');
    expect((await open('/profile?tab=orders', olga)).text).toContain(`href="${pageOf(order)}"`);
    const invoice = await open(`${pageOf(order)}/invoice`, olga);
    for (const text of [
      `Invoice PY-${order.number}`,
      defaultShop.name,
      'Horn',
      'Used',
      '1 Main St',
      'card, through our payment provider',
    ])
      expect(invoice.text).toContain(text);
    for (const cookie of ['', stranger, staff]) {
      const page = await open(pageOf(order), cookie);
      expect(page.status).toBe(200);
      expect(page.text).not.toContain('Horn');
      const paper = await open(`${pageOf(order)}/invoice`, cookie);
      expect([paper.status, paper.headers.get('Location')]).toEqual([303, pageOf(order)]);
      const cancel = await post(pageOf(order), { intent: 'cancel', confirm: 'yes' }, cookie);
      expect(cancel.status).toBe(403);
    }
  });

  test('an unknown number is answered like an order of someone else', async () => {
    const order = await addPaidOrder(desk);
    const normal = ({ text }: Answer, number: number) =>
      text.replaceAll(String(number), 'N').replaceAll(/nonce="[^"]*"|[\d-]+T[\d:.]+Z/g, '');
    const known = await open(pageOf(order));
    const unknown = await open('/orders/PY-99999999');
    expect(unknown.status).toBe(known.status);
    expect(normal(unknown, 99_999_999)).toBe(normal(known, order.number));
    const wrong = await post('/orders', { number: `PY-${order.number}`, email: 'eve@example.com' });
    const missing = await post('/orders', { number: 'PY-99999999', email: 'eve@example.com' });
    expect([wrong.status, missing.status]).toEqual([404, 404]);
    expect(normal(missing, 99_999_999)).toBe(normal(wrong, order.number));
    for (const path of ['/orders/0', '/orders/PY-1/invoice', '/orders/abc/open'])
      expect((await open(path)).status).toBe(404);
  });

  test('staff notes, names, ratings and photographs are not in the page', async () => {
    const order = await addPaidOrder(desk);
    await act(order, 'note', { text: 'A secret of the desk' });
    await query(`update orders set risk = '{"level": "elevated"}', review = 'released' where id = $1`, [
      order.id,
    ]);
    const { text } = await open(pageOf(order), cookieFrom(await open(await lastLink())));
    expect(text).not.toContain('A secret of the desk');
    expect(text).not.toContain('sam@example.com');
    expect(text).not.toContain('elevated');
  });

  test('only the buyer gets the id that live updates need, and the returns', async () => {
    const order = await addPaidOrder(desk);
    const full = await open(pageOf(order), cookieFrom(await open(await lastLink())));
    expect(full.text).toContain(order.id);
    await query("insert into returns (order_id, kind) values ($1, 'core')", [order.id]);
    const withReturn = await open(pageOf(order), cookieFrom(await open(await lastLink())));
    expect(withReturn.text).toMatch(new RegExp(`href="${pageOf(order)}/returns/RMA-\\d+"`));
    expect(withReturn.text).toContain('Core, requested');
    const found = await post('/orders', { number: String(order.number), email: BUYER });
    expect(found.status).toBe(200);
    const paid = await open(`/payment-success?session_id=${order.sessionId}`, order.cookie);
    for (const { text } of [found, paid, await open(pageOf(order), stranger)])
      expect(text).not.toMatch(new RegExp(`${order.id}|RMA-`));
  });
});

describe('number and email', () => {
  test('show the state without the address, and can mail a link', async () => {
    const order = await addPaidOrder(desk, [{ part_name: 'Horn' }]);
    const fields = { number: `py ${order.number}`, email: 'DANA@example.com' };
    const found = await post('/orders', fields);
    expect(found.status).toBe(200);
    expect(found.text).toContain('Horn');
    for (const text of ['Main St', 'Dana Driver', 'Cancel the order', 'Ask a question', '/invoice'])
      expect(found.text).not.toContain(text);
    expect(found.headers.get('Set-Cookie')).toBeNull();

    const mailed = await post('/orders', { ...fields, intent: 'link' });
    expect(mailed.text).toContain('We have emailed you a link');
    await runDueJobs();
    const mail = (await mailsOf()).at(-1);
    expect(mail.subject).toContain('your link');
    expect((await open(linkIn(mail.body))).headers.get('Location')).toBe(pageOf(order));
    await post('/orders', { ...fields, intent: 'link' });
    await post('/orders', { ...fields, intent: 'link' });
    expect((await post('/orders', { ...fields, intent: 'link' })).text).toContain('several links already');
  });

  test('wrong emails from elsewhere do not lock the buyer out', async () => {
    const order = await addPaidOrder(desk);
    const tryFrom = async (from: string, email: string) => {
      const response = await desk.shop.request('/orders', {
        method: 'POST',
        headers: { Origin: 'http://shop.test', 'X-Forwarded-For': from },
        body: new URLSearchParams({ number: String(order.number), email }),
      });
      return response.status;
    };
    for (let attempt = 0; attempt < 12; attempt += 1)
      expect(await tryFrom('203.0.113.50', `guess${attempt}@example.com`)).toBe(attempt < 10 ? 404 : 429);
    expect(await tryFrom('203.0.113.60', BUYER)).toBe(200);
    for (let attempt = 0; attempt < 40; attempt += 1)
      expect(await tryFrom(`198.51.100.${attempt}`, `guess${attempt}@example.com`)).toBe(404);
    expect(await tryFrom('203.0.113.60', BUYER)).toBe(200);
  });

  test('cannot be guessed from very many addresses either', async () => {
    const order = await addPaidOrder(desk);
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 101; attempt += 1) {
      const response = await desk.shop.request('/orders', {
        method: 'POST',
        headers: { Origin: 'http://shop.test', 'X-Forwarded-For': randomAddress() },
        body: new URLSearchParams({ number: String(order.number), email: `guess${attempt}@example.com` }),
      });
      statuses.push(response.status);
    }
    expect(statuses).toEqual([...Array(100).fill(404), 429]);
  });

  test('cannot be guessed: tries are counted by number, known or not', async () => {
    const order = await addPaidOrder(desk);
    for (const number of [order.number, 88_888_888]) {
      const statuses: number[] = [];
      for (let attempt = 0; attempt < 11; attempt += 1) {
        const email = `guess${attempt}@example.com`;
        statuses.push((await post('/orders', { number: String(number), email })).status);
      }
      expect(statuses).toEqual([...Array(10).fill(404), 429]);
    }
    // Even the right email waits now.
    const late = await post('/orders', { number: String(order.number), email: BUYER });
    expect(late.status).toBe(429);
    expect(Number(late.headers.get('Retry-After'))).toBeGreaterThan(0);
  });

  test.each([
    { number: '', email: '' },
    { number: 'PY-10001', email: 'not an email' },
    { number: "PY-1'; drop", email: BUYER },
    { number: 'PY-10001', email: 'a\0@example.com' },
  ])('odd input is refused: %o', async (fields) => {
    expect((await post('/orders', fields)).status).toBe(400);
  });
});

describe('canceling', () => {
  test('before it is packed: refund, stock and mails, once', async () => {
    const { shop, stripe } = desk;
    const order = await addPaidOrder(desk, [{ units: 2 }]);
    const [partId = ''] = order.partIds;
    expect(await stockOf(shop, partId)).toMatchObject({ stock: 3 });
    const cookie = cookieFrom(await open(await lastLink()));
    expect((await post(pageOf(order), { intent: 'cancel' }, cookie)).status).toBe(400);
    const answers = await Promise.all([
      post(pageOf(order), { intent: 'cancel', confirm: 'yes' }, cookie),
      post(pageOf(order), { intent: 'cancel', confirm: 'yes' }, cookie),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 409]);
    await runDueJobs();
    await runDueJobs();
    expect(await stockOf(shop, partId)).toMatchObject({ stock: 5 });
    expect(stripe.refundedOf(order.sessionId)).toBeGreaterThan(8000);
    expect(await query('select progress, status from orders where id = $1', [order.id])).toEqual([
      { progress: 'canceled', status: 'refunded' },
    ]);
    const mails = await mailsOf();
    expect(mails.map(({ subject }) => subject)).toEqual([
      `Order PY-${order.number} is confirmed`,
      `Order PY-${order.number} is canceled`,
      expect.stringMatching(`Order PY-${order.number}: refund of \\$\\d`),
    ]);
    expect(mails[1].body).toContain('You have canceled your order.');
    expect(mails[2].body).toContain('That is the full payment.');
    expect((await open(pageOf(order), cookie)).text).toContain('You canceled the order');
    const story = (await open(`/admin/orders/PY-${order.number}`, staff)).text;
    expect(story).toContain('Canceled the order, on its page');
  });

  test('not after something is packed, also not from a page that was open before', async () => {
    const order = await addPaidOrder(desk, [{ units: 2 }]);
    const cookie = cookieFrom(await open(await lastLink()));
    expect((await open(pageOf(order), cookie)).text).toContain('Cancel the order');
    await act(order, 'pack', { [`units:${order.lineIds[0]}`]: '1' });
    expect((await open(pageOf(order), cookie)).text).not.toContain('Cancel the order');
    const late = await post(pageOf(order), { intent: 'cancel', confirm: 'yes' }, cookie);
    expect(late.status).toBe(409);
    expect(late.text).toContain('already packed or canceled');
    expect(await query('select 1 from refunds where order_id = $1', [order.id])).toEqual([]);
  });

  test('at the same time as staff pack: one of both happens', async () => {
    const order = await addPaidOrder(desk);
    const cookie = cookieFrom(await open(await lastLink()));
    const [canceled, packed] = await Promise.all([
      post(pageOf(order), { intent: 'cancel', confirm: 'yes' }, cookie),
      act(order, 'pack'),
    ]);
    const [row] = await query('select progress from orders where id = $1', [order.id]);
    expect([canceled.status, packed, row.progress]).toEqual(
      canceled.status === 303 ? [303, 400, 'canceled'] : [409, 200, 'packed'],
    );
  });

  test('a failure in between changes nothing', async () => {
    const order = await addPaidOrder(desk);
    const cookie = cookieFrom(await open(await lastLink()));
    await query("create function fail() returns trigger language plpgsql as $$ begin raise 'killed'; end $$");
    await query('create trigger fail before insert on refunds for each row execute function fail()');
    expect((await post(pageOf(order), { intent: 'cancel', confirm: 'yes' }, cookie)).status).toBe(500);
    await query('drop function fail cascade');
    expect(await query('select progress from orders where id = $1', [order.id])).toEqual([
      { progress: 'to_pack' },
    ]);
    expect((await post(pageOf(order), { intent: 'cancel', confirm: 'yes' }, cookie)).status).toBe(303);
  });
});

describe('the purchase order number of a buyer', () => {
  test('is added once, and only by the buyer', async () => {
    const order = await addPaidOrder(desk);
    await query('update orders set user_id = $2 where id = $1', [order.id, olgaId]);
    const invoice = `${pageOf(order)}/invoice`;
    const add = (number: string, cookie: string) => post(invoice, { number }, cookie);
    for (const cookie of ['', stranger, staff]) {
      expect((await add('PO-7', cookie)).headers.get('Location')).toBe(pageOf(order));
    }
    const empty = await add(' ', olga);
    expect(empty.status).toBe(400);
    expect(empty.text).toContain('Enter your purchase order number.');
    expect(await add('x'.repeat(41), olga)).toMatchObject({ status: 400 });
    expect((await open(invoice, olga)).text).toContain('Your purchase order number');

    expect(await add('PO-7 <b>', olga)).toMatchObject({ status: 303 });
    const page = await open(invoice, olga);
    expect(page.text).toContain('Purchase order PO-7 &lt;b&gt;');
    expect(page.text).not.toContain('Your purchase order number');
    expect(await add('PO-8', olga)).toMatchObject({ status: 400 });
    expect(await query("select details from order_events where kind = 'purchase_order'")).toEqual([
      { details: { number: 'PO-7 <b>', byBuyer: true } },
    ]);
    const story = await open(`/admin/orders/PY-${order.number}`, staff);
    expect(story.text).toMatch(/Noted purchase order PO-7[\s\S]{0,400}The buyer, /);
  });
});

describe('a question', () => {
  test('becomes a message to the shop, and its answer comes by mail and on the page', async () => {
    const order = await addPaidOrder(desk);
    const cookie = cookieFrom(await open(await lastLink()));
    expect((await post(pageOf(order), { intent: 'question', question: ' ' }, cookie)).status).toBe(400);
    expect((await post(pageOf(order), { intent: 'question', question: 'Does it fit?' })).status).toBe(403);
    const asked = await post(pageOf(order), { intent: 'question', question: 'Does it fit?' }, cookie);
    expect(asked.status).toBe(303);
    expect((await mailsOf()).at(-1)).toMatchObject({ body: expect.stringContaining('Does it fit?') });
    const [message] = await query('select name, email, subject, order_id from contact_messages');
    expect(message).toEqual({
      name: 'Dana Driver',
      email: BUYER,
      subject: `Order PY-${order.number}`,
      order_id: order.id,
    });
    const [{ id: thread, number }] = await query(
      "select id, number from inbox_threads where kind = 'message'",
    );
    expect((await open(`/admin/messages/MSG-${number}`, staff)).text).toContain(
      `/admin/orders/PY-${order.number}`,
    );
    await query("insert into inbox_entries (thread_id, kind, text) values ($1, 'answer', 'Yes, it does.')", [
      thread,
    ]);
    await runDueJobs();
    await runDueJobs();
    const answers = (await mailsOf()).filter(({ subject }) => subject.startsWith('Re:'));
    expect(answers).toHaveLength(1);
    expect(linkIn(answers[0].body)).toContain(`PY-${order.number}`);
    const { text } = await open(pageOf(order), cookie);
    expect(text).toContain('Does it fit?');
    expect(text).toContain('Yes, it does.');
  });
});

describe('mails', () => {
  test('are one each, in the order of what happened, and follow each other', async () => {
    const order = await addPaidOrder(desk, [{ units: 2 }]);
    const [line] = order.lineIds;
    const soon = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
    expect(await act(order, 'delay', { ship_by: soon, note: 'The carrier is late.' })).toBe(200);
    expect(await act(order, 'ship', { [`units:${line}`]: '1', tracking: '1Z999AA10123456784' })).toBe(200);
    expect(await act(order, 'ship')).toBe(200);
    // Without waiting for the mails about the parcels.
    expect(await act(order, 'delivered')).toBe(200);
    expect(await act(order, 'refund', { by: 'amount', amount: '5' })).toBe(200);
    await desk.shop.runJobs();
    for (let round = 0; round < 4; round += 1) await runDueJobs();
    const mails = await mailsOf();
    const of = `Order PY-${order.number}`;
    expect(mails.map(({ subject }) => subject)).toEqual([
      `${of} is confirmed`,
      `${of} is delayed`,
      `${of}: part of it is on its way`,
      `${of} is on its way`,
      `${of} was delivered`,
      `${of}: refund of $5.00`,
    ]);
    expect(mails.at(-1).body).toContain('That is a partial refund.');
    mails.forEach(({ body, html, follows, sent_at: sentAt }, index) => {
      expect(linkIn(body)).toBe(linkIn(html));
      expect(linkIn(body)).not.toBe('');
      expect(follows ?? []).toEqual(mails.slice(0, index).map(({ id }) => id));
      expect(sentAt).not.toBeNull();
    });
  });

  test('a delay offers to cancel until something is packed', async () => {
    const soon = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
    const order = await addPaidOrder(desk);
    await act(order, 'delay', { ship_by: soon });
    await runDueJobs();
    const before = (await mailsOf()).at(-1);
    expect(before.body).toMatch(/See or cancel your order: http:\S+token=[\w-]{43}#cancel/);
    await act(order, 'pack');
    await act(order, 'delay', { ship_by: soon });
    await runDueJobs();
    expect((await mailsOf()).at(-1).body).toContain('reply to this email');
  });

  test('a dispute is told once', async () => {
    const { stripe } = desk;
    const order = await addPaidOrder(desk);
    const opened = stripe.dispute(order.sessionId);
    await deliverToShop(desk, opened);
    await deliverToShop(desk, opened);
    await runDueJobs();
    await runDueJobs();
    expect(
      (await mailsOf()).filter(({ subject }) => subject.endsWith('your payment is disputed')),
    ).toHaveLength(1);
    const { text } = await open(pageOf(order), cookieFrom(await open(await lastLink())));
    expect(text).toContain('Nothing ships until the bank decides.');
    expect(text).not.toContain('Cancel the order');
  });

  test('a mail that is deleted later is not written again', async () => {
    const order = await addPaidOrder(desk);
    await act(order, 'ship');
    await runDueJobs();
    await query('delete from mails');
    await act(order, 'delivered');
    await runDueJobs();
    expect((await mailsOf()).map(({ subject }) => subject)).toEqual([
      `Order PY-${order.number} was delivered`,
    ]);
  });

  test('a job that is killed before its end writes nothing, and the next try writes once', async () => {
    const order = await addPaidOrder(desk);
    await query("create function fail() returns trigger language plpgsql as $$ begin raise 'killed'; end $$");
    await query(
      'create trigger fail before update of mail_id on order_events for each row execute function fail()',
    );
    await act(order, 'ship');
    await runDueJobs();
    expect(await mailsOf()).toHaveLength(1);
    await query('drop function fail cascade');
    await runDueJobs();
    await runDueJobs();
    expect((await mailsOf()).filter(({ subject }) => subject.endsWith('on its way'))).toHaveLength(1);
  });

  test('a mail that still waits keeps its link for days; a sent one loses it', async () => {
    await addPaidOrder(desk);
    await query("update mails set sent_at = null, created_at = now() - interval '2 days'");
    await redactOldMails(desk.shop.database.pools);
    expect(await lastLink()).not.toBe('');
    await query('update mails set sent_at = now()');
    await redactOldMails(desk.shop.database.pools);
    expect(await lastLink()).toBe('');
  });

  test('a mail waits for an earlier one that could not be sent yet', async () => {
    const order = await addPaidOrder(desk);
    await act(order, 'delay', { ship_by: new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10) });
    const [confirmation] = await mailsOf();
    await removeJobs(desk.shop.database.owner, "task_identifier = 'send-mail'");
    await query('update mails set sent_at = null');
    await runDueJobs();
    await runDueJobs();
    expect((await mailsOf()).map(({ sent_at: sentAt }) => sentAt)).toEqual([null, null]);
    await query('update mails set sent_at = now() where id = $1', [confirmation.id]);
    await runDueJobs();
    expect((await mailsOf()).at(-1).sent_at).not.toBeNull();
  });
});
