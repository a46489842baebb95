import { randomUUID } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { z } from 'zod';
import type { DB } from '#db/types.ts';
import type { CounterMethod } from '#domain/counter-sale.ts';
import { computeLineRefund } from '#domain/line-refund.ts';
import { dollarsFromCents, formatDollars } from '#domain/money.ts';
import { shareBatteryFee } from '#domain/pricing/battery-fee.ts';
import { canBuyerCancel } from '#domain/order-action.ts';
import type { EventPieces } from '#domain/order-event.ts';
import { countOpenPieces } from '#domain/order-progress.ts';
import { settleReview } from './inform.server.ts';
import { addOrderEvent } from '#services/order-events.server.ts';
import {
  type DeskLine,
  type DeskOrder,
  lockDeskOrder,
  namePieces,
  updateProgress,
} from './desk-order.server.ts';
import {
  checked,
  dollarAmount,
  note,
  readFields,
  readPieces,
  readRestocked,
  Refused,
} from './read-action-form.server.ts';

interface NewRefund {
  amountCents: number;
  pieces: ReadonlyMap<string, number>;
  restocked: ReadonlySet<string>;
  note: string | null;
  /** How money that was taken at the counter is given back. */
  method: CounterMethod | null;
  /** Only the core charge of the pieces. */
  isCore?: boolean;
  /** Lines whose California battery fee is not refunded. */
  keepsFee?: ReadonlySet<string>;
}

const methodField = z.object({ method: z.enum(['cash', 'card'], 'choose how you refunded the money') });

/** @throws {Refused} */
function readMethod({ counterMethod }: DeskOrder, form: FormData): CounterMethod | null {
  return counterMethod === null ? null : readFields(form, methodField).method;
}

/**
 * Requests a refund. A trigger checks what is left and staff's limit, and queues the request to the provider, or the record
 * of what was given back at the counter. Returns the refund's id. @throws {Refused}
 */
export async function requestRefund(
  transaction: Transaction<DB>,
  order: DeskOrder,
  { amountCents, pieces, restocked, note: text, method, isCore = false, keepsFee }: NewRefund,
): Promise<string> {
  if (amountCents > order.leftCents) {
    throw new Refused(`only ${formatDollars(order.leftCents)} of the payment is left`);
  }
  const refundId = randomUUID();
  await transaction
    .insertInto('refunds')
    .values({
      id: refundId,
      order_id: order.id,
      payment_id: order.paymentId,
      reason: 'shop',
      amount: dollarsFromCents(amountCents),
      note: text,
      method,
    })
    .execute();
  const refunded = order.lines.filter(({ id }) => (pieces.get(id) ?? 0) > 0);
  if (refunded.length > 0) {
    await transaction
      .insertInto('refund_lines')
      .values(
        refunded.map((line) => ({
          refund_id: refundId,
          line_id: line.id,
          quantity: pieces.get(line.id) ?? 0,
          restocked: restocked.has(line.id),
          core: isCore,
          battery_fee: dollarsFromCents(
            isCore || keepsFee?.has(line.id)
              ? 0
              : shareBatteryFee(line, pieces.get(line.id) ?? 0, line.refunded),
          ),
        })),
      )
      .execute();
  }
  const details = { refundId, amountCents, pieces: namePieces(order, pieces), note: text };
  await addOrderEvent(transaction, order, { kind: 'refund_requested', details });
  return refundId;
}

/** Puts pieces back into stock, also of hidden parts. Those of deleted parts stay out. */
export async function restock(
  transaction: Transaction<DB>,
  order: DeskOrder,
  pieces: ReadonlyMap<string, number>,
): Promise<void> {
  const restocked: EventPieces[] = [];
  const lines = order.lines
    .filter(({ id, partId }) => partId !== null && (pieces.get(id) ?? 0) > 0)
    // In the order of the parts' ids, as everything that locks parts does.
    .toSorted((one, other) => (one.partId as string).localeCompare(other.partId as string));
  for (const { id, partId, name } of lines) {
    const quantity = pieces.get(id) ?? 0;
    const changed = await transaction
      .updateTable('parts_catalog')
      .set({ stock_quantity: sql<number>`stock_quantity + ${quantity}` })
      .where('id', '=', partId as string)
      .executeTakeFirst();
    if (changed.numUpdatedRows === 1n) restocked.push({ name, quantity });
  }
  for (const { id, partId, name } of order.lines) {
    const quantity = pieces.get(id) ?? 0;
    if (partId !== null || quantity === 0) continue;
    const changed = await transaction
      .updateTable('hidden_parts')
      .set({ stock_quantity: sql<number>`stock_quantity + ${quantity}` })
      .where(sql<boolean>`line_ids @> array[${id}::uuid]`)
      .executeTakeFirst();
    if (changed.numUpdatedRows === 1n) restocked.push({ name, quantity });
  }
  if (restocked.length > 0) {
    await addOrderEvent(transaction, order, { kind: 'restocked', details: { pieces: restocked } });
  }
}

function sumRefund(lines: readonly DeskLine[], pieces: ReadonlyMap<string, number>): number {
  return lines.reduce(
    (sum, line) => sum + computeLineRefund(line, pieces.get(line.id) ?? 0, line.refunded, line.coresRefunded),
    0,
  );
}

async function cancelPieces(
  transaction: Transaction<DB>,
  order: DeskOrder,
  pieces: ReadonlyMap<string, number>,
): Promise<DeskLine[]> {
  const lines = order.lines.map((line) => {
    const canceled = line.canceled + (pieces.get(line.id) ?? 0);
    return { ...line, canceled, packed: Math.min(line.packed, line.quantity - canceled) };
  });
  for (const { id, canceled, packed } of lines) {
    if (!pieces.has(id)) continue;
    await transaction.updateTable('order_lines').set({ canceled, packed }).where('id', '=', id).execute();
  }
  return lines;
}

const noteField = z.object({ note });

/** Cancels pieces that could not be found, refunds them, and mails the buyer. @throws {Refused} */
export async function reportMissing(
  transaction: Transaction<DB>,
  order: DeskOrder,
  form: FormData,
): Promise<string> {
  const { note: text } = readFields(form, noteField);
  const asked = readPieces(form) ?? new Map<string, number>();
  const pieces = new Map([...asked].filter(([, count]) => count > 0));
  for (const [id, count] of pieces) {
    const line = order.lines.find((each) => each.id === id);
    if (!line) throw new Refused('this line does not exist');
    const open = countOpenPieces(line);
    if (count > open) throw new Refused(`only ${open} of ${line.name} have not shipped`);
  }
  if (pieces.size === 0) throw new Refused('choose at least one unit');
  const isWhole = order.lines.every((line) => line.canceled + (pieces.get(line.id) ?? 0) >= line.quantity);
  // Nothing is sent: shipping comes back too.
  const amountCents = isWhole ? order.leftCents : Math.min(sumRefund(order.lines, pieces), order.leftCents);
  const lines = await cancelPieces(transaction, order, pieces);
  const details = { pieces: namePieces(order, pieces), isWhole, note: text };
  await addOrderEvent(transaction, order, { kind: 'canceled', details }, 'now');
  if (amountCents > 0) {
    await requestRefund(transaction, order, {
      amountCents,
      pieces,
      restocked: new Set(),
      note: text,
      method: readMethod(order, form),
    });
  }
  await updateProgress(transaction, order, { lines });
  return order.counterMethod === null
    ? 'Refund requested, and the buyer will get an email'
    : 'Recorded as refunded';
}

/** Cancels an order of which nothing has left, and refunds what is left of its payment. @throws {Refused} */
export async function cancelOrder(
  transaction: Transaction<DB>,
  order: DeskOrder,
  form: FormData,
): Promise<string> {
  const { note: text } = readFields(form, noteField);
  if (order.lines.some(({ shipped }) => shipped > 0)) throw new Refused('part of it has already shipped');
  const method = order.leftCents > 0 ? readMethod(order, form) : null;
  return cancelWhole(transaction, order, { note: text, back: readRestocked(form), method });
}

interface CancelWhole {
  note: string | null;
  /** Lines whose pieces go back into stock. */
  back: ReadonlySet<string>;
  /** How the money is given back at the counter. Null: by the payment provider. */
  method: CounterMethod | null;
  byBuyer?: boolean;
}

async function cancelWhole(
  transaction: Transaction<DB>,
  order: DeskOrder,
  { note: text, back, method, byBuyer }: CancelWhole,
): Promise<string> {
  const pieces = new Map(
    order.lines
      .map((line) => [line.id, line.quantity - line.canceled] as const)
      .filter(([, count]) => count > 0),
  );
  const lines = await cancelPieces(transaction, order, pieces);
  const details = {
    pieces: namePieces(order, pieces),
    isWhole: true,
    note: text,
    ...(byBuyer && { byBuyer: true as const }),
  };
  await addOrderEvent(transaction, order, { kind: 'canceled', details }, 'now');
  if (order.leftCents > 0) {
    const unrefunded = new Map(
      order.lines
        .map((line) => [line.id, Math.min(pieces.get(line.id) ?? 0, line.quantity - line.refunded)] as const)
        .filter(([, count]) => count > 0),
    );
    await requestRefund(transaction, order, {
      amountCents: order.leftCents,
      pieces: unrefunded,
      restocked: back,
      note: text,
      method,
    });
  }
  await restock(transaction, order, keepOnly(pieces, back));
  await settleReview(transaction, order);
  await updateProgress(transaction, order, { lines, isReady: false });
  if (order.leftCents > 0 && order.counterMethod !== null)
    return `Order canceled. ${formatDollars(order.leftCents)} recorded as refunded`;
  return order.leftCents > 0
    ? `Order canceled. ${formatDollars(order.leftCents)} will be refunded`
    : 'Order canceled';
}

/**
 * Cancels an order for its buyer, as long as nothing is packed: all of it is refunded and goes back into stock. The caller has
 * checked that the buyer asks. Returns false if it is too late.
 */
export async function cancelForBuyer(transaction: Transaction<DB>, number: number): Promise<boolean> {
  const order = await lockDeskOrder(transaction, number);
  const packed = order?.lines.reduce((sum, line) => sum + line.packed, 0) ?? 0;
  if (!order || !canBuyerCancel({ ...order, packed })) return false;
  const back = new Set(order.lines.map(({ id }) => id));
  await cancelWhole(transaction, order, { note: null, back, method: null, byBuyer: true });
  return true;
}

const refundFields = z.object({
  by: z.enum(['lines', 'amount', 'all'], 'choose what to refund'),
  shipping: checked,
  note,
});

/** Refunds the rest of the payment, pieces of lines, or an amount. @throws {Refused} */
export async function refundOrder(
  transaction: Transaction<DB>,
  order: DeskOrder,
  form: FormData,
): Promise<string> {
  const { by, shipping, note: text } = readFields(form, refundFields);
  const asked = by === 'lines' ? (readPieces(form) ?? new Map<string, number>()) : new Map<string, number>();
  const pieces = new Map([...asked].filter(([, count]) => count > 0));
  for (const [id, count] of pieces) {
    const line = order.lines.find((each) => each.id === id);
    if (!line) throw new Refused('this line does not exist');
    const left = line.quantity - line.refunded;
    if (count > left) throw new Refused(`only ${left} of ${line.name} have not been refunded`);
  }
  const amountCents =
    by === 'all'
      ? order.leftCents
      : by === 'amount'
        ? readFields(form, z.object({ amount: dollarAmount })).amount
        : sumRefund(order.lines, pieces) + (shipping ? order.shippingCents : 0);
  if (amountCents === 0)
    throw new Refused(by === 'lines' ? 'choose at least one unit' : 'nothing is left to refund');
  const restocked = readRestocked(form);
  const method = readMethod(order, form);
  await requestRefund(transaction, order, { amountCents, pieces, restocked, note: text, method });
  await restock(transaction, order, keepOnly(pieces, restocked));
  if (method !== null) return `${formatDollars(amountCents)} recorded as refunded`;
  return `${formatDollars(amountCents)} will be refunded. This page shows when the refund is complete`;
}

function keepOnly(pieces: ReadonlyMap<string, number>, ids: ReadonlySet<string>): Map<string, number> {
  return new Map([...pieces].filter(([id]) => ids.has(id)));
}
