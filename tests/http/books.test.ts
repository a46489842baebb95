import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Books, findMistakes, findUnsavedPages, readBooks } from '../cluster/books.ts';
import { removeJobs } from '../support/jobs.ts';
import { addPaidOrder, createStripeShop, deliverToShop, type PaidOrder } from '../support/paid-order.ts';

let stripeShop: Awaited<ReturnType<typeof createStripeShop>>;
let order: PaidOrder;
let other: PaidOrder;
let stock: Map<string, number>;
let messages: string[];

beforeAll(async () => {
  stripeShop = await createStripeShop();
  const { shop, stripe } = stripeShop;
  order = await addPaidOrder(stripeShop);
  other = await addPaidOrder(stripeShop, [{ units: 2 }]);
  await deliverToShop(stripeShop, stripe.refund(other.sessionId, 5_00));
  stock = new Map([...order.partIds, ...other.partIds].map((id) => [id, 5]));
  const { owner } = shop.database;
  await removeJobs(owner);
  const { rows } = await owner.query('select id from mails');
  messages = rows.map(({ id }) => `Message-ID: <${id}@partyard.example>\nSubject: x`);
});
afterAll(() => stripeShop[Symbol.asyncDispose]());

const read = (delivered = messages) =>
  readBooks(stripeShop.shop.database.owner, { stripe: stripeShop.stripe, messages: delivered });

const find = (books: Books, maxCopies: 1 | 2 = 1) => findMistakes(books, { stock, maxCopies });

test('the books of sales and a refund have no mistakes', async () => {
  const books = await read();
  expect(books.orders).toHaveLength(2);
  expect(books.payments.map(({ refundedCents }) => refundedCents)).toEqual([0, 5_00]);
  expect(books.mails.length).toBeGreaterThanOrEqual(4);
  expect(find(books)).toEqual([]);
});

/** The database refuses most of these mistakes. The books must find them all the same. */
async function dropChecks(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query(
    "select conrelid::regclass as table, conname as name from pg_constraint where contype = 'c' and connamespace = 'public'::regnamespace",
  );
  await owner.query(
    rows.map(({ table, name }) => `alter table ${table} drop constraint "${name}"`).join(';'),
  );
}

describe('each mistake in the database is found:', () => {
  const ofOrder = "where id = '$order'";
  test.each([
    [
      'a lost piece',
      `update parts_catalog set stock_quantity = stock_quantity - 1 where id = '$part'`,
      /^Part .*: 2 pieces left the stock, 1 were sold$/,
    ],
    [
      'a piece that came back',
      `update parts_catalog set stock_quantity = stock_quantity + 1 where id = '$part'`,
      /: 0 pieces left the stock, 1 were sold/,
    ],
    [
      'held without a hold',
      `update parts_catalog set stock_held = 1 where id = '$part'`,
      /: 1 held, 0 in open holds/,
    ],
    [
      'a hold that never ends',
      `update stock_holds set outcome = null, ended_at = null where order_id = '$order'`,
      /: 1 still held/,
    ],
    ['an order that stays open', `update orders set status = 'pending' ${ofOrder}`, /still pending/],
    ['a lost order', `delete from orders ${ofOrder}`, /: its order .* is missing/],
    [
      'a payment on two orders',
      `update orders set payment_id = (select payment_id from orders where id = '$other') ${ofOrder}`,
      /: on 2 orders/,
    ],
    [
      'a payment that the provider does not know',
      `update orders set payment_id = 'pi_unknown' ${ofOrder}`,
      /which the provider does not know/,
    ],
    ['a cent more', `update orders set amount = amount + 0.01 ${ofOrder}`, /cents paid, the order has/],
    [
      'a refund on the order only',
      `update orders set refunded = refunded + 0.01 ${ofOrder}`,
      /: 1 cents refunded, the provider says 0/,
    ],
    [
      'a refund that is not recorded',
      `delete from refunds where order_id = '$other'`,
      /: refunds of 0 cents, the provider says 500/,
    ],
    [
      'a refund twice',
      `insert into refunds (order_id, payment_id, provider_id, reason, state, amount, done_at) select order_id, payment_id, 're_again', reason, state, amount, done_at from refunds where order_id = '$other'`,
      /: refunds of 1000 cents, the provider says 500/,
    ],
    ['a wrong status', `update orders set status = 'refunded' ${ofOrder}`, /: refunded, but it is completed/],
    [
      'paid and never sold',
      `update orders set stock = 'released', status = 'canceled' ${ofOrder}`,
      /paid, but neither sold nor refunded/,
    ],
    [
      'a missing mail',
      'delete from mails where recipient is null',
      /: 1 mails to the buyer and 0 to the shop/,
    ],
    [
      'a second mail',
      'insert into mails (recipient, subject, body) select recipient, subject, body from mails where recipient is not null',
      /: 2 mails to the buyer and 1 to the shop/,
    ],
    ['a mail given up', 'update mails set given_up_at = now() where recipient is null', /: given up/],
    [
      'a job that waits',
      "select graphile_worker.add_job('send-mail')",
      /^The job send-mail is not done: it waits$/,
    ],
  ])('%s', async (_, plant, said) => {
    const { owner } = stripeShop.shop.database;
    await owner.query('begin');
    try {
      // Without triggers, which would keep some of the books right.
      await owner.query('set local session_replication_role = replica');
      await dropChecks(owner);
      await owner.query(
        plant
          .replaceAll('$order', order.id)
          .replaceAll('$other', other.id)
          .replaceAll('$part', order.partIds[0] ?? ''),
      );
      expect(find(await read()).join('\n')).toMatch(new RegExp(said.source, `${said.flags}m`));
    } finally {
      await owner.query('rollback');
    }
  });
});

test('so is a page that can still be paid, if its address was saved', async () => {
  const books = await read();
  const openPages = [
    { id: order.sessionId, orderId: order.id },
    { id: 'cs_unsaved', orderId: order.id },
    { id: 'cs_other', orderId: 'of no order' },
  ];
  expect(find({ ...books, openPages })).toEqual([`Order ${order.id}: its payment page is still open`]);
});

test('a page is unsaved if its order has none', async () => {
  const books = await read();
  const openPages = [
    { id: 'cs_unsaved', orderId: order.id },
    { id: other.sessionId, orderId: other.id },
  ];
  const orders = books.orders.map((each) => (each.id === order.id ? { ...each, sessionId: null } : each));
  expect(findUnsavedPages({ ...books, orders, openPages })).toEqual([openPages[0]]);
});

test('so is a mail that was not delivered, or too often', async () => {
  expect(find(await read(messages.slice(1)))).toEqual([expect.stringMatching(/: not delivered$/)]);
  const twice = await read([...messages, messages[0] ?? '']);
  expect(find(twice)).toEqual([expect.stringMatching(/: delivered 2 times$/)]);
  expect(find(twice, 2)).toEqual([]);
});
