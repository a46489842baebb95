import type { Transaction } from 'kysely';
import { redirect, type RouterContextProvider } from 'react-router';
import type { DB } from '#db/types.ts';
import { parseOrderNumber } from '#domain/order-number.ts';
import { accountsContext, databaseContext, requestContext } from '#services';

/** An order whose parts the visitor may return. */
export interface ReturnableOrder {
  id: string;
  number: number;
  /** Runs work in one transaction with the visitor's rights. */
  run: <T>(work: (transaction: Transaction<DB>) => Promise<T>) => Promise<T>;
}

/**
 * Finds an order that the visitor may act on: the signed-in owner's. Undefined for all others. Visitors who are not signed in
 * are sent to /auth. A number with an email alone proves nothing.
 */
export async function readReturnableOrder(
  context: Readonly<RouterContextProvider>,
  request: Request,
  reference: string,
): Promise<ReturnableOrder | undefined> {
  const { user } = await context.get(accountsContext).readVisitor(request);
  if (!user) throw redirect('/auth');
  const number = parseOrderNumber(reference);
  if (number === undefined) return undefined;
  const { from } = context.get(requestContext);
  const identity = { role: 'authenticated', userId: user.id, from } as const;
  const database = context.get(databaseContext);
  const order = await database.as(identity, (transaction) =>
    transaction
      .selectFrom('orders')
      .select('id')
      .where('number', '=', String(number))
      .where('user_id', '=', user.id)
      .executeTakeFirst(),
  );
  return order && { id: order.id, number, run: (work) => database.as(identity, work) };
}
