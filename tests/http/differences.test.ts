import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { textOf } from '../support/html.ts';
import { addPaidOrder, createStripeShop, type PaidOrder } from '../support/paid-order.ts';
import { readOutcome } from '../support/read-outcome.ts';

const PASSWORD = 'a password for the yard';

let desk: Awaited<ReturnType<typeof createStripeShop>>;
let staff: string;

beforeAll(async () => {
  desk = await createStripeShop();
  await desk.shop.addUser({ email: 'sam@example.com', password: PASSWORD, staff: true });
  staff = await desk.shop.signIn('sam@example.com', PASSWORD);
});
afterAll(() => desk[Symbol.asyncDispose]());
beforeEach(async () => {
  desk.stripe.refundsBecome = 'succeeded';
  await query('delete from mails');
});

const query = async (text: string, values: unknown[] = []) =>
  (await desk.shop.database.owner.query(text, values)).rows as Record<string, unknown>[];

const buyParts = () =>
  addPaidOrder(desk, [
    { part_name: 'Left Door', price: 40, stock_quantity: 1 },
    { part_name: 'Hood', price: 60, stock_quantity: 1 },
  ]);

async function send(screen: string, fields: Record<string, string>) {
  const response = await desk.shop.request(`${screen}.data`, {
    method: 'POST',
    headers: { cookie: staff, Origin: 'http://shop.test' },
    body: new URLSearchParams(fields),
  });
  return { status: response.status, ...(await readOutcome(response)) };
}

const ask = ({ number, lineIds }: PaidOrder, line = 0, fields: Record<string, string> = {}) =>
  send('/admin/orders/pull', {
    intent: 'differs',
    order: `PY-${number}`,
    line: lineIds[line] ?? '',
    what: 'A dent',
    note: 'Sorry.',
    mail: 'yes',
    ...fields,
  });

async function lastMail(): Promise<{ subject: string; body: string }> {
  await desk.shop.runJobs();
  const [mail] = await query(
    "select subject, body from mails where recipient = 'dana@example.com' order by created_at desc, id desc limit 1",
  );
  return mail as { subject: string; body: string };
}

/** Opens the link of the last mail, as the buyer. */
async function openLink(): Promise<string> {
  const { body } = await lastMail();
  const link = /http:\/\/shop\.test(\/orders\/PY-\d+\/open\?token=[\w-]{43})/.exec(body)?.[1] ?? '';
  const { headers } = await desk.shop.request(link, { redirect: 'manual' });
  return headers.get('Set-Cookie')?.split(';')[0] ?? '';
}

async function read(order: PaidOrder, cookie: string) {
  const response = await desk.shop.request(`/orders/PY-${order.number}`, { headers: { cookie } });
  const html = await response.text();
  const questions = [...html.matchAll(/name="question" value="(\d+)"/g)].map(([, id]) => id ?? '');
  return { text: textOf(/<main.*<\/main>/s.exec(html)?.[0] ?? ''), questions };
}

async function answer(order: PaidOrder, cookie: string, question: string, choice: string) {
  const response = await desk.shop.request(`/orders/PY-${order.number}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie, Origin: 'http://shop.test' },
    body: new URLSearchParams({ intent: 'differs', question, answer: choice }),
  });
  return { status: response.status, to: response.headers.get('Location') };
}

const holdOf = async ({ id }: PaidOrder) =>
  (await query('select hold_reason, progress from orders where id = $1', [id]))[0];

describe('a buyer who is asked about a part that differs', () => {
  test('reads what differs in the mail, and takes it as it is', async () => {
    const order = await buyParts();
    expect(await ask(order)).toMatchObject({
      done: true,
      message: 'The order is on hold, and the buyer will get an email',
    });
    const mail = await lastMail();
    expect(mail.subject).toContain('please choose');
    expect(mail.body).toMatch(
      /We checked Left Door.*A dent.*Sorry\..*take it as it is, or cancel this part/s,
    );
    expect(mail.body).toMatch(/Choose: http:\S+#differs/);
    const cookie = await openLink();
    const { text, questions } = await read(order, cookie);
    expect(text).toMatch(/Please choose We checked Left Door .* A dent/);
    const [question = ''] = questions;
    const [first, second] = await Promise.all([
      answer(order, cookie, question, 'take'),
      answer(order, cookie, question, 'cancel'),
    ]);
    expect([first.status, second.status].toSorted()).toEqual([303, 409]);
    expect(await holdOf(order)).toEqual({ hold_reason: null, progress: 'to_pack' });
    expect((await read(order, cookie)).text).not.toContain('Please choose');
  });

  test('cancels it: its money goes back, it is set aside, and the rest is packed', async () => {
    const order = await buyParts();
    await ask(order);
    const cookie = await openLink();
    const [question = ''] = (await read(order, cookie)).questions;
    expect(await answer(order, cookie, question, 'cancel')).toEqual({
      status: 303,
      to: `/orders/PY-${order.number}?done=part-canceled`,
    });
    expect(await holdOf(order)).toEqual({ hold_reason: null, progress: 'to_pack' });
    await desk.shop.runJobs();
    expect(desk.stripe.refundedOf(order.sessionId)).toBe(40_00 + 3_20);
    expect(
      await query(
        'select canceled, lost, restocked from order_lines where order_id = $1 order by part_name',
        [order.id],
      ),
    ).toEqual([
      { canceled: 0, lost: 0, restocked: 0 },
      { canceled: 1, lost: 0, restocked: 0 },
    ]);
    const canceled = await query("select body from mails where subject like '%a part is canceled'");
    expect(canceled).toEqual([{ body: expect.stringContaining('You have canceled Left Door.') }]);
    expect((await read(order, cookie)).text).toContain('You canceled: Left Door');
    expect(await answer(order, cookie, question, 'cancel')).toMatchObject({ status: 409 });
  });

  test('about two parts keeps the order waiting until the second answer', async () => {
    const order = await buyParts();
    await ask(order, 0);
    await ask(order, 1, { what: 'A scratch' });
    const cookie = await openLink();
    const { questions } = await read(order, cookie);
    expect(questions).toHaveLength(2);
    await answer(order, cookie, questions[0] ?? '', 'take');
    expect(await holdOf(order)).toMatchObject({ hold_reason: 'Left Door differs: A dent' });
    await answer(order, cookie, questions[1] ?? '', 'take');
    expect(await holdOf(order)).toMatchObject({ hold_reason: null });
  });

  test('does not take the order off a hold of another reason', async () => {
    const order = await buyParts();
    await send(`/admin/orders/PY-${order.number}`, { intent: 'hold', reason: 'Call first' });
    await ask(order);
    const cookie = await openLink();
    const { questions } = await read(order, cookie);
    await answer(order, cookie, questions[0] ?? '', 'take');
    expect(await holdOf(order)).toMatchObject({ hold_reason: 'Call first' });
  });

  test('is not asked any more when staff have taken the order off hold', async () => {
    const order = await buyParts();
    await ask(order);
    const cookie = await openLink();
    const { questions } = await read(order, cookie);
    await send(`/admin/orders/PY-${order.number}`, { intent: 'resume' });
    expect((await read(order, cookie)).questions).toEqual([]);
    expect(await answer(order, cookie, questions[0] ?? '', 'cancel')).toMatchObject({ status: 409 });
  });
});

test('nobody else answers', async () => {
  const [order, other] = [await buyParts(), await buyParts()];
  await ask(other);
  const cookieOfOther = await openLink();
  await ask(order);
  await desk.shop.runJobs();
  const [{ id = '' } = {}] = await query(
    "select id from order_events where order_id = $1 and kind = 'difference_asked'",
    [order.id],
  );
  for (const cookie of ['', cookieOfOther])
    expect(await answer(order, cookie, String(id), 'cancel')).toMatchObject({ status: 403 });
  expect(await answer(other, cookieOfOther, String(id), 'cancel')).toMatchObject({ status: 409 });
  expect(await answer(other, cookieOfOther, 'x', 'no')).toMatchObject({ status: 403 });
  expect(await holdOf(order)).toMatchObject({ hold_reason: 'Left Door differs: A dent' });
});

test('without the mail, the buyer is only asked on the page', async () => {
  const order = await buyParts();
  expect(await ask(order, 0, { mail: '' })).toMatchObject({ status: 400 });
  const { mail: _, ...fields } = { mail: '', intent: 'differs', order: `PY-${order.number}`, what: 'A dent' };
  expect(await send('/admin/orders/pull', { ...fields, line: order.lineIds[0] ?? '' })).toMatchObject({
    message: 'The order is on hold. Ask the buyer',
  });
  await desk.shop.runJobs();
  expect(await query("select from mails where subject like '%please choose'")).toEqual([]);
  expect(await ask(order, 9)).toMatchObject({
    status: 400,
    message: expect.stringContaining('nothing left to ship'),
  });
});
