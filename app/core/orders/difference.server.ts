import type { Transaction } from 'kysely';
import { z } from 'zod';
import { Refused } from '#core/values/refused.ts';
import type { DB } from '#db/types.ts';
import { type DeskOrder, lockDeskOrder } from './desk-order.server.ts';
import {
  type Difference,
  type DifferenceAnswer,
  type DifferenceEvent,
  findOpenDifferences,
} from './difference.ts';
import { holdOrder, resumeOrder } from './inform.server.ts';
import { countToShip } from './line-units.ts';
import { addOrderEvent } from './order-events.server.ts';
import { openProgress } from './order-progress.ts';
import { checked, note, oneLine, readFields } from './read-action-form.server.ts';
import { cancelForAnswer } from './return-money.server.ts';

const fields = z.object({
  line: z.string(),
  what: oneLine(200).min(1, 'say what is different'),
  note,
  mail: checked,
});

/**
 * Puts an order on hold because a part is not as it was sold, and asks the buyer by mail if the form says so. An order that is on
 * hold for another reason stays on hold for it. @throws {Refused}
 */
export async function askAboutDifference(
  transaction: Transaction<DB>,
  order: DeskOrder,
  form: FormData,
): Promise<string> {
  const { line: lineId, what, note: text, mail } = readFields(form, fields);
  const line = order.lines.find(({ id }) => id === lineId);
  if (!line || countToShip(line) === 0) throw new Refused('this line has nothing left to ship');
  if (order.status !== 'completed' || !openProgress.includes(order.progress))
    throw new Refused('nothing of the order is left to pack');
  const earlier = await readOpenDifferences(transaction, order.id);
  const reason = `${line.name} differs: ${what}`.slice(0, 200);
  if (order.holdReason === null) {
    const hold = new FormData();
    hold.set('reason', reason);
    await holdOrder(transaction, order, hold);
  }
  const isHeldForOne = earlier.some(({ hold }) => hold !== null && hold === order.holdReason);
  const hold = order.holdReason === null ? reason : isHeldForOne ? order.holdReason : null;
  const isMailed = mail && order.hasEmail;
  await addOrderEvent(
    transaction,
    order,
    { kind: 'difference_asked', details: { lineId, name: line.name, what, note: text, hold } },
    isMailed ? 'now' : 'never',
  );
  return isMailed
    ? 'The order is on hold, and the buyer will get an email'
    : 'The order is on hold. Ask the buyer';
}

/** Reads what the buyer of an order has not answered yet. */
export async function readOpenDifferences(
  transaction: Transaction<DB>,
  orderId: string,
): Promise<Difference[]> {
  const events = await transaction
    .selectFrom('order_events')
    .select(['id', 'kind', 'details'])
    .where('order_id', '=', orderId)
    .where('kind', 'in', ['difference_asked', 'difference_answered', 'resumed'])
    .orderBy('id')
    .execute();
  const open = findOpenDifferences(
    events.map(({ id, kind, details }) => ({ id, kind, details: details as DifferenceEvent['details'] })),
  );
  if (open.length === 0) return [];
  const lines = await transaction
    .selectFrom('order_lines')
    .innerJoin('orders', 'orders.id', 'order_id')
    .select('order_lines.id')
    .where('order_id', '=', orderId)
    .where('status', '=', 'completed')
    .where(({ eb, ref }) => eb('quantity', '>', eb(ref('canceled'), '+', ref('shipped'))))
    .execute();
  return open.filter(({ lineId }) => lines.some(({ id }) => id === lineId));
}

interface Answered {
  number: number;
  /** The id of the question. */
  question: string;
  answer: DifferenceAnswer;
}

/**
 * Notes the answer of a buyer, and takes the order off hold after the last one. A canceled part is refunded, and set aside until staff
 * decide about it. The caller has checked who answers. Returns false if the question is not open, or the money can't go back
 * by the payment provider.
 */
export async function answerDifference(
  transaction: Transaction<DB>,
  { number, question, answer }: Answered,
): Promise<boolean> {
  const order = await lockDeskOrder(transaction, number);
  if (!order) return false;
  const open = await readOpenDifferences(transaction, order.id);
  const asked = open.find(({ id }) => id === question);
  if (!asked || (answer === 'cancel' && order.counterMethod !== null)) return false;
  const { lineId, name, hold } = asked;
  await addOrderEvent(transaction, order, { kind: 'difference_answered', details: { lineId, name, answer } });
  if (answer === 'cancel') await cancelForAnswer(transaction, order, lineId);
  if (open.length === 1 && hold !== null && hold === order.holdReason) await resumeOrder(transaction, order);
  return true;
}
