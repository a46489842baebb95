import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import { formatDollars } from '#core/values/money.ts';
import { describeCondition, findOrigin } from '#core/catalog/origin.ts';
import { DEFAULT_CONDITION } from '#core/catalog/part.ts';
import { partAddress } from '#core/catalog/part-address.ts';
import { vehicleName } from '#core/vehicles/vehicle-name.ts';
import type { Suggestion } from '#core/search/suggestion.ts';

interface StockNumberRow {
  id: string;
  number: string;
  name: string;
  make: string | null;
  model: string | null;
  year: number | null;
  origin: string | null;
  rebuilder: string | null;
  condition: string;
  cents: number | null;
  picture: string | null;
}

/** Finds the part with one of these Interpretation.stockNumbers, else the first part whose number begins with one. */
export async function findStockNumber(database: Kysely<DB>, keys: readonly string[]): Promise<Suggestion[]> {
  if (keys.length === 0) return [];
  const key = sql`oem_number_key(stock_number)`;
  const { rows } = await sql<StockNumberRow>`
    select part.id, stock_number as number, part_name as name, vehicle_make as make, vehicle_model as model,
      vehicle_year as year, origin, rebuilder, coalesce(part_type, ${DEFAULT_CONDITION}) as condition,
      (price * 100)::integer as cents, image_url as picture
    from unnest(${keys}::text[]) with ordinality as given (key, place), lateral (
      select *, ${key} as found_key from parts_catalog
      where stock_number is not null and ${key} >= given.key order by ${key} limit 1
    ) as part
    where starts_with(found_key, given.key)
    order by found_key <> given.key, place limit 1`.execute(database);
  return rows.map((row): Suggestion => {
    const condition = describeCondition({ ...row, origin: findOrigin(row) });
    const price = row.cents === null ? '' : formatDollars(row.cents);
    return {
      kind: 'number',
      text: row.number,
      href: partAddress(row),
      note: row.name,
      details: ['Stock number', vehicleName(row), condition, price].filter(Boolean).join(' · '),
      picture: row.picture,
    };
  });
}
