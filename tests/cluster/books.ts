import type pg from 'pg';
import type { StripeStandIn } from '../support/stripe-stand-in.ts';

/** Holds what the shop's database, the payment provider and the mail server say about the same purchases. Money in cents. */
export interface Books {
  parts: { id: string; stock: number; held: number; sold: number; holds: number }[];
  orders: {
    id: string;
    number: number;
    status: string;
    stock: string;
    cents: number;
    refundedCents: number;
    /** Cents of refunds that are done. */
    refundRowsCents: number;
    paymentId: string | null;
    /** Payment page whose address its buyer got. */
    sessionId: string | null;
  }[];
  mails: { id: string; subject: string; recipient: string | null; given_up: boolean }[];
  payments: { id: string; orderId: string; cents: number; refundedCents: number }[];
  /** Payment pages that can still be paid. */
  openPages: { id: string; orderId: string }[];
  /** Mail id -> how often the mail server accepted it. */
  delivered: ReadonlyMap<string, number>;
  /** Jobs that wait or failed. */
  jobs: { task: string; error: string | null }[];
}

export interface Expected {
  /** Part id -> units before the first sale. */
  stock: ReadonlyMap<string, number>;
  /** Is 2 if processes were killed: the answer of the mail server may have been lost. */
  maxCopies: 1 | 2;
}

/** Matches mails about an order that are not about its sale. */
const OTHER_MAIL = /: refund of |is disputed$/;

export async function readBooks(
  owner: pg.Client,
  { stripe, messages }: { stripe: StripeStandIn; messages: readonly string[] },
): Promise<Books> {
  const read = async <Row>(text: string) => (await owner.query(text)).rows as Row[];
  const sessions = [...stripe.sessions.values()];
  return {
    parts: await read<Books['parts'][number]>(`
      select id, stock_quantity as stock, stock_held as held,
        (select coalesce(sum(quantity), 0)::int from order_lines join orders on orders.id = order_id
         where part_id = parts_catalog.id and orders.stock = 'sold') as sold,
        (select coalesce(sum(quantity), 0)::int from stock_holds
         where part_id = parts_catalog.id and outcome is null) as holds
      from parts_catalog`),
    orders: await read<Books['orders'][number]>(`
      select id, number::int, status, stock, (amount * 100)::int as cents, (refunded * 100)::int as "refundedCents",
        (select coalesce(sum(refunds.amount) * 100, 0)::int from refunds
         where order_id = orders.id and state = 'done') as "refundRowsCents",
        payment_id as "paymentId", payment_session_id as "sessionId"
      from orders`),
    mails: await read<Books['mails'][number]>(
      'select id, subject, recipient, given_up_at is not null as given_up from mails',
    ),
    payments: sessions
      .filter(({ payment_status: status }) => status === 'paid')
      .map((session) => ({
        id: session.payment_intent ?? '',
        orderId: String(session.metadata.order_id),
        cents: session.amount_total,
        refundedCents: stripe.refundedOf(session.id),
      })),
    openPages: sessions
      .filter(({ status }) => status === 'open')
      .map(({ id, metadata }) => ({ id, orderId: String(metadata.order_id) })),
    delivered: countMessages(messages),
    jobs: await read<Books['jobs'][number]>(
      "select task_identifier as task, last_error as error from graphile_worker.jobs where key is distinct from 'reconcile-now'",
    ),
  };
}

/** Counts accepted copies of each mail, by the id in its Message-ID. */
function countMessages(messages: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const message of messages) {
    const id = message.match(/^Message-ID: <([^@]+)@/im)?.[1] ?? '';
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

/** Lists everything that does not add up after all jobs are done, a line each. */
export function findMistakes(books: Books, expected: Expected): string[] {
  return [
    ...findStockMistakes(books, expected),
    ...findPaymentMistakes(books),
    ...findRefundMistakes(books),
    ...findMailMistakes(books, expected),
    ...books.jobs.map(({ task, error }) => `The job ${task} is not done: ${error ?? 'it waits'}`),
  ];
}

function findStockMistakes({ parts, orders }: Books, { stock }: Expected): string[] {
  const ofParts = parts.flatMap((part) => {
    const before = stock.get(part.id);
    return [
      before !== undefined && before - part.stock !== part.sold
        ? `Part ${part.id}: ${before - part.stock} pieces left the stock, ${part.sold} were sold`
        : '',
      part.held === part.holds ? '' : `Part ${part.id}: ${part.held} held, ${part.holds} in open holds`,
      part.holds === 0 ? '' : `Part ${part.id}: ${part.holds} still held`,
    ];
  });
  const ofOrders = orders.map(({ id, status, stock: state }) =>
    status === 'pending' || state === 'held' ? `Order ${id}: still ${status}, its stock ${state}` : '',
  );
  return [...ofParts, ...ofOrders].filter(Boolean);
}

/**
 * Finds orders whose process was killed between the provider's answer and the commit of the page's address: no buyer has the
 * address, and the page ends at the provider's own time (decision 86).
 */
export function findUnsavedPages({ orders, openPages }: Books): Books['openPages'] {
  const ids = new Set(orders.filter(({ sessionId }) => sessionId === null).map(({ id }) => id));
  return openPages.filter(({ orderId }) => ids.has(orderId));
}

function findPaymentMistakes({ orders, payments, openPages }: Books): string[] {
  const byId = new Map(orders.map((order) => [order.id, order]));
  const byPayment = Map.groupBy(orders, ({ paymentId }) => paymentId);
  const ofPayments = payments.flatMap((payment) => {
    const order = byId.get(payment.orderId);
    const paid = byPayment.get(payment.id) ?? [];
    if (!order) return [`Payment ${payment.id}: its order ${payment.orderId} is missing`];
    if (paid.length !== 1) return [`Payment ${payment.id}: on ${paid.length} orders`];
    if (order.cents !== payment.cents)
      return [`Payment ${payment.id}: ${payment.cents} cents paid, the order has ${order.cents}`];
    return [];
  });
  const known = new Set(payments.map(({ id }) => id));
  const ofOrders = orders
    .filter(({ paymentId }) => paymentId !== null && !known.has(paymentId))
    .map(({ id, paymentId }) => `Order ${id}: paid by ${paymentId}, which the provider does not know`);
  const payable = openPages
    .filter(({ id, orderId }) => byId.get(orderId)?.sessionId === id)
    .map(({ orderId }) => `Order ${orderId}: its payment page is still open`);
  return [...ofPayments, ...ofOrders, ...payable];
}

function findRefundMistakes({ orders, payments }: Books): string[] {
  const refunded = new Map(payments.map(({ orderId, refundedCents }) => [orderId, refundedCents]));
  return orders
    .filter(({ paymentId }) => paymentId !== null)
    .flatMap(({ id, status, stock, cents, refundedCents, refundRowsCents }) => {
      const given = refunded.get(id) ?? 0;
      const right = given >= cents ? 'refunded' : stock === 'sold' ? 'completed' : 'canceled';
      return [
        refundedCents === given
          ? ''
          : `Order ${id}: ${refundedCents} cents refunded, the provider says ${given}`,
        refundRowsCents === given
          ? ''
          : `Order ${id}: refunds of ${refundRowsCents} cents, the provider says ${given}`,
        status === right ? '' : `Order ${id}: ${status}, but it is ${right}`,
        stock === 'sold' || given >= cents ? '' : `Order ${id}: paid, but neither sold nor refunded`,
      ];
    })
    .filter(Boolean);
}

function findMailMistakes({ orders, mails, delivered }: Books, { maxCopies }: Expected): string[] {
  const about = Map.groupBy(mails, ({ subject }) => subject.match(/PY-(\d+)/)?.[1]);
  const ofSales = orders
    .filter(({ stock, paymentId }) => stock === 'sold' && paymentId !== null)
    .flatMap(({ id, number }) => {
      const sale = (about.get(String(number)) ?? []).filter(({ subject }) => !OTHER_MAIL.test(subject));
      const toShop = sale.filter(({ recipient }) => recipient === null).length;
      const toBuyer = sale.length - toShop;
      return toShop === 1 && toBuyer === 1
        ? []
        : [`Order ${id}: ${toBuyer} mails to the buyer and ${toShop} to the shop`];
    });
  const ofMails = mails.flatMap(({ id, subject, given_up: isGivenUp }) => {
    const copies = delivered.get(id) ?? 0;
    if (isGivenUp) return [`Mail ${id} (${subject}): given up`];
    if (copies === 0) return [`Mail ${id} (${subject}): not delivered`];
    return copies > maxCopies ? [`Mail ${id} (${subject}): delivered ${copies} times`] : [];
  });
  return [...ofSales, ...ofMails];
}
