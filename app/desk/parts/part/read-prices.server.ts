import { sql, type Transaction } from 'kysely';
import { findKindOfName } from '#core/part-changes/list-parts.server.ts';
import { centsFromDollars } from '#core/values/money.ts';
import type { DB } from '#db/types.ts';
import { type KnownPrices, summarizePrices } from './price-proposal.ts';

/** Maximum of parts, and of lines of orders, that are read. */
const MAX_READ = 500;

export interface PriceQuestion {
  name: string;
  /** Key of the chosen kind. Undefined means as the name says. */
  kind: string | undefined;
  make: string;
  model: string;
  /** The part whose form asks, which is no offer to compare with. */
  id: string | undefined;
}

/** Reads what parts of the same name or kind, make and model were sold for in the last 12 months, and what others cost now. */
export async function readPrices(transaction: Transaction<DB>, asked: PriceQuestion): Promise<KnownPrices> {
  const kind = asked.kind ?? (await findKindOfName(transaction, asked.name));
  // The index by vehicle finds the parts of the model.
  const { rows: parts } = await sql<{ id: string; price: string | null; is_offered: boolean }>`
    select part.id, part.price, part.stock_quantity > part.stock_held as is_offered
    from parts_catalog as part left join part_names as known on known.name = part.part_name
    where part.vehicle_make = ${asked.make} and part.vehicle_model = ${asked.model}
      and (lower(part.part_name) = lower(${asked.name}) or coalesce(part.kind, known.kind) = ${kind}::text)
    limit ${MAX_READ}
  `.execute(transaction);
  const { rows: sales } = await sql<{ unit_price: string; units: number }>`
    select line.unit_price, line.quantity - line.canceled as units
    from order_lines as line join orders on orders.id = line.order_id
    where line.part_id = any (${parts.map(({ id }) => id)}::uuid[]) and line.quantity > line.canceled
      and orders.paid_at > now() - interval '1 year'
    order by orders.paid_at desc
    limit ${MAX_READ}
  `.execute(transaction);
  return summarizePrices(
    sales.map(({ unit_price: price, units }) => ({ cents: centsFromDollars(price), units })),
    parts
      .filter((part) => part.is_offered && Number(part.price) > 0 && part.id !== asked.id)
      .map(({ price }) => centsFromDollars(price ?? 0)),
  );
}
