import type { Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { addOrderEvent } from './order-events.server.ts';
import { type DeskLine, type DeskOrder, nameUnits } from './desk-order.server.ts';

export const unitRefusals = {
  order_lines_returned_were_shipped: 'some of its units have come back',
  order_lines_units_back_once: 'some of its units are already back in stock, or written off',
  order_lines_refunded_not_to_ship: 'some of its units would be shipped though they are refunded',
  unit_ledger_part_exists: 'the part does not exist anymore',
};

/** Actions of staff or the buyer on units. The database adds the effects of shipments, refunds and returns. */
export type UnitEntryKind = 'packed' | 'canceled' | 'restocked' | 'returned' | 'lost';

export interface UnitEntry {
  lineId: string;
  kind: UnitEntryKind;
  /** A negative number takes units of earlier entries back. */
  quantity: number;
}

/**
 * Writes entries into the unit ledger, all in one statement, because its checks look at their sum. A trigger moves the stock.
 * Returns the order's lines afterwards.
 * @param returnId The return that the units belong to.
 */
export async function recordUnits(
  transaction: Transaction<DB>,
  order: DeskOrder,
  entries: readonly UnitEntry[],
  returnId: string | null = null,
): Promise<DeskLine[]> {
  const moved = entries.filter(({ quantity }) => quantity !== 0);
  if (moved.length === 0) return order.lines;
  await transaction
    .insertInto('unit_ledger')
    .values(
      moved.map(({ lineId, kind, quantity }) => ({ line_id: lineId, kind, quantity, return_id: returnId })),
    )
    .execute();
  const restocked = new Map(
    moved.filter(({ kind }) => kind === 'restocked').map(({ lineId, quantity }) => [lineId, quantity]),
  );
  if (restocked.size > 0) {
    const details = { pieces: nameUnits(order, restocked) };
    await addOrderEvent(transaction, order, { kind: 'restocked', details });
  }
  return order.lines.map((line) => {
    const after = { ...line };
    for (const { lineId, kind, quantity } of moved) if (lineId === line.id) after[kind] += quantity;
    return after;
  });
}

/** Builds the entries that cancel units of a line, and unpack those that were packed. */
export function cancelUnits(line: DeskLine, quantity: number): UnitEntry[] {
  const excess = line.packed + line.canceled + quantity - line.quantity;
  return [
    { lineId: line.id, kind: 'canceled', quantity },
    { lineId: line.id, kind: 'packed', quantity: -Math.max(0, excess) },
  ];
}
