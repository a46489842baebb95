import { sql, type Transaction } from 'kysely';
import { redirect, type RouterContextProvider } from 'react-router';
import type { DB } from '#db/types.ts';
import { formatOrderNumber, parseOrderNumber } from '#core/values/order-number.ts';
import { accountsContext } from '#core/accounts/accounts.server.ts';
import { type Database, databaseContext } from '#core/platform/database.server.ts';
import { requestContext } from '#core/platform/request.server.ts';
import { shopContext } from '#core/platform/shop.server.ts';
import { hashToken } from '#core/platform/link-token.server.ts';
import { readOpenedLink } from '#core/orders/order-links.server.ts';

/** An order whose parts the visitor may return. */
export interface ReturnableOrder {
  id: string;
  number: number;
  /** Runs work in one transaction with the visitor's rights. */
  run: <T>(work: (transaction: Transaction<DB>) => Promise<T>) => Promise<T>;
}

/**
 * Finds an order that the visitor may act on: the signed-in owner's, or one to which the browser has opened a mailed link.
 * Returns undefined for other numbers. Visitors with neither are sent to the page of the order, which says how to open it.
 * A number with an email alone proves nothing.
 */
export async function readReturnableOrder(
  context: Readonly<RouterContextProvider>,
  request: Request,
  reference: string,
): Promise<ReturnableOrder | undefined> {
  const number = parseOrderNumber(reference);
  if (number === undefined) return undefined;
  const database = context.get(databaseContext);
  const { user } = await context.get(accountsContext).readVisitor(request);
  if (user) {
    const identity = {
      role: 'authenticated',
      userId: user.id,
      from: context.get(requestContext).from,
    } as const;
    const order = await database.as(identity, (transaction) =>
      findOrder(transaction, number).where('user_id', '=', user.id).executeTakeFirst(),
    );
    if (order) return { id: order.id, number, run: (work) => database.as(identity, work) };
  }
  const token = readOpenedLink(request, context.get(shopContext).siteUrl, number);
  if (token !== undefined && (await isLinkValid(database, number, token))) {
    const run: ReturnableOrder['run'] = (work) => database.as({ role: 'service_role' }, work);
    const order = await run((transaction) => findOrder(transaction, number).executeTakeFirst());
    return order && { id: order.id, number, run };
  }
  if (!user) throw redirect(`/orders/${formatOrderNumber(number)}`);
  return undefined;
}

function findOrder(transaction: Transaction<DB>, number: number) {
  return transaction.selectFrom('orders').select('id').where('number', '=', String(number));
}

async function isLinkValid(database: Database, number: number, token: string): Promise<boolean> {
  return database.as({ role: 'anon' }, async (transaction) => {
    const { rows } = await sql<{ isValid: boolean | null }>`
      select buyer_order(${number}, ${hashToken(token)}) is not null as "isValid"`.execute(transaction);
    return rows[0]?.isValid === true;
  });
}
