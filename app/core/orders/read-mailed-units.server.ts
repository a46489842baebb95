import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import type { OrderEvent } from './order-event.ts';
import { describeSoldLine, soldLineColumns } from './sold-line.ts';
import type { MailAmount } from '#core/mail/ui/mail-parts.tsx';
import { readMailedPictures } from '#core/mail/read-mailed-pictures.server.ts';

interface MailedEvent {
  orderId: string;
  event: OrderEvent;
  /** Has no trailing slash. */
  siteUrl: string;
}

/** Lists the units that an event is about, for its mail. Other events name theirs in their text, or are about the payment. */
export async function readMailedUnits(
  transaction: Transaction<DB>,
  { orderId, event, siteUrl }: MailedEvent,
): Promise<MailAmount[]> {
  const lines = await readLines(transaction, orderId, event);
  const pictures = await readMailedPictures(transaction, lines, siteUrl);
  return lines.map((line) => ({ name: describeSoldLine(line), picture: pictures.get(line.part_id) }));
}

function readLines(transaction: Transaction<DB>, orderId: string, { kind, details }: OrderEvent) {
  const lines = transaction
    .selectFrom('order_lines')
    .select(soldLineColumns)
    .where('order_id', '=', orderId)
    .orderBy('part_name')
    .orderBy('order_lines.id');
  switch (kind) {
    case 'shipped':
    case 'delivered':
      return lines
        .innerJoin('shipment_lines', 'shipment_lines.line_id', 'order_lines.id')
        .select('shipment_lines.quantity')
        .where('shipment_id', '=', details.shipmentId)
        .execute();
    case 'ready':
      return lines
        .select(sql<number>`quantity - canceled`.as('quantity'))
        .where(sql<boolean>`quantity > canceled`)
        .execute();
    case 'canceled':
      return details.isWhole ? lines.select('quantity').execute() : [];
    case 'difference_asked':
      return lines.select('quantity').where('order_lines.id', '=', details.lineId).execute();
    default:
      return [];
  }
}
