import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';

interface PartUnits {
  partId: string;
  quantity: number;
}

function toUnits(rows: readonly { part_id: string | null; quantity: number }[]): PartUnits[] {
  return rows.flatMap(({ part_id: partId, quantity }) => (partId ? [{ partId, quantity }] : []));
}

export function sumByPart(units: readonly PartUnits[]): PartUnits[] {
  const sums = new Map<string, number>();
  for (const { partId, quantity } of units) sums.set(partId, (sums.get(partId) ?? 0) + quantity);
  return [...sums].map(([partId, quantity]) => ({ partId, quantity }));
}

/**
 * Tells whether a part could not be held because a piece of it was held or sold a moment before, alone or with an assembly. The
 * transaction has ended then, and a next one sees that the part is out of stock.
 */
export function isClaimedMeanwhile(error: unknown): boolean {
  return (error as { constraint?: string }).constraint === 'piece_claims_pkey';
}

/** Takes relatives of a part out of stock, or gives them back: pieces of an assembly, and assemblies with a piece. */
export async function followClaims(database: Kysely<DB>, partId: string): Promise<void> {
  await sql`select follow_claims(${partId}::uuid)`.execute(database);
}

/** Holds stock. The caller has locked the parts and checked their stock. A constraint enforces it. */
export async function holdStock(
  transaction: Transaction<DB>,
  order: { id: string; expiresAt: Date },
  units: readonly PartUnits[],
): Promise<void> {
  const sums = sumByPart(units);
  await transaction
    .insertInto('stock_holds')
    .values(
      sums.map(({ partId, quantity }) => ({
        order_id: order.id,
        part_id: partId,
        quantity,
        expires_at: order.expiresAt,
      })),
    )
    .execute();
  await changeStock(transaction, sums, { held: 1, quantity: 0 });
}

/** Reads the units that an order holds, by part. */
export async function readHeldUnits(
  transaction: Transaction<DB>,
  orderId: string,
): Promise<ReadonlyMap<string, number>> {
  const held = await transaction
    .selectFrom('stock_holds')
    .select(['part_id', 'quantity'])
    .where('order_id', '=', orderId)
    .where('outcome', 'is', null)
    .execute();
  return new Map(toUnits(held).map(({ partId, quantity }) => [partId, quantity]));
}

/** Ends an order's holds once: sold units leave the stock, others are for sale again. */
export async function endHold(
  transaction: Transaction<DB>,
  orderId: string,
  outcome: 'sold' | 'released',
): Promise<void> {
  const ended = await transaction
    .updateTable('stock_holds')
    .set({ outcome, ended_at: sql`now()` })
    .where('order_id', '=', orderId)
    .where('outcome', 'is', null)
    .returning(['part_id', 'quantity'])
    .execute();
  await changeStock(transaction, toUnits(ended), { held: -1, quantity: outcome === 'sold' ? -1 : 0 });
}

/** Sells an order whose hold was released. Returns false if not all parts are in stock. */
export async function sellReleasedStock(transaction: Transaction<DB>, orderId: string): Promise<boolean> {
  const lines = await transaction
    .selectFrom('order_lines')
    .select(['part_id', 'quantity'])
    .where('order_id', '=', orderId)
    .execute();
  const units = toUnits(lines);
  if (units.length < lines.length) return false;
  const sums = sumByPart(units);
  const parts = await transaction
    .selectFrom('parts_catalog')
    .select([
      'id',
      sql<number>`case when is_claimed(id) then 0 else stock_quantity - stock_held end`.as('available'),
    ])
    .where(
      'id',
      'in',
      sums.map(({ partId }) => partId),
    )
    .orderBy('id')
    .forUpdate()
    .execute();
  const available = new Map(parts.map((part) => [part.id, part.available]));
  if (sums.some(({ partId, quantity }) => (available.get(partId) ?? 0) < quantity)) return false;
  await changeStock(transaction, sums, { held: 0, quantity: -1 });
  return true;
}

/** Locks the parts in the order of their ids, to prevent deadlocks. */
async function changeStock(
  transaction: Transaction<DB>,
  units: readonly PartUnits[],
  sign: { held: -1 | 0 | 1; quantity: -1 | 0 },
): Promise<void> {
  if (units.length === 0) return;
  const ids = units.map(({ partId }) => partId);
  await transaction
    .selectFrom('parts_catalog')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute();
  await sql`
    update parts_catalog set
      stock_held = stock_held + ${sign.held} * units.quantity,
      stock_quantity = stock_quantity + ${sign.quantity} * units.quantity
    from unnest(${ids}::uuid[], ${units.map(({ quantity }) => quantity)}::int[]) as units (id, quantity)
    where parts_catalog.id = units.id`.execute(transaction);
}
