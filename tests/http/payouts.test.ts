import { parse } from 'csv-parse/sync';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accounts } from '#core/sales/journal.ts';
import { readPayouts } from '#core/sales/read-payouts.server.ts';
import { server } from '../support/built-server.ts';
import { textOf } from '../support/html.ts';
import { addPaidOrder, createStripeShop, deliverToShop, type StripeShop } from '../support/paid-order.ts';
import { TEST_SECRET } from '../support/test-database.ts';

const PASSWORD = 'a password for Ada';

let desk: StripeShop & AsyncDisposable;
let ada: string;

beforeAll(async () => {
  desk = await createStripeShop();
  await desk.shop.addUser({ email: 'ada@example.com', password: PASSWORD, admin: true });
  ada = await desk.shop.signIn('ada@example.com', PASSWORD);
});
afterAll(() => desk[Symbol.asyncDispose]());

const query = async (text: string, values: unknown[] = []) =>
  (await desk.shop.database.owner.query(text, values)).rows;
const read = async (path: string) => {
  const response = await desk.shop.request(path, { headers: { cookie: ada } });
  expect([path, response.status]).toEqual([path, 200]);
  return response.text();
};
const run = () => desk.shop.runRegularTask('read-payouts');
const alerts = () =>
  query(
    "select kind, subject, details from alerts where settled_at is null and kind in ('payouts-not-read', 'payout-differs', 'money-not-paid-out') order by kind, subject",
  );
const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
const asked = () =>
  desk.stripe.requests
    .splice(0)
    .filter(({ path }) => path === '/v1/balance_transactions')
    .map(({ params }) => [params['payout'], params['starting_after']]);

test('payouts are read once, page by page, and compared with the shop to the cent', async () => {
  const { stripe } = desk;
  expect(await read('/admin/sales/payouts')).toContain('No payouts yet');
  const sold = await addPaidOrder(desk);
  const refunded = await addPaidOrder(desk);
  await deliverToShop(desk, stripe.refund(refunded.sessionId, 10_00, 'duplicate'));
  const disputed = await addPaidOrder(desk);
  await deliverToShop(desk, stripe.dispute(disputed.sessionId));
  for (let count = 0; count < 205; count += 1) stripe.move('stripe_fee', -1);
  stripe.move('charge', 5_00);
  const payout = stripe.payOut({ daysAgo: 40 });
  const all = stripe.transactionsOf(payout.id);
  expect(all).toHaveLength(3 + 1 + 1 + 205 + 1 + 1);

  // Stripe is still putting its transactions together.
  payout.reconciliation_status = 'in_progress';
  await run();
  expect(await query('select id from payouts')).toEqual([]);

  payout.reconciliation_status = 'completed';
  payout.status = 'in_transit';
  stripe.beforeNextAnswer(async () => {});
  stripe.beforeNextAnswer(async () => stripe.failNext('error', 2));
  await run();
  expect(await query('select count(*)::int as count from balance_transactions')).toEqual([{ count: 100 }]);
  expect(await query('select read_to, complete_at from payouts')).toEqual([
    { read_to: all[99]?.id, complete_at: null },
  ]);
  expect(await alerts()).toMatchObject([{ kind: 'payouts-not-read' }]);
  expect(await read('/admin/sales/payouts')).toContain('Not read completely yet');

  payout.status = 'paid';
  asked();
  await run();
  expect(asked()).toEqual([
    [payout.id, all[99]?.id],
    [payout.id, all[199]?.id],
  ]);
  expect(await query('select state, amount::text, complete_at is not null as done from payouts')).toEqual([
    { state: 'paid', amount: (payout.amount / 100).toFixed(2), done: true },
  ]);
  expect(await query('select id from balance_transactions order by id')).toEqual(
    all.map(({ id }) => ({ id })).toSorted((one, other) => (one.id < other.id ? -1 : 1)),
  );
  const matched = await query(
    "select kind, order_id, problem from matched_transactions where kind not in ('fee', 'payout') order by amount, order_id nulls last",
  );
  expect(matched).toEqual([
    { kind: 'dispute', order_id: disputed.id, problem: null },
    { kind: 'refund', order_id: refunded.id, problem: null },
    { kind: 'payment', order_id: null, problem: 'unknown' },
    ...[sold.id, refunded.id, disputed.id]
      .toSorted()
      .map((id) => ({ kind: 'payment', order_id: id, problem: null })),
  ]);

  const refunds = await read(`/admin/sales-file/refunds?from=${day(1)}&to=${day(0)}`);
  expect(refunds).toMatch(/,Duplicate payment,Online,/);

  const list = textOf(await read('/admin/sales/payouts'));
  expect(list).toContain('1 to look at');
  expect(list).not.toContain('apart');
  const page = textOf(await read(`/admin/sales/payouts/${payout.id}?show=problems`));
  expect(page).toContain('Not in the shop');
  expect(page).toMatch(/Difference\s+\$0\.00/);
  expect(page).not.toContain(`PY-${sold.number}`);
  // The second page of all transactions begins after the first one.
  const first = await read(`/admin/sales/payouts/${payout.id}`);
  const next = /href="(\/admin\/sales\/payouts\/po_\w+\?after=[^"]+)"/.exec(first)?.[1] ?? '';
  const second = textOf(await read(next.replaceAll('&amp;', '&')));
  expect(second.match(/-\$0\.01/g)?.length).toBeGreaterThan(0);

  // Raised once, and not again once a person has settled it.
  const raised = [{ kind: 'payout-differs', subject: payout.id }];
  expect(await alerts()).toMatchObject(raised);
  await run();
  expect(asked()).toEqual([]);
  expect(await alerts()).toMatchObject(raised);
  await query(
    "update alerts set settled_at = now(), settled_by = (select id from auth.users limit 1) where kind = 'payout-differs'",
  );
  await run();
  expect(await alerts()).toEqual([]);
});

test('money that is in no payout, or with another amount, raises alerts until it is found', async () => {
  const { stripe } = desk;
  // Money from before the first payout is not compared.
  stripe.move('stripe_fee', -1);
  stripe.payOut({ daysAgo: 40 });
  await run();
  const late = await addPaidOrder(desk);
  await deliverToShop(desk, stripe.refund(late.sessionId, 5_00));
  const [{ payment_id: payment }] = await query('select payment_id from orders where id = $1', [late.id]);
  const [{ provider_id: refund }] = await query('select provider_id from refunds where order_id = $1', [
    late.id,
  ]);
  const held = stripe.balance.splice(0);
  const other = await addPaidOrder(desk);
  const [charge] = stripe.balance;
  Object.assign(charge ?? {}, { amount: (charge?.amount ?? 0) - 1, net: (charge?.net ?? 0) - 1 });
  const differing = stripe.payOut({ daysAgo: 1 });
  await run();
  // It is too early to miss it.
  expect(await alerts()).toMatchObject([
    { kind: 'payout-differs', subject: differing.id, details: { 'Transactions to look at': '1' } },
  ]);
  const page = textOf(await read(`/admin/sales/payouts/${differing.id}`));
  expect(page).toContain('The shop has $58.20');
  expect(page).toContain(`PY-${other.number}`);

  await query("update orders set paid_at = now() - interval '12 days' where id = $1", [late.id]);
  await query("update refunds set done_at = now() - interval '12 days' where order_id = $1", [late.id]);
  await run();
  await run();
  expect((await alerts()).map(({ kind, subject }) => [kind, subject])).toEqual([
    ...[payment, refund].toSorted().map((id) => ['money-not-paid-out', id]),
    ['payout-differs', differing.id],
  ]);
  expect(textOf(await read('/admin/sales/payouts'))).toMatch(
    new RegExp(`In no payout.*PY-${late.number}.*Payment.*\\$58\\.20.*Refund.*\\$5\\.00`, 's'),
  );

  stripe.balance.push(...held);
  const found = stripe.payOut();
  // A list that begins again and again ends, and the next run goes on.
  stripe.listsBeginAgain = true;
  for (let count = 0; count < 100; count += 1) stripe.move('stripe_fee', -1);
  const endless = stripe.payOut();
  await run();
  expect(await alerts()).toContainEqual(
    expect.objectContaining({
      kind: 'payouts-not-read',
      details: { Answer: `The list of transactions of ${endless.id} does not go on` },
    }),
  );
  stripe.listsBeginAgain = false;
  await run();
  expect(await alerts()).toMatchObject([{ kind: 'payout-differs', subject: differing.id }]);
  expect(await query('select id from payouts where complete_at is null')).toEqual([]);
  expect(await query('select id from payouts where id = $1', [found.id])).toHaveLength(1);
});

test('the files have the fees, and the journal clears what was paid out', async () => {
  const download = async (file: string): Promise<Record<string, string>[]> =>
    parse(await read(`/admin/sales-file/${file}?from=${day(50)}&to=${day(-2)}`), { columns: true });
  const cents = (text = '') => Math.round(Number(text) * 100);
  const sum = (numbers: number[]) => numbers.reduce((all, each) => all + each, 0);
  const fees = await download('fees');
  const paidOut = desk.stripe.payouts.flatMap(({ id }) => desk.stripe.transactionsOf(id));
  expect(sum(fees.map(({ fee }) => cents(fee)))).toBe(sum(paidOut.map(({ fee }) => fee)));
  expect(sum(fees.map(({ net }) => cents(net)))).toBe(0);
  const journal = await download('journal');
  for (const each of new Set(journal.map((row) => row['day']))) {
    const rows = journal.filter((row) => row['day'] === each);
    expect(sum(rows.map((row) => cents(row['debit'])))).toBe(sum(rows.map((row) => cents(row['credit']))));
  }
  const balance = (account: string) =>
    sum(
      journal
        .filter((row) => row['account'] === account)
        .map((row) => cents(row['debit']) - cents(row['credit'])),
    );
  expect(balance(accounts.clearing)).toBe(0);
  expect(balance(accounts.bank)).toBe(sum(desk.stripe.payouts.map(({ amount }) => amount)));
  const ofType = (type: string) =>
    sum(paidOut.filter((each) => each.type === type).map(({ amount }) => amount));
  expect(balance(accounts.disputes) + ofType('adjustment')).toBe(0);
  expect(balance(accounts.fees)).toBe(sum(paidOut.map(({ fee }) => fee)) - ofType('stripe_fee'));
  const [{ unmatched }] = await query(
    "select round(100 * coalesce(sum(amount - coalesce(booked, 0)), 0))::int as unmatched from matched_transactions where kind in ('payment', 'refund')",
  );
  expect(balance(accounts.unmatched) + unmatched).toBe(0);
});

test('two runs at the same time, and a run that may read two pages only, read each transaction once', async () => {
  const { stripe, shop } = desk;
  const payments = await server.createPayments(
    { secretKey: 'sk_test_desk', webhookSecret: 'whsec_desk', apiBase: stripe.url },
    { siteUrl: 'http://shop.test', secret: TEST_SECRET, log: pino({ level: 'silent' }) },
  );
  for (let count = 0; count < 350; count += 1) stripe.move('stripe_fee', -1);
  const { id } = stripe.payOut();
  const own = { database: shop.database.pools, payments, logError: () => {}, maxPages: 2 };
  const countRead = () =>
    query('select count(*)::int as count from balance_transactions where payout_id = $1', [id]);
  await readPayouts(own);
  expect(await countRead()).toEqual([{ count: 200 }]);
  await Promise.all([run(), run()]);
  expect(await countRead()).toEqual([{ count: 351 }]);
  expect(await query('select complete_at is not null as done from payouts where id = $1', [id])).toEqual([
    { done: true },
  ]);
});
