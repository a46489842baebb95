import { sql, type Transaction } from 'kysely';
import { z } from 'zod';
import { logAdminAction } from '#core/audit/write-events.server.ts';
import { lockDeskOrder } from '#core/orders/desk-order.server.ts';
import { askAboutDifference } from '#core/orders/difference.server.ts';
import { optionalLine, readFields } from '#core/orders/read-action-form.server.ts';
import { isPartId } from '#core/catalog/part.ts';
import type { ActionResult } from '#core/values/action-result.ts';
import { Refused } from '#core/values/refused.ts';
import { formatOrderNumber, parseOrderNumber } from '#core/values/order-number.ts';
import { describeEarlyDay } from '#core/yard/paper/paper.ts';
import { readDismantleDays } from '#core/yard/paper/read-paper.server.ts';
import type { DB } from '#db/types.ts';
import { runOrderAction } from '../run-order-action.server.ts';

const partField = z.string().refine(isPartId, 'this part does not exist');

const changes = {
  pulled: { from: 'on_car', to: 'pulled', done: 'Pulled. Inspect it next' },
  'put-back': { from: 'pulled', to: 'on_car', done: 'It is on the car again' },
} as const;

const MEANWHILE = 'someone else has changed where it is. Reload the page to see it';

/** Notes that a part was pulled, or that it is on the car after all. @throws {Refused} */
export async function movePart(
  transaction: Transaction<DB>,
  change: keyof typeof changes,
  form: FormData,
): Promise<ActionResult> {
  const { part } = readFields(form, z.object({ part: partField }));
  const { from, to, done } = changes[change];
  if (change === 'pulled') await requireMayDismantle(transaction, part);
  const moved = await transaction
    .updateTable('part_private_facts')
    .set({ yard_state: to })
    .where('part_id', '=', part)
    .where('yard_state', '=', from)
    .executeTakeFirst();
  if (moved.numUpdatedRows === 0n) throw new Refused(MEANWHILE);
  await logAdminAction(transaction, 'move_yard_part', { resourceId: part, from, to });
  return { done: true, message: done };
}

/** A car that may not be dismantled yet keeps its parts. @throws {Refused} */
async function requireMayDismantle(transaction: Transaction<DB>, part: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select car.id from part_private_facts as facts
    join yard_vehicles as car on car.stock_key = facts.donor_key
    where facts.part_id = ${part}`.execute(transaction);
  const [car] = rows;
  const tooEarly = describeEarlyDay(car && (await readDismantleDays(transaction, [car.id])).get(car.id));
  if (tooEarly !== undefined) throw new Refused(tooEarly);
}

const shelfFields = z.object({ part: partField, place: optionalLine(200) });

/** Notes that a pulled part is as listed, and where it lies now. @throws {Refused} */
export async function shelvePart(transaction: Transaction<DB>, form: FormData): Promise<ActionResult> {
  const { part, place } = readFields(form, shelfFields);
  const moved = await transaction
    .updateTable('part_private_facts')
    .set({ yard_state: null, ...(place !== null && { yard_place: place }) })
    .where('part_id', '=', part)
    .where('yard_state', '=', 'pulled')
    .executeTakeFirst();
  if (moved.numUpdatedRows === 0n) throw new Refused(MEANWHILE);
  await logAdminAction(transaction, 'move_yard_part', {
    resourceId: part,
    from: 'pulled',
    to: 'shelf',
    place,
  });
  return { done: true, message: place === null ? 'Ready to pack' : `Ready to pack, at ${place}` };
}

/** Puts an order on hold because a pulled part is not as it was sold, and asks the buyer. @throws {Refused} */
export async function reportDifference(transaction: Transaction<DB>, form: FormData): Promise<ActionResult> {
  const { order: sent } = readFields(form, z.object({ order: z.string() }));
  const order = await lockDeskOrder(transaction, readNumber(sent));
  if (!order) throw new Refused('this order does not exist');
  const message = await askAboutDifference(transaction, order, form);
  await logAdminAction(transaction, 'change_order', {
    resourceType: 'orders',
    resourceId: order.id,
    order: formatOrderNumber(order.number),
    action: 'differs',
  });
  return { done: true, message };
}

/** Cancels and refunds units that are broken or not there. The buyer gets a mail. @throws {Refused} */
export function reportNotThere(transaction: Transaction<DB>, form: FormData): Promise<ActionResult> {
  const { order } = readFields(form, z.object({ order: z.string() }));
  return runOrderAction(transaction, { number: readNumber(order), action: 'missing', form });
}

function readNumber(text: string): number {
  const number = parseOrderNumber(text);
  if (number === undefined) throw new Refused('this order does not exist');
  return number;
}
