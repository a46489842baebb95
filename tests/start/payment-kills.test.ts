import { rm } from 'node:fs/promises';
import type pg from 'pg';
import { afterEach, beforeEach, expect } from 'vitest';
import { createDataFolder } from '../support/data-folder.ts';
import { connectAsOwner } from '../support/embedded.ts';
import { inLong } from '../support/in-long.ts';
import { addParts } from '../support/parts.ts';
import { runShop, type ShopProcess } from '../support/run-shop.ts';
import { type SmtpStandIn, startSmtpStandIn } from '../support/smtp-stand-in.ts';
import { startStripeStandIn, type StripeStandIn } from '../support/stripe-stand-in.ts';

const SECRETS = { secretKey: 'sk_test_kills', webhookSecret: 'whsec_kills' };

let folder: string;
let stripe: StripeStandIn;
let smtp: SmtpStandIn;
let shop: ShopProcess;
let address: string;
let owner: pg.Client;
let partId: string;

beforeEach(async () => {
  folder = await createDataFolder('payment-kills');
  stripe = await startStripeStandIn(SECRETS);
  smtp = await startSmtpStandIn();
  await start();
  owner = await connectAsOwner(folder);
  [partId = ''] = await addParts(owner, [{ part_name: 'Rotor', price: 40, stock_quantity: 2 }]);
});

afterEach(async () => {
  await owner.end();
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

async function killAndRestart() {
  await shop.kill('SIGKILL');
  await start();
}

function checkOut(): Promise<Response> {
  return fetch(`${address}/functions/v1/create-payment`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      items: [{ id: partId, name: 'Rotor', amountCents: 4000, quantity: 1 }],
      currency: 'usd',
      taxCents: 320,
      shippingCents: 1500,
    }),
  });
}

async function pay(orderId: string): Promise<Response> {
  const delivery = stripe.pay(stripe.sessionOf(orderId).id);
  return stripe.deliver(delivery, `${address}/functions/v1/payment-webhook`);
}

async function orders(): Promise<{ id: string; status: string }[]> {
  const { rows } = await owner.query('select id, status from orders');
  return rows;
}

async function stock() {
  const { rows } = await owner.query('select stock_quantity as stock, stock_held as held from parts_catalog');
  return rows[0];
}

async function mailsSent(): Promise<number> {
  const { rows } = await owner.query('select count(*)::int as count from mails where sent_at is not null');
  return rows[0].count;
}

/** Resolves when the shop waits for a lock of this test. */
async function isHeldUp() {
  const waiting = async () => {
    // pg_stat_activity is a snapshot within a transaction.
    await owner.query('select pg_stat_clear_snapshot()');
    const { rows } = await owner.query("select from pg_stat_activity where wait_event_type = 'Lock'");
    return rows.length;
  };
  await expect.poll(waiting, { interval: 10, timeout: 10_000 }).toBeGreaterThan(0);
}

inLong('killed while the provider creates the page: the hold ends at its time', async () => {
  stripe.failNext('silence', 5);
  const asked = checkOut().catch(() => undefined);
  await expect.poll(() => stripe.requests.length, { interval: 10, timeout: 10_000 }).toBe(1);
  await killAndRestart();
  await asked;
  expect(await orders()).toMatchObject([{ status: 'pending' }]);
  expect(await stock()).toEqual({ stock: 2, held: 1 });

  await owner.query('update orders set expires_at = now()');
  await owner.query('select add_jobs_of_ended_holds()');
  await expect.poll(stock, { interval: 50, timeout: 20_000 }).toEqual({ stock: 2, held: 0 });
  expect(await orders()).toMatchObject([{ status: 'expired' }]);
});

inLong(
  'killed after the provider created the page and before the shop stored it: a payment still finds its order',
  async () => {
    stripe.failNext('silence', 5);
    const asked = checkOut().catch(() => undefined);
    await expect.poll(() => stripe.sessions.size, { interval: 10, timeout: 10_000 }).toBe(1);
    await killAndRestart();
    await asked;
    const [order] = await orders();
    expect((await pay(order?.id ?? '')).status).toBe(200);
    expect(await orders()).toMatchObject([{ status: 'completed' }]);
    expect(await stock()).toEqual({ stock: 1, held: 0 });
  },
);

inLong(
  'killed there, and paid after its hold has ended: the order is honored, or refunded once its parts are sold',
  async () => {
    for (const order of [1, 2]) {
      stripe.beforeNextAnswer(() => shop.kill('SIGKILL'));
      await checkOut().catch(() => undefined);
      await start();
      expect(stripe.sessions.size).toBe(order);
      await owner.query("update orders set expires_at = now() where status = 'pending'");
      await owner.query('select add_jobs_of_ended_holds()');
      const pending = async () => (await orders()).filter(({ status }) => status === 'pending').length;
      await expect.poll(pending, { interval: 50, timeout: 20_000 }).toBe(0);
    }
    expect(await stock()).toEqual({ stock: 2, held: 0 });
    expect((await owner.query('select from orders where payment_session_id is not null')).rows).toEqual([]);
    // The provider's own time for these pages is not over.
    expect([...stripe.sessions.values()].map(({ status }) => status)).toEqual(['open', 'open']);

    const [first = '', second = ''] = (await orders()).map(({ id }) => id);
    expect((await pay(first)).status).toBe(200);
    expect(await stock()).toEqual({ stock: 1, held: 0 });
    await owner.query('update parts_catalog set stock_quantity = 0');
    // Its event is lost: the next query finds it.
    stripe.pay(stripe.sessionOf(second).id);
    await owner.query("select graphile_worker.add_job('reconcile-payments')");
    const refunded = () => stripe.refundedOf(stripe.sessionOf(second).id);
    await expect
      .poll(refunded, { interval: 50, timeout: 20_000 })
      .toBe(stripe.sessionOf(second).amount_total);
    const { rows } = await owner.query('select id, status, stock from orders');
    expect(rows.find(({ id }) => id === first)).toMatchObject({ status: 'completed', stock: 'sold' });
    expect(rows.find(({ id }) => id === second)).toMatchObject({ stock: 'released' });
    expect(await stock()).toEqual({ stock: 0, held: 0 });
  },
);

inLong(
  'killed while a payment is applied: the transaction is rolled back, and the next delivery applies it once',
  async () => {
    expect((await checkOut()).status).toBe(200);
    const [order] = await orders();
    await owner.query('begin');
    await owner.query('select from parts_catalog for update');
    const delivered = pay(order?.id ?? '').catch(() => undefined);
    await isHeldUp();
    await shop.kill('SIGKILL');
    await owner.query('rollback');
    await delivered;
    expect((await owner.query('select from payment_events')).rows).toHaveLength(0);
    expect(await orders()).toMatchObject([{ status: 'pending' }]);

    await start();
    const again = stripe.sessionOf(order?.id ?? '');
    const delivery = stripe.sign(
      JSON.stringify({
        id: 'evt_again',
        object: 'event',
        type: 'checkout.session.completed',
        data: { object: again },
      }),
    );
    const webhook = `${address}/functions/v1/payment-webhook`;
    const answers = await Promise.all([1, 2, 3].map(() => stripe.deliver(delivery, webhook)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await orders()).toMatchObject([{ status: 'completed' }]);
    expect(await stock()).toEqual({ stock: 1, held: 0 });
    await expect.poll(mailsSent, { interval: 50, timeout: 10_000 }).toBe(2);
    expect(smtp.messages).toHaveLength(2);
  },
);

inLong('killed between the payment and its mails: both are sent once', async () => {
  expect((await checkOut()).status).toBe(200);
  smtp.behavior = 'hang';
  const [order] = await orders();
  expect((await pay(order?.id ?? '')).status).toBe(200);
  const taken = async () =>
    (
      await owner.query(
        "select from graphile_worker.jobs where task_identifier = 'send-mail' and locked_at is not null",
      )
    ).rows.length;
  await expect.poll(taken, { interval: 10, timeout: 10_000 }).toBe(2);
  await shop.kill('SIGKILL');
  expect(await mailsSent()).toBe(0);

  smtp.behavior = 'accept';
  await start();
  await expect.poll(mailsSent, { interval: 50, timeout: 20_000 }).toBe(2);
  expect(smtp.messages).toHaveLength(2);
  expect(smtp.messages.join()).toContain('is confirmed');
});

inLong(
  'killed after the mail server accepted a mail and before the shop recorded it: an identical copy is sent',
  async () => {
    expect((await checkOut()).status).toBe(200);
    const [order] = await orders();
    smtp.late = { step: 'dot', milliseconds: 60_000 };
    expect((await pay(order?.id ?? '')).status).toBe(200);
    await expect.poll(() => smtp.messages.length, { interval: 20, timeout: 20_000 }).toBe(2);
    await shop.kill('SIGKILL');
    expect(await mailsSent()).toBe(0);

    smtp.late = undefined;
    await start();
    await expect.poll(mailsSent, { interval: 50, timeout: 20_000 }).toBe(2);
    const ids = smtp.messages.map((message) => message.match(/^Message-ID: (.*)$/im)?.[1]);
    expect(ids).toHaveLength(4);
    expect(new Set(ids).size).toBe(2);
    const { rows } = await owner.query('select copies from mails');
    expect(rows).toEqual([{ copies: 2 }, { copies: 2 }]);
  },
);
