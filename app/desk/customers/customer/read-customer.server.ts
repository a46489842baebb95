import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { centsFromDollars } from '#core/values/money.ts';
import { readSettings } from '#core/settings/settings.server.ts';
import { selectCustomers, toCustomer } from '#core/customers/select-customers.server.ts';

/** Maximum rows of each kind. */
const MOST_SHOWN = 50;

/** Returns undefined if there is no such customer. */
export async function readCustomer(transaction: Transaction<DB>, id: string) {
  const customer = await selectCustomers(transaction).where('id', '=', id).executeTakeFirst();
  if (!customer) return undefined;
  const { rows: history } = await sql<{ kind: string; id: string }>`
    select kind, id from customer_history(${id}::uuid, ${MOST_SHOWN})`.execute(transaction);
  const ofKind = (kind: string) => history.filter((row) => row.kind === kind).map((row) => row.id);
  const orderIds = ofKind('order');
  return {
    customer: toCustomer(customer),
    orders: await readOrders(transaction, orderIds),
    disputes: await readDisputes(transaction, orderIds),
    requests: await transaction
      .selectFrom('part_requests')
      .select([
        'id',
        'created_at as createdAt',
        'part_name as partName',
        'make',
        'model',
        'year',
        'description',
      ])
      .where(({ eb, val }) => eb('id', '=', eb.fn.any(val(ofKind('request')))))
      .orderBy('created_at', 'desc')
      .execute(),
    messages: await transaction
      .selectFrom('contact_messages')
      .select(['id', 'created_at as createdAt', 'subject', 'message'])
      .where(({ eb, val }) => eb('id', '=', eb.fn.any(val(ofKind('message')))))
      .orderBy('created_at', 'desc')
      .execute(),
    certificates: customer.user_id ? await readCertificates(transaction, customer.user_id) : [],
    notes: await readNotes(transaction, customer.email),
  };
}

export type CustomerPage = NonNullable<Awaited<ReturnType<typeof readCustomer>>>;

async function readOrders(transaction: Transaction<DB>, ids: string[]) {
  const orders = await transaction
    .selectFrom('orders')
    .select(['id', 'created_at as createdAt', 'product_name as productName', 'amount', 'refunded', 'status'])
    .select(sql<string>`number`.as('number'))
    .where(({ eb, val }) => eb('id', '=', eb.fn.any(val(ids))))
    .orderBy('created_at', 'desc')
    .execute();
  return orders.map((order) => ({
    id: order.id,
    number: order.number,
    createdAt: order.createdAt,
    productName: order.productName,
    status: order.status,
    amountCents: centsFromDollars(order.amount),
    refundedCents: centsFromDollars(order.refunded),
  }));
}

async function readDisputes(transaction: Transaction<DB>, orderIds: string[]) {
  const disputes = await transaction
    .selectFrom('disputes')
    .select(['id', 'order_id as orderId', 'state', 'amount', 'answer_by as answerBy'])
    .where(({ eb, val }) => eb('order_id', '=', eb.fn.any(val(orderIds))))
    .orderBy('told_at', 'desc')
    .execute();
  return disputes.map((dispute) => ({
    id: dispute.id,
    orderId: dispute.orderId,
    state: dispute.state,
    answerBy: dispute.answerBy,
    amountCents: dispute.amount === null ? null : centsFromDollars(dispute.amount),
  }));
}

async function readCertificates(transaction: Transaction<DB>, userId: string) {
  const { business } = await readSettings(transaction);
  return transaction
    .selectFrom('resale_certificates')
    .select([
      'id',
      'number',
      'state',
      sql<string>`expires_on::text`.as('expiresOn'),
      sql<boolean>`expires_on < (now() at time zone ${business.timeZone})::date`.as('isExpired'),
      'revoked_at as revokedAt',
    ])
    .where('user_id', '=', userId)
    .orderBy('approved_at', 'desc')
    .execute();
}

function readNotes(transaction: Transaction<DB>, email: string) {
  return transaction
    .selectFrom('customer_notes')
    .leftJoin('profiles', 'profiles.user_id', 'written_by')
    .select([
      'customer_notes.id',
      'note',
      'written_at as writtenAt',
      sql<string | null>`nullif(btrim(profiles.display_name), '')`.as('writtenBy'),
    ])
    .where('email', '=', email)
    .orderBy('written_at', 'desc')
    .limit(MOST_SHOWN)
    .execute();
}
