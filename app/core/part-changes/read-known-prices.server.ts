import { sql, type Transaction } from 'kysely';
import { areDifferentEngines } from '#core/vehicles/engine.ts';
import { centsFromDollars } from '#core/values/money.ts';
import type { DB } from '#db/types.ts';
import { type KnownPrices, type Sale, summarizePrices } from './known-prices.ts';

/** Maximum of parts, and of lines of orders, that are read for each wanted price. The total has a limit too. */
const READ_EACH = 500;
const READ_AT_MOST = 5_000;

/** Model years to both sides that count as like the car's. */
const NEAR_YEARS = 3;

export interface PricedVehicle {
  make: string;
  model: string;
  /** Undefined: all years count. */
  year?: number | undefined;
  /** Undefined: all engines count. Parts that name another one don't. */
  engine?: string | undefined;
}

/** One question for a price. A part counts if it has the name, or the kind. */
export interface WantedPrice {
  name: string;
  /** Key of the kind. Null: only the name counts. */
  kind: string | null;
  /** 'front' or 'rear': parts whose names say the other one don't count. */
  end?: 'front' | 'rear' | undefined;
  /** The part whose form asks, which is no offer to compare with. */
  exceptId?: string | undefined;
}

interface FoundPart {
  id: string;
  name: string;
  kind: string | null;
  places: string[];
  engine: string | null;
  /** Dollars and cents. */
  price: string | null;
  isOffered: boolean;
}

/**
 * Reads what parts like each wanted one were sold for in the last 12 months, and what others cost now, in the order of `wanted`.
 * They are of the same make, model and kind, or have the same interchange code as one of those.
 */
export async function readKnownPrices(
  transaction: Transaction<DB>,
  vehicle: PricedVehicle,
  wanted: readonly WantedPrice[],
): Promise<KnownPrices[]> {
  const limit = Math.min(wanted.length * READ_EACH, READ_AT_MOST);
  const parts = await findParts(transaction, vehicle, wanted, limit);
  const sales = await findSales(transaction, parts, limit);
  return wanted.map((each) => {
    const alike = parts.filter((part) => isLike(part, each) && hasEngine(part, vehicle));
    return summarizePrices(
      alike.flatMap(({ id }) => sales.get(id) ?? []),
      alike
        .filter((part) => part.isOffered && Number(part.price) > 0 && part.id !== each.exceptId)
        .map(({ price }) => centsFromDollars(price ?? 0)),
    );
  });
}

/** The indexes by vehicle and by interchange code find the parts. */
async function findParts(
  transaction: Transaction<DB>,
  { make, model, year }: PricedVehicle,
  wanted: readonly WantedPrice[],
  limit: number,
): Promise<FoundPart[]> {
  const names = wanted.map(({ name }) => name.toLowerCase());
  const kinds = wanted.map(({ kind }) => kind).filter((kind) => kind !== null);
  const near =
    year === undefined ? sql`true` : sql`abs(part.vehicle_year - ${year}::integer) <= ${NEAR_YEARS}`;
  const { rows } = await sql<FoundPart>`
    with own as materialized (
      select part.id, coalesce(part.kind, known.kind) as kind
      from parts_catalog as part left join part_names as known on known.name = part.part_name
      where part.vehicle_make = ${make} and part.vehicle_model = ${model} and ${near}
        and (lower(part.part_name) = any (${names}::text[]) or coalesce(part.kind, known.kind) = any (${kinds}::text[]))
      order by part.created_at desc
      limit ${limit}
    ),
    alike as (
      select id, kind from own
      union
      select other.part_id, own.kind
      from own
      join part_private_facts as facts on facts.part_id = own.id
      join part_private_facts as other on other.code_key = facts.code_key
    )
    select distinct on (part.id) part.id, lower(part.part_name) as name, alike.kind, known.places,
      part.vehicle_engine as engine, part.price, part.stock_quantity > part.stock_held as "isOffered"
    from alike join parts_catalog as part on part.id = alike.id
    left join part_names as known on known.name = part.part_name
    limit ${limit}`.execute(transaction);
  return rows;
}

async function findSales(
  transaction: Transaction<DB>,
  parts: readonly FoundPart[],
  limit: number,
): Promise<Map<string, Sale[]>> {
  const { rows } = await sql<{ id: string; price: string; units: number }>`
    select line.part_id as id, line.unit_price as price, line.quantity - greatest(line.canceled, line.refunded) as units
    from order_lines as line join orders on orders.id = line.order_id
    where line.part_id = any (${parts.map(({ id }) => id)}::uuid[])
      and line.quantity > greatest(line.canceled, line.refunded)
      and orders.paid_at > now() - interval '1 year'
    order by orders.paid_at desc
    limit ${limit}`.execute(transaction);
  const sales = new Map<string, Sale[]>();
  for (const { id, price, units } of rows)
    sales.set(id, [...(sales.get(id) ?? []), { cents: centsFromDollars(price), units }]);
  return sales;
}

const otherEnd = { front: 'rear', rear: 'front' } as const;

function isLike(part: FoundPart, { name, kind, end }: WantedPrice): boolean {
  if (end !== undefined && part.places?.includes(otherEnd[end]) && !part.places.includes(end)) return false;
  return part.name === name.toLowerCase() || (kind !== null && part.kind === kind);
}

function hasEngine(part: FoundPart, { engine }: PricedVehicle): boolean {
  return engine === undefined || part.engine === null || !areDifferentEngines(part.engine, engine);
}
