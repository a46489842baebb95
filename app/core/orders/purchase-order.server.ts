import type { Transaction } from 'kysely';
import { z } from 'zod';
import type { DB } from '#db/types.ts';
import { Refused } from '#core/values/refused.ts';
import { type DeskOrder, lockDeskOrder } from './desk-order.server.ts';
import { addOrderEvent } from './order-events.server.ts';
import { MAX_PURCHASE_ORDER } from './purchase-order.ts';
import { oneLine, optionalLine, readFields } from './read-action-form.server.ts';

const staffFields = z.object({ number: optionalLine(MAX_PURCHASE_ORDER) });

/** Sets or removes the buyer's own number of an order. @throws {Refused} */
export async function notePurchaseOrder(
  transaction: Transaction<DB>,
  order: DeskOrder,
  form: FormData,
): Promise<string> {
  const { number } = readFields(form, staffFields);
  if (number === order.purchaseOrder) throw new Refused('this is the number already', 'number');
  await savePurchaseOrder(transaction, order, { number });
  return number === null ? 'Purchase order number removed' : 'Purchase order number saved';
}

const buyerFields = z.object({
  number: oneLine(MAX_PURCHASE_ORDER).min(1, 'enter your purchase order number'),
});

/** Sets the number once, for the buyer: staff can change it later. @throws {Refused} */
export async function notePurchaseOrderOfBuyer(
  transaction: Transaction<DB>,
  orderNumber: number,
  form: FormData,
): Promise<void> {
  const { number } = readFields(form, buyerFields);
  const order = await lockDeskOrder(transaction, orderNumber);
  if (!order || order.purchaseOrder !== null) throw new Refused('please ask us to change it', 'number');
  await savePurchaseOrder(transaction, order, { number, byBuyer: true });
}

async function savePurchaseOrder(
  transaction: Transaction<DB>,
  order: DeskOrder,
  details: { number: string | null; byBuyer?: true },
): Promise<void> {
  await transaction
    .updateTable('orders')
    .set({ purchase_order: details.number })
    .where('id', '=', order.id)
    .execute();
  await addOrderEvent(transaction, order, { kind: 'purchase_order', details });
}

/** Reads the buyer's own number of an order. */
export async function readPurchaseOrder(
  transaction: Transaction<DB>,
  orderNumber: number,
): Promise<string | null> {
  const order = await transaction
    .selectFrom('orders')
    .select('purchase_order')
    .where('number', '=', String(orderNumber))
    .executeTakeFirst();
  return order?.purchase_order ?? null;
}
