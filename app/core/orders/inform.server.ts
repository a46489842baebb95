import { sql, type Transaction } from 'kysely';
import { z } from 'zod';
import type { DB } from '#db/types.ts';
import type { AlertKind } from '#core/alerts/alert.ts';
import { addBusinessDays } from '#core/settings/opening-hours.ts';
import { dollarsFromCents, formatDollars } from '#core/values/money.ts';
import { computeRest } from './order-balance.ts';
import { readSettings } from '#core/settings/settings.server.ts';
import { addOrderEvent } from './order-events.server.ts';
import { type DeskOrder } from './desk-order.server.ts';
import { note, readFields } from './read-action-form.server.ts';
import { Refused } from '#core/values/refused.ts';

const delayFields = z.object({ ship_by: z.iso.date('enter a date'), note });

/** Promises a later day, and mails it to the buyer. @throws {Refused} */
export async function reportDelay(
  transaction: Transaction<DB>,
  order: DeskOrder,
  form: FormData,
): Promise<string> {
  const { ship_by: date, note: text } = readFields(form, delayFields);
  const { business } = await readSettings(transaction);
  // Noon lies on the same date in every time zone of the United States.
  const shipBy = addBusinessDays(business, new Date(`${date}T20:00:00Z`), 0);
  if (shipBy <= new Date()) throw new Refused('choose a day in the future');
  await transaction.updateTable('orders').set({ ship_by: shipBy }).where('id', '=', order.id).execute();
  const details = { shipBy: shipBy.toISOString(), note: text };
  await addOrderEvent(transaction, order, { kind: 'delayed', details }, 'now');
  return order.hasEmail
    ? 'The buyer will get an email with the new date'
    : 'New date saved. The buyer has no email';
}

const holdFields = z.object({
  reason: z.string().trim().min(1, 'enter why').max(500, 'use at most 500 characters'),
});

/** Puts an order on hold: nothing of it can be packed or shipped until it is resumed. The buyer gets no mail. @throws {Refused} */
export async function holdOrder(
  transaction: Transaction<DB>,
  order: DeskOrder,
  form: FormData,
): Promise<string> {
  const { reason } = readFields(form, holdFields);
  if (reason.includes('\0')) throw new Refused('use readable characters');
  await transaction.updateTable('orders').set({ hold_reason: reason }).where('id', '=', order.id).execute();
  await addOrderEvent(transaction, order, { kind: 'held', details: { reason } });
  return 'The order is on hold';
}

/** Takes an order off hold. */
export async function resumeOrder(transaction: Transaction<DB>, order: DeskOrder): Promise<string> {
  await transaction.updateTable('orders').set({ hold_reason: null }).where('id', '=', order.id).execute();
  await addOrderEvent(transaction, order, { kind: 'resumed', details: {} });
  return 'The order is no longer on hold';
}

const noteFields = z.object({
  text: z.string().trim().min(1, 'write something').max(2_000, 'use at most 2000 characters'),
});

/** Adds a note that only staff see. @throws {Refused} */
export async function addNote(
  transaction: Transaction<DB>,
  order: DeskOrder,
  form: FormData,
): Promise<string> {
  const { text } = readFields(form, noteFields);
  if (text.includes('\0')) throw new Refused('use readable characters');
  await addOrderEvent(transaction, order, { kind: 'note', details: { text } });
  return 'Note added';
}

/** Notes that a person trusts a doubtful order: it can be packed. */
export async function releaseOrder(transaction: Transaction<DB>, order: DeskOrder): Promise<string> {
  await transaction.updateTable('orders').set({ review: 'released' }).where('id', '=', order.id).execute();
  await addOrderEvent(transaction, order, { kind: 'released', details: {} });
  if (order.review === 'waiting') await settleOrderAlert(transaction, order, 'order-doubtful');
  return 'Released. The order can be packed';
}

const acceptFields = z.object({
  note: note.refine((text) => text !== null, 'enter why you accept it'),
});

/** Notes that a person accepts a paid amount that differs from the order's: it can be packed. @throws {Refused} */
export async function acceptAmount(
  transaction: Transaction<DB>,
  order: DeskOrder,
  form: FormData,
): Promise<string> {
  const { note: text } = readFields(form, acceptFields);
  await transaction
    .updateTable('orders')
    .set({ amount_review: 'accepted' })
    .where('id', '=', order.id)
    .execute();
  await addOrderEvent(transaction, order, { kind: 'amount_accepted', details: { note: text } });
  await settleOrderAlert(transaction, order, 'payment-amount-differs');
  await withdrawBalance(transaction, order);
  return 'Accepted. The order can be packed';
}

const askFields = z.object({ note });

/**
 * Asks the buyer by mail to pay what is missing of the order's amount. A repeated call only sends another mail.
 * @throws {Refused}
 */
export async function askForRest(
  transaction: Transaction<DB>,
  order: DeskOrder,
  form: FormData,
): Promise<string> {
  const { note: text } = readFields(form, askFields);
  if (!order.hasEmail) throw new Refused('the buyer has no email');
  const amountCents = order.due?.cents ?? computeRest(order);
  if (!order.due) {
    await transaction
      .insertInto('order_balances')
      .values({ order_id: order.id, amount: dollarsFromCents(amountCents) })
      .execute();
  }
  const details = { amountCents, note: text };
  await addOrderEvent(transaction, order, { kind: 'balance_asked', details }, 'now');
  return `The buyer will get an email with a link to pay ${formatDollars(amountCents)}`;
}

/** Withdraws a request for the rest. If the buyer pays it all the same, the money goes back. */
async function withdrawBalance(transaction: Transaction<DB>, { id }: DeskOrder): Promise<void> {
  await transaction
    .updateTable('order_balances')
    .set({ withdrawn_at: sql<Date>`now()` })
    .where('order_id', '=', id)
    .where('payment_id', 'is', null)
    .where('withdrawn_at', 'is', null)
    .execute();
}

/**
 * Ends the links that were mailed to the buyer, for example after one was forwarded. Later mails have new ones.
 * @throws {Refused}
 */
export async function revokeLinks(transaction: Transaction<DB>, order: DeskOrder): Promise<string> {
  const { numUpdatedRows } = await transaction
    .updateTable('order_links')
    .set({ revoked_at: sql<Date>`now()` })
    .where('order_id', '=', order.id)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Refused('no link works right now');
  await addOrderEvent(transaction, order, { kind: 'links_revoked', details: {} });
  return 'The links in earlier emails no longer work';
}

/** Settles all requests to staff or the buyer, because the order is over. */
export async function settleReview(transaction: Transaction<DB>, order: DeskOrder): Promise<void> {
  if (order.review === 'waiting') await settleOrderAlert(transaction, order, 'order-doubtful');
  if (order.amountReview === 'waiting') await settleOrderAlert(transaction, order, 'payment-amount-differs');
  await withdrawBalance(transaction, order);
}

async function settleOrderAlert(
  transaction: Transaction<DB>,
  order: DeskOrder,
  kind: AlertKind,
): Promise<void> {
  await transaction
    .updateTable('alerts')
    .set({ settled_at: sql<Date>`now()`, settled_by: sql<string>`auth.uid()` })
    .where('kind', '=', kind)
    .where('order_id', '=', order.id)
    .where('settled_at', 'is', null)
    .execute();
}
