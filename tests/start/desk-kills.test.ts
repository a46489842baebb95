import { rm } from 'node:fs/promises';
import type pg from 'pg';
import { afterAll, beforeAll, expect } from 'vitest';
import { createDataFolder } from '../support/data-folder.ts';
import { connectAsOwner } from '../support/embedded.ts';
import { makeJobsDue } from '../support/jobs.ts';
import { addParts } from '../support/parts.ts';
import { runShop, type ShopProcess } from '../support/run-shop.ts';
import { type SmtpStandIn, startSmtpStandIn } from '../support/smtp-stand-in.ts';
import { inLong } from '../support/in-long.ts';
import { startStripeStandIn, type StripeStandIn } from '../support/stripe-stand-in.ts';

const SECRETS = { secretKey: 'sk_test_desk_kills', webhookSecret: 'whsec_desk_kills' };

let folder: string;
let stripe: StripeStandIn;
let smtp: SmtpStandIn;
let shop: ShopProcess;
let address: string;
let owner: pg.Client;
/** Keeps locks that hold a job up between two steps. */
let locker: pg.Client;

beforeAll(async () => {
  folder = await createDataFolder('desk-kills');
  stripe = await startStripeStandIn(SECRETS);
  smtp = await startSmtpStandIn();
  await start();
  [owner, locker] = [await connectAsOwner(folder), await connectAsOwner(folder)];
});

afterAll(async () => {
  await owner.end();
  await locker.end();
  await shop.kill('SIGTERM');
  await smtp[Symbol.asyncDispose]();
  await stripe[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

async function start() {
  shop = runShop({
    DATA_DIR: folder,
    DEMO: 'false',
    STRIPE_SECRET_KEY: SECRETS.secretKey,
    STRIPE_WEBHOOK_SECRET: SECRETS.webhookSecret,
    STRIPE_API_BASE: stripe.url,
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Partyard <shop@partyard.example>',
  });
  address = await shop.ready();
}

const query = async (text: string, values: unknown[] = []) => (await owner.query(text, values)).rows;

const eventually = (look: () => unknown) => expect.poll(look, { interval: 30, timeout: 30_000 });

/** Starts the shop and its job, which would else wait before it is repeated. */
async function restart(job: string) {
  await start();
  await makeJobsDue(owner, 'task_identifier = $1', [job]);
}

/** Resolves when a statement with this text waits for the lock. */
async function isHeldUp(statement: string) {
  const waiting = async () =>
    (
      await query(
        "select from pg_stat_activity where wait_event_type = 'Lock' and pid <> pg_backend_pid() and query ~* $1",
        [statement],
      )
    ).length;
  await eventually(waiting).toBeGreaterThan(0);
}

/** Runs the job until a statement waits for a lock, and kills the shop there. */
async function killAt(job: string, lock: string, statement: string) {
  await locker.query(`begin; ${lock}`);
  await restart(job);
  await isHeldUp(statement);
  await shop.kill('SIGKILL');
  await locker.query('rollback');
}

const isAsked = (path: RegExp, before: number) =>
  eventually(
    () => stripe.requests.slice(before).filter((each) => path.test(each.path)).length,
  ).toBeGreaterThan(0);

/** An order of $432 that is paid. */
async function buy() {
  const [id] = await addParts(owner, [{ part_name: 'Rotor', price: 400, stock_quantity: 2 }]);
  const response = await fetch(`${address}/functions/v1/create-payment`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      items: [{ id, name: 'Rotor', amountCents: 40_000, quantity: 1 }],
      currency: 'usd',
      taxCents: 3_200,
      shippingCents: 0,
    }),
  });
  const { url } = (await response.json()) as { url: string };
  const sessionId = url.split('/').at(-1) ?? '';
  const session = stripe.sessions.get(sessionId);
  return { sessionId, id: String(session?.metadata['order_id']) };
}

async function pay({ sessionId, id }: { sessionId: string; id: string }): Promise<string> {
  const delivery = stripe.pay(sessionId, { email: 'dana@example.com' });
  expect((await stripe.deliver(delivery, `${address}/functions/v1/payment-webhook`)).status).toBe(200);
  const [order] = await query('select payment_id from orders where id = $1', [id]);
  return order.payment_id;
}

inLong('killed before, while and after the provider is asked about a payment: it is rated once', async () => {
  stripe.risk = { level: 'highest', zip: 'fail' };
  const order = await buy();
  const before = stripe.requests.length;
  stripe.failNext('silence', 5);
  await pay(order);
  await isAsked(/payment_intents/, before);
  await shop.kill('SIGKILL');
  stripe.recover();
  expect(await query('select risk, review from orders where id = $1', [order.id])).toEqual([
    { risk: null, review: 'checking' },
  ]);
  await killAt(
    'check-risk',
    `select from orders where id = '${order.id}' for update`,
    'update "orders" set "risk"',
  );
  await killAt('check-risk', 'lock table alerts in exclusive mode', 'insert into "alerts"');
  expect(await query('select risk, review from orders where id = $1', [order.id])).toEqual([
    { risk: null, review: 'checking' },
  ]);

  await restart('check-risk');
  await eventually(() =>
    query('select review, risk is not null as rated from orders where id = $1', [order.id]),
  ).toEqual([{ review: 'waiting', rated: true }]);
  await eventually(() =>
    query("select from graphile_worker.jobs where task_identifier = 'check-risk'"),
  ).toEqual([]);
  expect(
    await query("select from alerts where kind = 'order-doubtful' and order_id = $1", [order.id]),
  ).toHaveLength(1);
});

inLong('killed before, while and after the provider refunds: the money goes back once', async () => {
  stripe.risk = { level: 'normal', zip: 'pass' };
  const order = await buy();
  const paymentId = await pay(order);
  await eventually(() =>
    query("select from graphile_worker.jobs where task_identifier = 'check-risk'"),
  ).toEqual([]);
  const before = stripe.requests.length;
  stripe.failNext('silence', 5);
  await query("insert into refunds (order_id, payment_id, reason, amount) values ($1, $2, 'shop', 50)", [
    order.id,
    paymentId,
  ]);
  await isAsked(/refunds/, before);
  await shop.kill('SIGKILL');
  stripe.recover();
  stripe.forgetIdempotencyKeys();
  await killAt(
    'refund-payment',
    `select from orders where id = '${order.id}' for update`,
    'from "orders".* for (no key )?update',
  );
  await killAt('refund-payment', 'lock table order_events in exclusive mode', 'insert into "order_events"');
  expect(await query('select state from refunds where order_id = $1', [order.id])).toEqual([
    { state: 'requested' },
  ]);

  await restart('refund-payment');
  await eventually(() => query('select state, amount from refunds where order_id = $1', [order.id])).toEqual([
    { state: 'done', amount: '50.00' },
  ]);
  await eventually(() =>
    query("select from graphile_worker.jobs where task_identifier = 'refund-payment'"),
  ).toEqual([]);
  expect(stripe.refundedOf(order.sessionId)).toBe(5_000);
  expect(await query('select status, refunded from orders where id = $1', [order.id])).toEqual([
    { status: 'completed', refunded: '50.00' },
  ]);
  expect(
    await query("select from order_events where kind = 'refunded' and order_id = $1", [order.id]),
  ).toHaveLength(1);
  expect(
    await query('select sum(refunds)::int as refunds, sum(refunded) as refunded from sales_sums'),
  ).toEqual([{ refunds: 1, refunded: '50.00' }]);
});

inLong(
  'killed before, while and after a mail about an order is written: it is written and sent once',
  async () => {
    const order = await buy();
    await pay(order);
    await eventually(() => query('select from mails where sent_at is null')).toEqual([]);
    const [{ number }] = (await query('select number from orders where id = $1', [order.id])) as [
      { number: string },
    ];
    await shop.kill('SIGKILL');
    await query(
      `insert into order_events (order_id, kind, details, mail_at) values ($1, 'shipped', $2, now())`,
      [
        order.id,
        {
          shipmentId: crypto.randomUUID(),
          carrier: null,
          tracking: null,
          pieces: [{ name: 'Rotor', quantity: 1 }],
          isPart: false,
        },
      ],
    );
    await killAt('mail-order-event', 'lock table order_events in exclusive mode', 'order_events');
    await killAt('mail-order-event', 'lock table mails in exclusive mode', 'insert into "mails"');
    const written = () =>
      query("select id from mails where subject ~ ('PY-' || $1) and subject ~ 'on its way'", [number]);
    expect(await written()).toEqual([]);

    smtp.behavior = 'hang';
    await restart('mail-order-event');
    await eventually(async () => (await written()).length).toBe(1);
    await shop.kill('SIGKILL');
    smtp.behavior = 'accept';
    await restart('send-mail');
    await eventually(() => query('select from mails where sent_at is null')).toEqual([]);
    expect(await written()).toHaveLength(1);
    expect(
      smtp.messages.filter(
        (message) => message.includes(`PY-${number}`) && /^Subject:.*(\r\n .*)*way/m.test(message),
      ),
    ).toHaveLength(1);
    expect(await query('select mail_id from order_events where order_id = $1', [order.id])).toEqual([
      { mail_id: (await written())[0].id },
    ]);
  },
);
