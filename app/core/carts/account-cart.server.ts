import { sql, type Transaction } from 'kysely';
import { z } from 'zod';
import type { DB } from '#db/types.ts';
import { type CartItem, clampQuantity, MAX_QUANTITY, MAX_SETTLED, toCartItem } from './cart.ts';
import { partFromRow } from '#core/catalog/catalog-row.ts';
import { shownColumns, without } from '#core/catalog/part-fields.ts';
import type { Database } from '#core/platform/database.server.ts';

/** Maximum lines in an account's cart. A larger cart stays in its browser. */
const MAX_ACCOUNT_LINES = 100;

const SECONDS_OF_A_YEAR = 366 * 24 * 60 * 60;

const PAID_HOURS = 24;

const requestSchema = z.object({
  /** True in the first request of a browser after the sign-in: its lines then join the account's cart. */
  joins: z.boolean(),
  changes: z
    .array(
      z.object({
        part_id: z.guid().toLowerCase(),
        quantity: z.int().min(0).max(MAX_QUANTITY),
        seconds: z
          .number()
          .min(0)
          .transform((seconds) => Math.min(seconds, SECONDS_OF_A_YEAR)),
      }),
    )
    .max(2 * MAX_ACCOUNT_LINES),
});

type CartRequest = z.output<typeof requestSchema>;

/** A line in the account's cart. `item` is its part as a new line of a cart, or null if the catalog does not have it now. */
export interface AccountLine {
  partId: string;
  quantity: number;
  item: CartItem | null;
}

export interface AccountCartAnswer {
  lines: AccountLine[];
  /** The session ids of payments whose parts were taken out of the account's cart. */
  paid: string[];
}

/** Returns undefined for an invalid body. */
export function readCartRequest(body: unknown): CartRequest | undefined {
  return requestSchema.safeParse(body).data;
}

class CartFull extends Error {}

/**
 * Applies what the shopper did in one browser to the account's cart, and returns the cart. Of two changes of a line, the
 * later one counts. Changes nothing and returns undefined if the cart would have more than MAX_ACCOUNT_LINES lines.
 */
export async function syncAccountCart(
  database: Database,
  userId: string,
  { joins, changes }: CartRequest,
): Promise<AccountCartAnswer | undefined> {
  try {
    return await database.as({ role: 'authenticated', userId }, async (transaction) => {
      if (changes.length > 0) {
        await writeChanges(transaction, joins ? await mergeChanges(transaction, changes) : changes);
      }
      const lines = await readLines(transaction);
      if (lines.length > MAX_ACCOUNT_LINES) throw new CartFull();
      return { lines, paid: await listPaidSessions(transaction) };
    });
  } catch (error) {
    if (error instanceof CartFull) return undefined;
    throw error;
  }
}

type Changes = CartRequest['changes'];

async function mergeChanges(transaction: Transaction<DB>, changes: Changes): Promise<Changes> {
  const ids = changes.map((change) => change.part_id);
  const parts = await transaction
    .selectFrom('parts_catalog')
    .select(['id', 'stock_quantity'])
    .where('id', 'in', ids)
    .execute();
  const stock = new Map(parts.map((part) => [part.id, part.stock_quantity]));
  const lines = await transaction
    .selectFrom('cart_lines')
    .select(['part_id', 'quantity'])
    .where('part_id', 'in', ids)
    .orderBy('part_id')
    .forUpdate()
    .execute();
  const inAccount = new Map(lines.map((line) => [line.part_id, line.quantity]));
  return changes.map(({ part_id, quantity }) => ({
    part_id,
    quantity: mergeQuantity(quantity, inAccount.get(part_id) ?? 0, stock.get(part_id) ?? 0),
    seconds: 0,
  }));
}

/**
 * Merges the cart of a browser into the one of the account at sign-in: the larger quantity, and no more than the shop has.
 * A part that is sold out keeps one unit, so that the cart can say so.
 * @param stock all units, with those that are held for payments: they can be the shopper's own.
 */
export function mergeQuantity(browser: number, account: number, stock: number): number {
  return Math.min(clampQuantity(Math.max(browser, account)), Math.max(stock, 1));
}

/** A part that the catalog does not have is not added to a cart, but its line can be changed or removed. */
async function writeChanges(transaction: Transaction<DB>, changes: Changes): Promise<void> {
  await sql`
    insert into cart_lines (part_id, quantity, changed_at)
    select part_id, quantity, now() - make_interval(secs => seconds)
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
      as change (part_id uuid, quantity integer, seconds double precision)
    where exists (select from parts_catalog where id = part_id)
      or exists (select from cart_lines as own where own.part_id = change.part_id)
    order by part_id
    on conflict (user_id, part_id) do update set quantity = excluded.quantity, changed_at = excluded.changed_at
      where excluded.changed_at >= cart_lines.changed_at`.execute(transaction);
}

async function readLines(transaction: Transaction<DB>): Promise<AccountLine[]> {
  const lines = await transaction
    .selectFrom('cart_lines')
    .select(['part_id', 'quantity'])
    .where('quantity', '>', 0)
    .orderBy('changed_at')
    .orderBy('part_id')
    .execute();
  if (lines.length === 0) return [];
  const rows = await transaction
    .selectFrom('parts_catalog')
    .select(['id', ...without(shownColumns, 'description', 'stock_quantity')])
    .where(
      'id',
      'in',
      lines.map((line) => line.part_id),
    )
    .execute();
  const parts = new Map(
    rows.map((row) => [
      row.id,
      partFromRow({ ...row, description: null, stock_quantity: 0, all_held: false }),
    ]),
  );
  return lines.map(({ part_id: partId, quantity }) => {
    const part = parts.get(partId);
    return { partId, quantity, item: part ? { ...toCartItem(part), quantity } : null };
  });
}

/** Lists the newest first. An order that joined the account later was paid from the cart of a guest. */
async function listPaidSessions(transaction: Transaction<DB>): Promise<string[]> {
  const rows = await transaction
    .selectFrom('orders')
    .select('payment_session_id')
    .where('user_id', '=', sql<string>`auth.uid()`)
    .where('joined_at', 'is', null)
    .where('purchase', '=', 'cart')
    .where('stock', '=', 'sold')
    .where('payment_session_id', 'is not', null)
    .where('created_at', '>', sql<Date>`now() - make_interval(hours => ${PAID_HOURS})`)
    .orderBy('created_at', 'desc')
    .limit(MAX_SETTLED)
    .execute();
  return rows.map((row) => row.payment_session_id ?? '');
}

const REMOVED_DAYS = 60;

/** Deletes removed lines of accounts' carts. A browser that was offline for longer adds such a line again. */
export async function tidyCarts(database: Database): Promise<void> {
  await database.as({ role: 'service_role' }, (transaction) =>
    transaction
      .deleteFrom('cart_lines')
      .where('quantity', '=', 0)
      .where('changed_at', '<', sql<Date>`now() - make_interval(days => ${REMOVED_DAYS})`)
      .execute(),
  );
}
