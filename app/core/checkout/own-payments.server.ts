import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Database } from '#core/platform/database.server.ts';
import { MAX_SETTLED } from '#core/carts/cart.ts';
import type { PaidPurchase } from './create-payment.ts';
import { isPaidCart } from './earlier-orders.server.ts';
import type { Accounts } from '#core/accounts/accounts.server.ts';
import { readBrowserId } from './browser-id.server.ts';

export interface OpenPayment {
  orderId: string;
  purchase: 'cart' | 'buy_now';
  /** The page's address is null before it is created. */
  url: string | null;
  heldUntil: Date;
  holds: { partId: string; quantity: number }[];
}

export interface Payer {
  browserId: string | undefined;
  userId: string | undefined;
}

export async function listPaidCarts(database: Database, { browserId }: Payer): Promise<PaidPurchase[]> {
  if (browserId === undefined) return [];
  const rows = await database.as({ role: 'service_role' }, (transaction) =>
    transaction
      .selectFrom('orders')
      .select(['payment_session_id'])
      .select((order) =>
        jsonArrayFrom(
          order
            .selectFrom('order_lines')
            .whereRef('order_id', '=', 'orders.id')
            .select(['quantity', sql<string | null>`part_id`.as('partId')]),
        ).as('bought'),
      )
      .where('browser_id', '=', browserId)
      .where(isPaidCart)
      .orderBy('created_at', 'desc')
      .limit(MAX_SETTLED)
      .execute(),
  );
  return rows.map((row) => ({ sessionId: row.payment_session_id ?? '', bought: row.bought }));
}

export async function listOpenPayments(
  database: Database,
  { browserId, userId }: Payer,
): Promise<OpenPayment[]> {
  if (browserId === undefined && userId === undefined) return [];
  const rows = await database.as({ role: 'service_role' }, (transaction) =>
    transaction
      .selectFrom('orders')
      .select(['id', 'purchase', 'payment_url', 'expires_at'])
      .select((order) =>
        jsonArrayFrom(
          order
            .selectFrom('stock_holds')
            .whereRef('order_id', '=', 'orders.id')
            .where('outcome', 'is', null)
            .where('part_id', 'is not', null)
            .select(['quantity', sql<string>`part_id`.as('partId')]),
        ).as('holds'),
      )
      .where('status', '=', 'pending')
      .where((order) =>
        order.or([
          ...(browserId === undefined ? [] : [order('browser_id', '=', browserId)]),
          ...(userId === undefined ? [] : [order('user_id', '=', userId)]),
        ]),
      )
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
  );
  return rows.map((row) => ({
    orderId: row.id,
    purchase: row.purchase as OpenPayment['purchase'],
    url: row.payment_url,
    heldUntil: row.expires_at ?? new Date(),
    holds: row.holds,
  }));
}

export async function readPayer(request: Request, siteUrl: string, accounts: Accounts): Promise<Payer> {
  const { user } = await accounts.readVisitor(request);
  return { browserId: readBrowserId(request, siteUrl), userId: user?.id };
}
