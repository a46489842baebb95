import { sql, type Transaction } from 'kysely';
import { z } from 'zod';
import type { DB } from '#db/types.ts';
import { isPartId as isId } from '#core/catalog/part.ts';
import { toLineRow } from '#core/checkout/write-order.server.ts';
import { type DeskOrder, updateProgress } from '#core/orders/desk-order.server.ts';
import { countToShip } from '#core/orders/line-units.ts';
import { formatOrderName } from '#core/orders/order.ts';
import { dollarAmount, readFields } from '#core/orders/read-action-form.server.ts';
import { Refused } from '#core/values/refused.ts';
import type { Change } from './correct-order.server.ts';
import type { AddedPart, PricedCorrection } from './price-correction.server.ts';
import { readShippingByHand } from './read-settlement.server.ts';

const units = z
  .string()
  .trim()
  .regex(/^[1-9]\d{0,4}$/, 'enter whole numbers of units')
  .transform(Number);

const offFields = z.object({
  line: z.string().default(''),
  fate: z.enum(['removed', 'written_off'], 'choose where the units go').default('removed'),
});

interface Off {
  lineId: string;
  quantity: number;
  /** Back into stock, or not fit for sale. */
  fate: 'removed' | 'written_off';
}

function readOff(form: FormData): Off | null {
  const { line, fate } = readFields(form, offFields);
  if (line === '') return null;
  return { lineId: line, fate, quantity: readFields(form, z.object({ off_units: units })).off_units };
}

function readAdded(form: FormData): AddedPart | null {
  const partId = form.get('part');
  if (typeof partId !== 'string' || partId === '') return null;
  if (!isId(partId)) throw new Refused('this part is no longer in the catalog');
  const { on_units: quantity } = readFields(form, z.object({ on_units: units }));
  const price = form.get('price');
  const isTyped = typeof price === 'string' && price.trim() !== '';
  const unitPriceCents = isTyped ? readFields(form, z.object({ price: dollarAmount })).price : null;
  return { partId, quantity, unitPriceCents };
}

/** Reads which units are taken off an order, and which part is added: a swap is both. @throws {Refused} */
export function readPartsChange(form: FormData) {
  const off = readOff(form);
  const added = readAdded(form);
  if (!off && !added) throw new Refused('choose what to take off or to add');
  return (order: DeskOrder): Change => {
    const line = off && order.lines.find(({ id }) => id === off.lineId);
    if (off && !line) throw new Refused('this line does not exist anymore');
    if (off && line) {
      const left = countToShip(line);
      if (off.quantity > left) throw new Refused(`only ${left} of ${line.name} have not shipped`);
      if (line.partId === added?.partId) throw new Refused('it is the same part');
      if (off.fate === 'removed' && !line.canBeRestocked)
        throw new Refused(`${line.name} does not exist anymore, so it can't go back into stock`);
    }
    return {
      kind: 'correct-parts',
      corrected: {
        destination: order.destination,
        shippingCents: readShippingByHand(form),
        off: new Map(off ? [[off.lineId, off.quantity]] : []),
        added,
      },
      async write(transaction, locked, priced, settled) {
        await writeUnits(transaction, locked, { off, priced });
        return {
          kind: 'parts_changed',
          details: {
            off: off && line ? [{ name: line.name, quantity: off.quantity }] : [],
            on: priced.added ? [pickNamed(priced.added.line)] : [],
            ...settled,
          },
        };
      },
    };
  };
}

const pickNamed = ({ name, quantity }: { name: string; quantity: number }) => ({ name, quantity });

interface ChangedUnits {
  off: Off | null;
  priced: PricedCorrection;
}

/** Writes the entries of the ledger in one statement: a trigger moves the stock, or refuses what is sold meanwhile. */
async function writeUnits(
  transaction: Transaction<DB>,
  order: DeskOrder,
  { off, priced }: ChangedUnits,
): Promise<void> {
  const line = order.lines.find(({ id }) => id === off?.lineId);
  const packedTooMuch = off && line ? line.packed + line.canceled + off.quantity - line.quantity : 0;
  const { added } = priced;
  const addedId = added && (await insertLine(transaction, order, priced, added));
  await transaction
    .insertInto('unit_ledger')
    .values([
      ...(off ? [{ line_id: off.lineId, kind: off.fate as string, quantity: off.quantity }] : []),
      ...(off && packedTooMuch > 0
        ? [{ line_id: off.lineId, kind: 'packed', quantity: -packedTooMuch }]
        : []),
      ...(added && addedId ? [{ line_id: addedId, kind: 'added', quantity: added.line.quantity }] : []),
    ])
    .execute();
  const lines = [
    ...order.lines.map((each) => ({
      ...each,
      quantity: each.quantity - (each.id === off?.lineId ? off.quantity : 0),
      packed: each.packed - (each.id === off?.lineId ? Math.max(0, packedTooMuch) : 0),
    })),
    ...(added ? [{ ...pickNamed(added.line), packed: 0, canceled: 0, shipped: 0 }] : []),
  ].filter(({ quantity }) => quantity > 0);
  await transaction
    .updateTable('orders')
    .set({ product_name: formatOrderName(lines) })
    .where('id', '=', order.id)
    .execute();
  await updateProgress(transaction, order, { lines, ...(added && { isReady: false }) });
}

/** Writes a line without units: its entry in the ledger adds them. */
async function insertLine(
  transaction: Transaction<DB>,
  { id }: DeskOrder,
  { quote }: PricedCorrection,
  { line }: NonNullable<PricedCorrection['added']>,
): Promise<string> {
  const row = toLineRow({ quote })(line, quote.lines.length - 1);
  const { id: lineId } = await transaction
    .insertInto('order_lines')
    .values({ ...row, order_id: id, quantity: 0 })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`
    insert into sold_vins (line_id, vin) select ${lineId}, donor_vin from part_private_facts
    where part_id = ${line.partId} and donor_vin is not null`.execute(transaction);
  return lineId;
}
