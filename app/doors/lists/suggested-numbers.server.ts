import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import { formatDollars } from '#core/values/money.ts';
import { DEFAULT_CONDITION } from '#core/catalog/part.ts';
import { partAddress } from '#core/catalog/part-address.ts';
import { vehicleName } from '#core/vehicles/vehicle-name.ts';
import { emptySearch, junkyardAddress } from '#core/search/junkyard-address.ts';
import type { Suggestion } from '#core/search/suggestion.ts';

/** Maximum different numbers to suggest. */
const MAX_NUMBERS = 2;

/** Maximum parts to count for one number. */
const MAX_COUNTED = 100;

/** Does the same as oem_number_key in the database. */
export function toNumberKey(number: string): string {
  return number.toUpperCase().replaceAll(/[-. ]/g, '');
}

/** A number of one part leads to the part, a number of several to their list. @param key An Interpretation.number. */
export async function findOemNumbers(database: Kysely<DB>, key: string): Promise<Suggestion[]> {
  if (key === '') return [];
  const { rows } = await sql<NumberRow>`
    with recursive numbers as (
      (select oem_number_key(oem_number) as key, 1 as place from parts_catalog
        where oem_number_key(oem_number) >= ${key} order by oem_number_key(oem_number) limit 1)
      union all
      select next.key, numbers.place + 1
      from numbers, lateral (
        select oem_number_key(oem_number) as key from parts_catalog
        where oem_number_key(oem_number) > numbers.key order by oem_number_key(oem_number) limit 1
      ) as next
      where numbers.place < ${MAX_NUMBERS}
    )
    select part.*, same.parts::integer
    from numbers, lateral (
      select count(*) as parts from (
        select from parts_catalog where oem_number_key(oem_number) = numbers.key limit ${MAX_COUNTED}
      ) as counted
    ) as same, lateral (
      select id, oem_number as number, part_name as name, vehicle_make as make, vehicle_model as model, vehicle_year as year,
        coalesce(part_type, ${DEFAULT_CONDITION}) as condition, (price * 100)::integer as cents, image_url as picture
      from (
        select * from parts_catalog where oem_number_key(oem_number) = numbers.key limit ${MAX_COUNTED}
      ) as counted
      order by stock_quantity <= stock_held, price, id limit 1
    ) as part
    where starts_with(numbers.key, ${key}) order by numbers.key`.execute(database);
  return rows.map((row) => toSuggestion(row, row.number, null));
}

/** Finds the parts whose number replaces this one. @param key An Interpretation.number. */
export async function findOlderNumber(database: Kysely<DB>, key: string): Promise<Suggestion[]> {
  if (key === '') return [];
  const { rows } = await sql<NumberRow & { older: string }>`
    with found as materialized (
      select * from parts_catalog
      where superseded_numbers is not null and older_number_keys(superseded_numbers) @> array[${key}]
        and oem_number_key(oem_number) is distinct from ${key}
      limit ${MAX_COUNTED}
    )
    select id, coalesce(oem_number, '') as number, part_name as name, vehicle_make as make, vehicle_model as model,
      vehicle_year as year, coalesce(part_type, ${DEFAULT_CONDITION}) as condition, (price * 100)::integer as cents,
      image_url as picture, (select count(*) from found)::integer as parts, (
        select btrim(older) from string_to_table(superseded_numbers, ',') as older
        where oem_number_key(older) = ${key} limit 1
      ) as older
    from found order by stock_quantity <= stock_held, price, id limit 1`.execute(database);
  return rows.map((row) => toSuggestion(row, row.older, row.number));
}

/** @param replacedBy The number that replaces `number`. Null if `number` is the part's own. */
function toSuggestion(row: NumberRow, number: string, replacedBy: string | null): Suggestion {
  const price = row.cents === null ? '' : formatDollars(row.cents);
  const count = row.parts < MAX_COUNTED ? `${row.parts}` : `${MAX_COUNTED} or more`;
  const details =
    row.parts > 1 ? [`${count} parts`, price && `from ${price}`] : [vehicleName(row), row.condition, price];
  return {
    kind: 'number',
    text: number,
    href: row.parts > 1 ? junkyardAddress({ ...emptySearch, q: number }) : partAddress(row),
    note: row.name,
    details: [replacedBy && `Now ${replacedBy}`, ...details].filter(Boolean).join(' · '),
    picture: row.picture,
  };
}

/** The part in stock with the lowest price, with the count of parts that have its number. */
interface NumberRow {
  id: string;
  number: string;
  name: string;
  make: string | null;
  model: string | null;
  year: number | null;
  condition: string;
  cents: number | null;
  picture: string | null;
  parts: number;
}
