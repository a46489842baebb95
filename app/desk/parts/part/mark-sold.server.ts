import { sql, type SqlBool, type Transaction } from 'kysely';
import { z } from 'zod';
import { logAdminAction } from '#core/audit/write-events.server.ts';
import type { DB } from '#db/types.ts';
import { parseDollars } from '#core/values/parse-dollars.ts';
import { requiredLine } from '#core/settings/fields.ts';
import type { ActionResult } from '#core/values/action-result.ts';

const MAX_UNITS = 10_000;
const MAX_CENTS = 1_000_000_00;

const fields = z.object({
  units: z
    .string('is required')
    .trim()
    .regex(/^\d{1,5}$/, 'must be a whole number')
    .transform(Number)
    .refine((units) => units >= 1 && units <= MAX_UNITS, 'must be at least 1'),
  where: requiredLine(200),
  /** Cents. */
  price: z
    .string('must be an amount')
    .default('')
    .transform((text) => (text.trim() === '' ? null : parseDollars(text)))
    .refine(
      (cents) => cents === null || (cents !== undefined && cents <= MAX_CENTS),
      'must be an amount, such as 12.50',
    ),
});

/**
 * Takes units that were sold elsewhere out of stock, as the signed-in person. Held units stay. The audit trail keeps where
 * and for how much; sales and taxes do not count them.
 */
export async function markSold(
  transaction: Transaction<DB>,
  id: string,
  form: Record<string, unknown>,
): Promise<ActionResult> {
  const parsed = fields.safeParse(form);
  if (!parsed.success) {
    const errors = parsed.error.issues.map(({ path, message }) => [String(path[0]), message]);
    return { done: false, errors: Object.fromEntries(errors) as NonNullable<ActionResult['errors']> };
  }
  const { units, where, price } = parsed.data;
  const sold = await transaction
    .updateTable('parts_catalog')
    .set({ stock_quantity: sql<number>`stock_quantity - ${units}` })
    .where('id', '=', id)
    .where(sql<SqlBool>`stock_quantity - stock_held >= ${units}`)
    .returning(['part_name', 'stock_quantity'])
    .executeTakeFirst();
  if (!sold) return { done: false, ...(await explain(transaction, id)) };
  await sql`select write_part_sold_elsewhere(${id}::uuid, ${units})`.execute(transaction);
  await logAdminAction(transaction, 'mark_sold', {
    resourceId: id,
    name: sold.part_name,
    pieces: units,
    where,
    price: typeof price === 'number' ? price / 100 : null,
    stock: sold.stock_quantity,
  });
  return { done: true, message: units === 1 ? 'Marked as sold' : `${units} units marked as sold` };
}

async function explain(transaction: Transaction<DB>, id: string): Promise<Partial<ActionResult>> {
  const part = await transaction
    .selectFrom('parts_catalog')
    .select(['stock_quantity', 'stock_held'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!part) return { message: 'Error marking as sold: the part was deleted' };
  const { stock_quantity: stock, stock_held: held } = part;
  const free = `only ${stock - held} can be sold`;
  return { errors: { units: held > 0 ? `${free}: open payments hold ${held}` : free } };
}
