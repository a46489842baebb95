import { randomUUID } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { z } from 'zod';
import type { DB } from '#db/types.ts';
import { guessCarrier } from '#core/orders/carrier.ts';
import { countToShip } from '#core/orders/line-units.ts';
import { addOrderEvent } from '#core/orders/order-events.server.ts';
import {
  type DeskLine,
  type DeskOrder,
  nameUnits,
  readDeskOrder,
  updateProgress,
} from '#core/orders/desk-order.server.ts';
import { recordUnits } from '#core/orders/record-units.server.ts';
import {
  checked,
  optionalLine,
  oneLine,
  readFields,
  readUnits,
} from '#core/orders/read-action-form.server.ts';
import { Refused } from '#core/values/refused.ts';
import { requireOffTheCar } from './off-the-car.server.ts';

export const shipmentRefusals = { shipment_lines_within_order: 'fewer units are left to ship' };

/** Sets how many units of each line are packed. Lines without a field stay as they are. @throws {Refused} */
export async function packLines(
  transaction: Transaction<DB>,
  order: DeskOrder,
  form: FormData,
): Promise<string> {
  const units =
    readUnits(form) ?? new Map(order.lines.map(({ id, quantity, canceled }) => [id, quantity - canceled]));
  const more = new Map<string, number>();
  const fewer = new Map<string, number>();
  const changes = order.lines.map((line) => {
    const packed = units.get(line.id) ?? line.packed;
    if (packed < line.shipped) throw new Refused(`${line.name} has already shipped`);
    if (packed > line.quantity - line.canceled)
      throw new Refused(`only ${line.quantity - line.canceled} of ${line.name} will be shipped`);
    if (packed > line.packed) more.set(line.id, packed - line.packed);
    if (packed < line.packed) fewer.set(line.id, line.packed - packed);
    return { lineId: line.id, kind: 'packed', quantity: packed - line.packed } as const;
  });
  await requireOffTheCar(
    transaction,
    order.lines.filter(({ id }) => more.has(id)),
  );
  const lines = await recordUnits(transaction, order, changes);
  if (more.size > 0) {
    await addOrderEvent(transaction, order, { kind: 'packed', details: { pieces: nameUnits(order, more) } });
  }
  if (fewer.size > 0) {
    await addOrderEvent(transaction, order, {
      kind: 'unpacked',
      details: { pieces: nameUnits(order, fewer) },
    });
  }
  // An order that was ready for pickup may not be complete anymore.
  await updateProgress(transaction, order, { lines, isReady: order.isReady && fewer.size === 0 });
  return 'Packing saved';
}

/** Returns the units that leave now: those of the form, else all that are left. @throws {Refused} */
function chooseUnits(order: DeskOrder, form: FormData): Map<string, number> {
  const asked = readUnits(form);
  const chosen = new Map<string, number>();
  for (const line of order.lines) {
    const open = countToShip(line);
    const count = asked ? (asked.get(line.id) ?? 0) : open;
    if (count > open) throw new Refused(`only ${open} of ${line.name} are left to ship`);
    if (count > 0) chosen.set(line.id, count);
  }
  if (chosen.size === 0) throw new Refused('choose at least one unit');
  return chosen;
}

interface Shipment {
  method: 'parcel' | 'pickup';
  carrier?: string | null;
  tracking?: string | null;
  collectedBy?: string;
}

/** Adds a shipment. A trigger writes it into the unit ledger, and marks shipped units as packed. Returns the lines afterwards. */
async function addShipment(
  transaction: Transaction<DB>,
  order: DeskOrder,
  units: ReadonlyMap<string, number>,
  { method, carrier = null, tracking = null, collectedBy }: Shipment,
): Promise<{ shipmentId: string; lines: DeskLine[] }> {
  await requireOffTheCar(
    transaction,
    order.lines.filter(({ id }) => units.has(id)),
  );
  const shipmentId = randomUUID();
  await transaction
    .insertInto('shipments')
    .values({
      id: shipmentId,
      order_id: order.id,
      method,
      carrier,
      tracking,
      collected_by: collectedBy ?? null,
    })
    .execute();
  await transaction
    .insertInto('shipment_lines')
    .values([...units].map(([id, quantity]) => ({ shipment_id: shipmentId, line_id: id, quantity })))
    .execute();
  const lines = order.lines.map((line) => {
    const shipped = line.shipped + (units.get(line.id) ?? 0);
    return { ...line, shipped, packed: Math.max(line.packed, shipped) };
  });
  return { shipmentId, lines };
}

const parcelFields = z.object({ carrier: optionalLine(60), tracking: optionalLine(60) });

/** @throws {Refused} */
export async function shipParcel(
  transaction: Transaction<DB>,
  order: DeskOrder,
  form: FormData,
): Promise<string> {
  const { carrier: named, tracking } = readFields(form, parcelFields);
  const carrier = named ?? (tracking === null ? null : (guessCarrier(tracking) ?? null));
  const units = chooseUnits(order, form);
  const { shipmentId, lines } = await addShipment(transaction, order, units, {
    method: 'parcel',
    carrier,
    tracking,
  });
  const isPart = lines.some((line) => countToShip(line) > 0);
  const details = { shipmentId, carrier, tracking, pieces: nameUnits(order, units), isPart };
  await addOrderEvent(transaction, order, { kind: 'shipped', details }, 'later');
  await updateProgress(transaction, order, { lines });
  return isPart ? 'Shipped part of the order' : 'Order shipped';
}

const shipmentField = z.object({ shipment: z.uuid('this parcel does not exist') });

/** Undoes a parcel or pickup that no mail has told the buyer about. @throws {Refused} */
export async function undoShipment(
  transaction: Transaction<DB>,
  order: DeskOrder,
  form: FormData,
): Promise<string> {
  const { shipment: id } = readFields(form, shipmentField);
  const shipment = await readShipment(transaction, order, id);
  const events = await transaction
    .selectFrom('order_events')
    .select(['id', 'mail_id'])
    .where('order_id', '=', order.id)
    .where('kind', 'in', ['shipped', 'picked_up'])
    .where(sql<string>`details ->> 'shipmentId'`, '=', id)
    .execute();
  if (events.some(({ mail_id: mailId }) => mailId !== null)) {
    throw new Refused('the buyer has already been emailed about it. Write a note instead');
  }
  await transaction
    .updateTable('shipments')
    .set({ undone_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
  for (const event of events) {
    await transaction
      .updateTable('order_events')
      .set({ undone_at: sql<Date>`now()` })
      .where('id', '=', event.id)
      .execute();
  }
  const details = { carrier: shipment.carrier, tracking: shipment.tracking };
  await addOrderEvent(transaction, order, { kind: 'shipment_undone', details });
  // A trigger has changed the lines.
  const after = await readDeskOrder(transaction, order.number);
  await updateProgress(transaction, after ?? order);
  return 'Shipment undone. The parts are packed again';
}

async function readShipment(transaction: Transaction<DB>, order: DeskOrder, id: string) {
  const shipment = await transaction
    .selectFrom('shipments')
    .select(['carrier', 'tracking'])
    .where('id', '=', id)
    .where('order_id', '=', order.id)
    .where('undone_at', 'is', null)
    .executeTakeFirst();
  if (!shipment) throw new Refused('this parcel does not exist or was undone');
  return shipment;
}

/** @throws {Refused} */
export async function correctTracking(
  transaction: Transaction<DB>,
  order: DeskOrder,
  form: FormData,
): Promise<string> {
  const { shipment: id } = readFields(form, shipmentField);
  const { carrier, tracking } = readFields(form, parcelFields);
  await readShipment(transaction, order, id);
  await transaction.updateTable('shipments').set({ carrier, tracking }).where('id', '=', id).execute();
  await addOrderEvent(transaction, order, { kind: 'tracking_changed', details: { carrier, tracking } });
  return 'Tracking number saved';
}

/** Marks all parcels as delivered. The buyer gets a mail. */
export async function markDelivered(transaction: Transaction<DB>, order: DeskOrder): Promise<string> {
  const delivered = await transaction
    .updateTable('shipments')
    .set({ delivered_at: sql<Date>`now()` })
    .where('order_id', '=', order.id)
    .where('undone_at', 'is', null)
    .where('delivered_at', 'is', null)
    .returning('id')
    .execute();
  // The buyer gets one mail for all parcels.
  for (const [index, { id }] of delivered.entries()) {
    const isLast = index === delivered.length - 1;
    const event = { kind: 'delivered', details: { shipmentId: id } } as const;
    await addOrderEvent(transaction, order, event, isLast ? 'now' : 'never');
  }
  await updateProgress(transaction, order);
  return 'Marked as delivered';
}

/** The buyer gets a mail with the place and its hours. */
export async function markReady(transaction: Transaction<DB>, order: DeskOrder): Promise<string> {
  await addOrderEvent(transaction, order, { kind: 'ready', details: {} }, 'later');
  await updateProgress(transaction, order, { isReady: true });
  return 'Ready for pickup';
}

/** @throws {Refused} if the buyer got the mail. */
export async function undoReady(transaction: Transaction<DB>, order: DeskOrder): Promise<string> {
  const event = await transaction
    .selectFrom('order_events')
    .select(['id', 'mail_id'])
    .where('order_id', '=', order.id)
    .where('kind', '=', 'ready')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  if (event?.mail_id) throw new Refused('the buyer has already been emailed about it');
  if (event) {
    await transaction
      .updateTable('order_events')
      .set({ undone_at: sql<Date>`now()` })
      .where('id', '=', event.id)
      .execute();
  }
  await addOrderEvent(transaction, order, { kind: 'ready_undone', details: {} });
  await updateProgress(transaction, order, { isReady: false });
  return 'Undone';
}

const pickupFields = z.object({
  collected_by: oneLine(200).min(1, 'enter the name on the ID'),
  other_name: checked,
});

/** Hands the parts over. A name other than the buyer's has to be confirmed. @throws {Refused} */
export async function handOver(
  transaction: Transaction<DB>,
  order: DeskOrder,
  form: FormData,
): Promise<string> {
  const { collected_by: collectedBy, other_name: isConfirmed } = readFields(form, pickupFields);
  const { customerName } = order;
  if (customerName !== null && !isSameName(customerName, collectedBy) && !isConfirmed) {
    throw new Refused(
      `the order is under the name ${customerName}. Confirm that someone else may pick it up`,
    );
  }
  const units = chooseUnits(order, form);
  const { shipmentId, lines } = await addShipment(transaction, order, units, {
    method: 'pickup',
    collectedBy,
  });
  const details = { shipmentId, collectedBy, pieces: nameUnits(order, units) };
  await addOrderEvent(transaction, order, { kind: 'picked_up', details });
  await updateProgress(transaction, order, { lines });
  return 'Handed over';
}

function isSameName(one: string, other: string): boolean {
  const words = (name: string) =>
    name
      .toLowerCase()
      .match(/\p{L}+/gu)
      ?.toSorted()
      .join(' ');
  return words(one) === words(other);
}
