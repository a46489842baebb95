import { sql, type Transaction } from 'kysely';
import { centsFromDollars } from '#core/values/money.ts';
import type { DB } from '#db/types.ts';
import type { CarMoney } from './car-money.ts';

type Row = Record<keyof CarMoney, string> & { id: string };

/**
 * Reads what cars cost and brought. Refunds count by unit: an amount that was refunded for no certain part, such as a goodwill, belongs to no
 * car. People who may not see purchases get no costs.
 */
export async function readCarMoney(
  transaction: Transaction<DB>,
  vehicleIds: readonly string[],
): Promise<Map<string, CarMoney>> {
  if (vehicleIds.length === 0) return new Map();
  const { rows } = await sql<Row>`
    select car.id,
      coalesce(costs.paid, 0) as "paidCents", coalesce(costs.received, 0) + coalesce(converters.amount, 0) as "receivedCents",
      coalesce(sales.sold, 0) as "soldCents", coalesce(sales.units, 0) as "soldUnits",
      coalesce(sales.refunded, 0) as "refundedCents", coalesce(sales.cores, 0) as "coresCents",
      coalesce(listed.amount, 0) as "listedCents", coalesce(listed.parts, 0) as "listedParts"
    from yard_vehicles as car
    left join lateral (
      select sum(amount) filter (where direction = 'paid') as paid, sum(amount) filter (where direction = 'received') as received
      from yard_costs where vehicle_id = car.id
    ) as costs on true
    left join lateral (
      select sum(sale.amount) as amount
      from yard_converters as converter join yard_converter_sales as sale on sale.converter_id = converter.id
      where converter.vehicle_id = car.id
    ) as converters on true
    left join lateral (
      select sum(line.unit_price * (line.quantity - line.canceled)) as sold, sum(line.quantity - line.canceled) as units,
        sum(line.unit_price * greatest(line.refunded - line.canceled, 0)) as refunded,
        sum(line.core * greatest(
          line.quantity - greatest(line.canceled, line.refunded) - line.cores_refunded, 0
        ) / nullif(line.quantity, 0)) as cores
      from part_private_facts as facts
      join order_lines as line on line.part_id = facts.part_id
      join orders on orders.id = line.order_id
      where facts.donor_key = car.stock_key and orders.paid_at is not null
    ) as sales on true
    left join lateral (
      select sum(part.price * (part.stock_quantity - part.stock_held)) as amount, count(*) as parts
      from part_private_facts as facts join parts_catalog as part on part.id = facts.part_id
      where facts.donor_key = car.stock_key
        and part.stock_quantity > part.stock_held and part.price > 0
        -- Its pieces are listed too.
        and not exists (select from part_pieces where assembly_id = part.id)
    ) as listed on true
    where car.id = any (${vehicleIds}::uuid[])`.execute(transaction);
  return new Map(
    rows.map((row) => [
      row.id,
      {
        paidCents: centsFromDollars(row.paidCents),
        soldCents: centsFromDollars(row.soldCents),
        soldUnits: Number(row.soldUnits),
        refundedCents: centsFromDollars(row.refundedCents),
        coresCents: centsFromDollars(row.coresCents),
        receivedCents: centsFromDollars(row.receivedCents),
        listedCents: centsFromDollars(row.listedCents),
        listedParts: Number(row.listedParts),
      },
    ]),
  );
}
