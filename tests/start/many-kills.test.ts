import { rm } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, beforeAll, expect } from 'vitest';
import { createDataFolder } from '../support/data-folder.ts';
import { connectAsOwner, runningDatabase } from '../support/embedded.ts';
import { makeJobsDue } from '../support/jobs.ts';
import { addParts } from '../support/parts.ts';
import { randomAddress } from '../support/random-address.ts';
import { runShop, type ShopProcess } from '../support/run-shop.ts';
import { type SmtpStandIn, startSmtpStandIn } from '../support/smtp-stand-in.ts';
import { inLong } from '../support/in-long.ts';
import { type Delivery, startStripeStandIn, type StripeStandIn } from '../support/stripe-stand-in.ts';

/** The numbers of purchases, killed processes, and concurrent buyers. */
const { PURCHASES, KILLS, BUYERS } = process.env.TEST_LONG
  ? { PURCHASES: 500, KILLS: 100, BUYERS: 8 }
  : { PURCHASES: 16, KILLS: 3, BUYERS: 4 };

const SECRETS = { secretKey: 'sk_test_many_kills', webhookSecret: 'whsec_many_kills' };
const PRICES = [12.34, 40, 99.99, 250];
const STOCK = 400;

let folder: string;
let stripe: StripeStandIn;
let smtp: SmtpStandIn;
let shop: ShopProcess;
let address: string;
let partIds: string[];

beforeAll(async () => {
  folder = await createDataFolder('many-kills');
  stripe = await startStripeStandIn(SECRETS);
  smtp = await startSmtpStandIn();
  await start();
  partIds = await runAsOwner((owner) =>
    addParts(
      owner,
      PRICES.map((price) => ({ part_name: `Rotor ${price}`, price, stock_quantity: STOCK })),
    ),
  );
});

afterAll(async () => {
  await shop.kill('SIGTERM');
  await smtp[Symbol.asyncDispose]();
  await stripe[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

async function start() {
  shop = runShop({
    DATA_DIR: folder,
    DEMO: 'false',
    TRUST_PROXY: 'true',
    LOG_LEVEL: 'fatal',
    STRIPE_SECRET_KEY: SECRETS.secretKey,
    STRIPE_WEBHOOK_SECRET: SECRETS.webhookSecret,
    STRIPE_API_BASE: stripe.url,
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Partyard <shop@partyard.example>',
  });
  address = await shop.ready();
}

async function findPostmaster(): Promise<number> {
  const database = await runningDatabase(folder);
  if (!database) throw new Error('The database does not run');
  return database.pid;
}

async function runAsOwner<T>(work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const owner = await connectAsOwner(folder);
  try {
    return await work(owner);
  } finally {
    await owner.end();
  }
}

/** Kills the shop's process, its database, or both in turn, and starts the shop again unless it recovers itself. */
async function killSomething(turn: number) {
  const victim = (['node', 'database', 'both'] as const)[turn % 3];
  if (victim !== 'node') {
    try {
      process.kill(await findPostmaster(), 'SIGKILL');
    } catch {
      // It is starting.
    }
  }
  if (victim !== 'database') {
    await shop.kill('SIGKILL');
    await start();
  }
  await recovered();
}

async function recovered() {
  const healthy = async () => {
    const answer = await fetch(`${address}/health`, { signal: AbortSignal.timeout(2_000) }).catch(
      () => undefined,
    );
    return answer?.status;
  };
  await expect.poll(healthy, { interval: 50, timeout: 20_000 }).toBe(200);
}

/** A delivery reaches the shop, or is lost while the shop is down. */
async function deliver(delivery: Delivery) {
  await stripe.deliver(delivery, `${address}/functions/v1/payment-webhook`).catch(() => undefined);
}

/** A seeded random number generator (mulberry32). */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Retries until there is a payment page, like a buyer during an outage. */
async function openPage(random: () => number): Promise<string> {
  const index = Math.floor(random() * PRICES.length);
  const quantity = 1 + Math.floor(random() * 2);
  const amountCents = Math.round((PRICES[index] ?? 0) * 100);
  const cents = amountCents * quantity;
  const body = JSON.stringify({
    items: [{ id: partIds[index], name: 'Rotor', amountCents, quantity }],
    currency: 'usd',
    taxCents: Math.round(cents * 0.08),
    shippingCents: cents > 100_00 ? 0 : 15_00,
  });
  const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': randomAddress() };
  for (;;) {
    const signal = AbortSignal.timeout(15_000);
    const answer = await fetch(`${address}/functions/v1/create-payment`, {
      method: 'POST',
      headers,
      body,
      signal,
    })
      .then(async (response) => ({
        status: response.status,
        ...((await response.json()) as { url?: string }),
      }))
      .catch(() => undefined);
    if (answer?.url) return answer.url.split('/').at(-1) ?? '';
    // A refusal would be another bug: stock and limits have room for all.
    if (answer) expect(answer.status, JSON.stringify(answer)).toBeGreaterThanOrEqual(500);
    await wait(100);
  }
}

/** One purchase, with possible problems of its events. */
async function purchase(number: number) {
  const random = generator(number);
  const sessionId = await openPage(random);
  await wait(random() * 300);
  if (random() < 0.15) return; // Left without paying.
  if (stripe.sessions.get(sessionId)?.status !== 'open') return;
  const events = [stripe.pay(sessionId)];
  const later = random();
  if (later < 0.1) events.push(stripe.refund(sessionId));
  else if (later < 0.2) events.push(stripe.refund(sessionId, 5_00));
  else if (later < 0.25) events.push(stripe.dispute(sessionId), stripe.endDispute(sessionId, 'won'));
  // Lost, repeated, and in another order.
  const heard = events
    .filter(() => random() > 0.3)
    .flatMap((event) => (random() < 0.3 ? [event, event] : [event]));
  if (random() < 0.5) heard.reverse();
  for (const event of heard) {
    await wait(random() * 200);
    await deliver(event);
  }
}

async function buyAll() {
  let next = 0;
  const buyer = async () => {
    while (next < PURCHASES) await purchase((next += 1));
  };
  await Promise.all(Array.from({ length: BUYERS }, buyer));
}

async function killAll() {
  for (let kill = 0; kill < KILLS; kill += 1) {
    await killSomething(kill);
    await wait(500);
  }
}

/** Completes everything: expires pages, asks the provider, and sends refunds and mails. */
async function settleAll() {
  await runAsOwner((owner) =>
    owner.query("update orders set expires_at = now() - interval '2 minutes' where status = 'pending'"),
  );
  const open = () =>
    runAsOwner(async (owner) => {
      await owner.query("select graphile_worker.add_job('reconcile-payments', job_key => 'reconcile-now')");
      await makeJobsDue(owner, "key is distinct from 'reconcile-now'");
      const { rows } = await owner.query(`
        select (select count(*)::int from orders where status = 'pending') as orders,
          (select count(*)::int from refunds where state in ('requested', 'pending')) as refunds,
          (select count(*)::int from mails where sent_at is null and given_up_at is null) as mails,
          (select count(*)::int from graphile_worker.jobs where task_identifier not like 'reconcile%') as jobs`);
      return rows[0];
    });
  await expect
    .poll(open, { interval: 1_000, timeout: process.env.TEST_LONG ? 180_000 : 90_000 })
    .toEqual({ orders: 0, refunds: 0, mails: 0, jobs: 0 });
}

inLong(
  `${PURCHASES} purchases while node and database are killed ${KILLS} times add up to the cent`,
  async () => {
    await Promise.all([buyAll(), killAll()]);
    await settleAll();

    const sessions = [...stripe.sessions.values()];
    const paid = sessions.filter(({ payment_status }) => payment_status === 'paid');
    expect(paid.length).toBeGreaterThan(PURCHASES / 2);

    await runAsOwner(async (owner) => {
      // Pages of ended orders can't be paid. No buyer saw a page that a kill kept from the shop.
      const open = sessions.filter(({ status }) => status === 'open').map(({ id }) => id);
      const { rows: payable } = await owner.query('select from orders where payment_session_id = any($1)', [
        open,
      ]);
      expect(payable).toEqual([]);

      const { rows: orders } = await owner.query(
        'select id, number, status, stock, amount, refunded, payment_id, email from orders where payment_id is not null',
      );
      // Each payment matches one order with the same amount, and each paid order has a payment.
      expect(orders.map(({ payment_id: payment }) => payment).toSorted()).toEqual(
        paid.map(({ payment_intent: payment }) => payment).toSorted(),
      );
      for (const order of orders) {
        const session = stripe.sessionOf(order.id);
        expect(Math.round(order.amount * 100)).toBe(session.amount_total);
        const returned = stripe.refundedOf(session.id);
        expect(Math.round(order.refunded * 100)).toBe(returned);
        const whole = returned === session.amount_total;
        expect(order.status).toBe(whole ? 'refunded' : 'completed');
      }

      // Sold units have left the stock, and no holds remain.
      const { rows: parts } = await owner.query(
        `select stock_held as held, ${STOCK} - stock_quantity as gone, (
           select coalesce(sum(quantity), 0)::int from order_lines join orders on orders.id = order_id
           where part_id = parts_catalog.id and orders.stock = 'sold'
         ) as sold from parts_catalog`,
      );
      for (const { held, gone, sold } of parts) expect({ held, gone }).toEqual({ held: 0, gone: sold });
      const { rows: holds } = await owner.query('select from stock_holds where outcome is null');
      expect(holds).toEqual([]);

      // Buyer and shop get one mail for each sale, the buyer one for each refund.
      const { rows: mails } = await owner.query('select id, subject, recipient from mails');
      const numbers = new Map(orders.map(({ id, number }) => [id, `PY-${number}`]));
      const about = (id: string) => mails.filter(({ subject }) => subject.includes(numbers.get(id)));
      for (const order of orders) {
        const sale = about(order.id).filter(({ subject }) => !/^Refund for|is disputed$/.test(subject));
        if (order.stock === 'sold')
          expect(sale.map(({ recipient }) => recipient !== null).toSorted()).toEqual([false, true]);
      }
      const { rows: refunds } = await owner.query("select order_id from refunds where state = 'done'");
      for (const { order_id: id } of refunds) {
        const refundMails = about(id).filter(({ subject }) => subject.startsWith('Refund for'));
        // A refund before its payment has no address for a mail.
        expect(refundMails.length).toBeLessThanOrEqual(
          refunds.filter(({ order_id }) => order_id === id).length,
        );
      }

      // A mail is sent once, or twice with the same Message-ID if a kill lost its response; never three times.
      // If the second response is lost too, an alert contains the mail.
      const copies = Map.groupBy(smtp.messages, (message) => message.match(/^Message-ID: <([^@]+)@/im)?.[1]);
      for (const { id } of mails) {
        const sent = copies.get(id)?.length ?? 0;
        expect(sent).toBeGreaterThanOrEqual(1);
        expect(sent).toBeLessThanOrEqual(2);
      }
      const { rows: unknown } = await owner.query(
        `select (select count(*)::int from mails where given_up_at is not null
             and not exists (select from alerts where mail_id = mails.id)) as mails,
           (select count(*)::int from alerts where kind = 'mail-outcome-unknown') as alerts`,
      );
      expect(unknown[0].alerts).toBe(unknown[0].mails);
      const { rows: alerts } = await owner.query('select kind from alerts where settled_at is null');
      expect(
        alerts.filter(({ kind }) => kind !== 'webhook-silent' && kind !== 'mail-outcome-unknown'),
      ).toEqual([]);
    });
  },
  process.env.TEST_LONG ? 40 * 60_000 : 120_000,
);
