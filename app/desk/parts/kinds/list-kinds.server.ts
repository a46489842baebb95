import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import type { KindColumns } from '#core/catalog/part-kind.ts';

export interface KindRow extends KindColumns {
  key: string;
  parts: number;
}

/** Lists kinds by name, with the number of parts in the shop. */
export async function listKinds(transaction: Transaction<DB>): Promise<KindRow[]> {
  const { rows } = await sql<KindRow>`
    select key, name, array_to_string(words, ', ') as words, has_sides, array_to_string(positions, ', ') as positions,
      category, array_to_string(car_places, ', ') as car_places, array_to_string(only_for, ', ') as only_for, yard_code,
      coalesce(counted.parts, 0) as parts
    from part_kinds
    left join (
      select split_part(kind, ':', 1) as key, count(*)::integer as parts from search_parts where kind <> '' group by 1
    ) as counted using (key)
    order by name`.execute(transaction);
  return rows;
}
