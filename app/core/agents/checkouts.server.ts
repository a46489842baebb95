import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import { isPartId } from '#core/catalog/part.ts';
import type { Database } from '#core/platform/database.server.ts';
import { type AskedCart, askedCartSchema, type AskedCheckout, askedCheckoutSchema } from './asked.ts';

const AS_SHOP = { role: 'service_role' } as const;

export interface StoredCart {
  id: string;
  /** As of a checkout. */
  isSigned: boolean;
  asked: AskedCart;
  expiresAt: Date;
}

/** A checkout that an assistant prepares for a buyer, and the order that came of it. */
export interface StoredCheckout {
  id: string;
  platformId: string;
  /** The request that made it was signed. Then others must be signed too. */
  isSigned: boolean;
  cartId: string | null;
  /** Stands in for the browser of its orders. */
  payerId: string;
  asked: AskedCheckout;
  /** Changes with each change of what is asked for. */
  version: string;
  expiresAt: Date;
  isCanceled: boolean;
  isExpired: boolean;
  /** The paid order, or else the latest one. */
  order: {
    id: string;
    number: string;
    isPaid: boolean;
    /** False if a payment came too late: then its parts were sold to others, and the money goes back. */
    isSold: boolean;
    isPending: boolean;
    sessionId: string | null;
  } | null;
}

/** Ids of the protocol name what they are of. The rest is the id in the database. */
const CHECKOUT_ID = /^chk_(?<id>[0-9a-f-]{36})$/;
const CART_ID = /^cart_(?<id>[0-9a-f-]{36})$/;

export const formatCheckoutId = (id: string) => `chk_${id}`;
export const formatCartId = (id: string) => `cart_${id}`;

function readId(pattern: RegExp, given: string): string | undefined {
  const id = pattern.exec(given)?.groups?.['id'];
  return id !== undefined && isPartId(id) ? id : undefined;
}

/** The path of the page where a buyer sees a cart or a checkout of an assistant. */
export const agentPagePath = (id: string) => `/assistant/${id}`;

/** Adds a cart, once for each id. It is kept for 7 days. */
export function addCart(
  database: Database,
  { id, platformId, isSigned, asked }: Omit<NewCheckout, 'cartId'> & { asked: AskedCart },
): Promise<StoredCart | undefined> {
  return database.as(AS_SHOP, async (transaction) => {
    await transaction
      .insertInto('agent_carts')
      .values({ id, platform_id: platformId, is_signed: isSigned, asked: JSON.stringify(asked) })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
    return readCart(transaction, formatCartId(id), platformId);
  });
}

/** Reads a cart by its id in the protocol. The buyer's page names no platform: its link is enough. */
export async function readCart(
  database: Kysely<DB>,
  given: string,
  platformId?: string,
): Promise<StoredCart | undefined> {
  const id = readId(CART_ID, given);
  if (id === undefined) return undefined;
  const row = await database
    .selectFrom('agent_carts')
    .select(['id', 'is_signed', 'asked', 'expires_at'])
    .where('id', '=', id)
    .where('expires_at', '>', sql<Date>`now()`)
    .$if(platformId !== undefined, (query) => query.where('platform_id', '=', platformId ?? ''))
    .executeTakeFirst();
  return (
    row && {
      id: row.id,
      isSigned: row.is_signed,
      asked: askedCartSchema.parse(row.asked),
      expiresAt: row.expires_at,
    }
  );
}

/** Replaces the contents of a cart. Returns undefined if the platform has no such cart. */
export async function replaceCart(
  database: Database,
  { id, platformId, asked }: { id: string; platformId: string; asked: AskedCart },
): Promise<StoredCart | undefined> {
  return database.as(AS_SHOP, async (transaction) => {
    const cart = await readCart(transaction, id, platformId);
    if (!cart) return undefined;
    await transaction
      .updateTable('agent_carts')
      .set({ asked: JSON.stringify(asked) })
      .where('id', '=', cart.id)
      .execute();
    return { ...cart, asked };
  });
}

/** Removes a cart, and returns it as it was. Its checkouts stay. */
export async function removeCart(
  database: Database,
  { id, platformId }: { id: string; platformId: string },
): Promise<StoredCart | undefined> {
  return database.as(AS_SHOP, async (transaction) => {
    const cart = await readCart(transaction, id, platformId);
    if (cart) await transaction.deleteFrom('agent_carts').where('id', '=', cart.id).execute();
    return cart;
  });
}

interface NewCheckout {
  id: string;
  platformId: string;
  isSigned: boolean;
  asked: AskedCheckout;
  cartId?: string | undefined;
}

/**
 * Adds a checkout, once for each id. With a cart, the cart's contents win, and its open checkout is returned instead of a new one. Returns
 * undefined if the platform has no such cart. A checkout is open for 24 hours.
 */
export async function addCheckout(
  database: Database,
  { id, platformId, isSigned, asked, cartId }: NewCheckout,
): Promise<{ checkout: StoredCheckout; isNew: boolean } | undefined> {
  return database.as(AS_SHOP, async (transaction) => {
    let contents = asked;
    let cart: StoredCart | undefined;
    if (cartId !== undefined) {
      cart = await readCart(transaction, cartId, platformId);
      if (!cart || (cart.isSigned && !isSigned)) return undefined;
      // Requests for the same cart wait for one another.
      await sql`select from agent_carts where id = ${cart.id} for update`.execute(transaction);
      const open = await readCheckoutWhere(transaction, sql`checkouts.cart_id = ${cart.id}`);
      if (open && isOpen(open)) return { checkout: open, isNew: false };
      contents = { ...asked, ...cart.asked };
    }
    await transaction
      .insertInto('agent_checkouts')
      .values({
        id,
        platform_id: platformId,
        is_signed: isSigned,
        cart_id: cart?.id ?? null,
        asked: JSON.stringify(contents),
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
    const checkout = await readCheckout(transaction, formatCheckoutId(id), platformId);
    if (!checkout) throw new Error('The checkout is gone');
    return { checkout, isNew: true };
  });
}

function isOpen(checkout: StoredCheckout): boolean {
  return !checkout.isCanceled && !checkout.isExpired && !checkout.order?.isPaid;
}

/** Reads a checkout by its id in the protocol. The buyer's page names no platform: its link is enough. */
export async function readCheckout(
  database: Kysely<DB>,
  given: string,
  platformId?: string,
): Promise<StoredCheckout | undefined> {
  const id = readId(CHECKOUT_ID, given);
  if (id === undefined) return undefined;
  const checkout = await readCheckoutWhere(database, sql`checkouts.id = ${id}`);
  return platformId === undefined || checkout?.platformId === platformId ? checkout : undefined;
}

interface CheckoutRow {
  id: string;
  platform_id: string;
  is_signed: boolean;
  version: string;
  cart_id: string | null;
  payer_id: string;
  asked: unknown;
  expires_at: Date;
  is_canceled: boolean;
  is_expired: boolean;
  order_id: string | null;
  number: string | null;
  is_paid: boolean | null;
  is_sold: boolean | null;
  is_pending: boolean | null;
  session_id: string | null;
}

/** Reads the newest checkout that meets a condition on `checkouts`, unless it is forgotten. */
export async function readCheckoutWhere(
  database: Kysely<DB>,
  where: ReturnType<typeof sql>,
): Promise<StoredCheckout | undefined> {
  const { rows } = await sql<CheckoutRow>`
    select checkouts.id, platform_id, is_signed, updated_at::text as version, cart_id, payer_id, asked, checkouts.expires_at,
      canceled_at is not null as is_canceled, checkouts.expires_at <= now() as is_expired,
      orders.id as order_id, orders.number::text, orders.paid_at is not null as is_paid,
      orders.stock = 'sold' as is_sold, orders.status = 'pending' as is_pending,
      orders.payment_session_id as session_id
    from agent_checkouts as checkouts
    left join lateral (
      select id, number, paid_at, stock, status, payment_session_id from orders where browser_id = checkouts.payer_id
      order by paid_at is null, created_at desc limit 1
    ) as orders on true
    where ${where} and forgotten_at is null
    order by checkouts.created_at desc limit 1`.execute(database);
  const [row] = rows;
  if (!row) return undefined;
  return {
    id: row.id,
    platformId: row.platform_id,
    isSigned: row.is_signed,
    version: row.version,
    cartId: row.cart_id,
    payerId: row.payer_id,
    asked: askedCheckoutSchema.parse(row.asked),
    expiresAt: row.expires_at,
    isCanceled: row.is_canceled,
    isExpired: row.is_expired,
    order:
      row.order_id === null
        ? null
        : {
            id: row.order_id,
            number: row.number ?? '',
            isPaid: row.is_paid === true,
            isSold: row.is_sold === true,
            isPending: row.is_pending === true,
            sessionId: row.session_id,
          },
  };
}
