import { sql, type Transaction } from 'kysely';
import { describeLineCondition } from '#core/catalog/origin.ts';
import { centsFromDollars } from '#core/values/money.ts';
import { selectPieceNames } from '#core/yard/piece-names.server.ts';
import type { DB } from '#db/types.ts';

/** Reads the lines of an order that have units, for staff. */
export async function readOrderLines(transaction: Transaction<DB>, orderId: string) {
  const lines = await transaction
    .selectFrom('order_lines')
    .leftJoin('parts_catalog', 'parts_catalog.id', 'order_lines.part_id')
    .leftJoin('part_private_facts as facts', 'facts.part_id', 'order_lines.part_id')
    .select([
      'order_lines.id',
      'facts.yard_state',
      'parts_catalog.id as shown_part_id',
      'order_lines.part_name',
      'order_lines.oem_number',
      'order_lines.part_type',
      'order_lines.origin',
      'order_lines.rebuilder',
      'order_lines.stock_number',
      'order_lines.vehicle',
      'unit_price',
      'quantity',
      'packed',
      'canceled',
      'shipped',
      'returned',
      'restocked',
      'lost',
      'refunded',
      // Embedded pictures can be large.
      sql<string | null>`case when image_url not like 'data:%' then image_url end`.as('picture'),
      selectPieceNames(sql`order_lines.part_id`).as('pieces'),
    ])
    .where('order_id', '=', orderId)
    .where('quantity', '>', 0)
    .orderBy('order_lines.part_name')
    .orderBy('order_lines.id')
    .execute();
  return lines.map((line) => ({
    id: line.id,
    partId: line.shown_part_id,
    name: line.part_name,
    oemNumber: line.oem_number,
    condition: describeLineCondition({ ...line, condition: line.part_type }),
    stockNumber: line.stock_number,
    vehicle: line.vehicle,
    picture: line.picture,
    pieces: line.pieces,
    yardState: line.yard_state as 'on_car' | 'pulled' | null,
    unitPriceCents: centsFromDollars(line.unit_price),
    units: {
      quantity: line.quantity,
      packed: line.packed,
      canceled: line.canceled,
      shipped: line.shipped,
      returned: line.returned,
      restocked: line.restocked,
      lost: line.lost,
      refunded: line.refunded,
    },
  }));
}
