import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import type { HeldAmount } from './hold-limits.ts';
import type { HeldByHolder } from './hold-limits.server.ts';
import type { PaymentRequestRow } from './payment-request.server.ts';
import type { CheckoutLine } from './price-parts.server.ts';
import { sumByPart } from '#core/payments/stock.server.ts';
import { toTaxRows } from './tax-rates.server.ts';
import { type NewOrder, toRows } from './write-order.server.ts';

type Placed =
  | { outcome: 'placed'; request: PaymentRequestRow }
  /** A price, the stock, the settings or the browser's orders have changed since the order was priced. */
  | { outcome: 'changed' }
  /** Its holders already hold more than `rooms`. */
  | { outcome: 'refused'; held: HeldByHolder };

interface Seen {
  /** Pending orders of the browser, which the order does not end. */
  knownOrders: readonly string[];
  /** What the account or browser, and the network, may hold already. */
  rooms: readonly HeldAmount[];
}

/** Writes a pending order and holds its parts by one call, which waits for no round trip while it has locks. */
export async function placeOrder(
  database: Kysely<DB>,
  order: NewOrder,
  { knownOrders, rooms }: Seen,
): Promise<Placed> {
  const { columns, lines } = toRows(order);
  const holds = sumByPart(order.lines).map(({ partId, quantity }) => ({
    part_id: partId,
    quantity,
    facts: findFacts(order.lines, partId),
  }));
  const taxes = toTaxRows(order.id, order.quote, order.foundTaxes);
  const { rows } = await sql<{ placed: Placed }>`
    select place_order(
      ${JSON.stringify(columns)}::jsonb, ${JSON.stringify(lines)}::jsonb, ${JSON.stringify(taxes)}::jsonb,
      ${JSON.stringify(holds)}::jsonb, ${knownOrders}::uuid[], ${JSON.stringify(rooms)}::jsonb
    ) as placed`.execute(database);
  return (rows[0] as (typeof rows)[number]).placed;
}

function findFacts(lines: readonly CheckoutLine[], partId: string): string | undefined {
  return lines.find((line) => line.partId === partId)?.saleFacts;
}
