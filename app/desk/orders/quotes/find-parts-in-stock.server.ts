import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import type { RunAsPerson } from '#core/accounts/only-staff.server.ts';
import { partsOfCar } from '#core/part-changes/find-listed.server.ts';
import { searchParts } from '#core/search/search-parts.server.ts';

interface Finders {
  /** Reads as shoppers do. */
  database: Kysely<DB>;
  /** Reads what only staff see. */
  run: RunAsPerson;
}

/** Returns ids of parts that can be bought: those of the car with this stock number, then the best match first. */
export async function findPartsInStock(
  { database, run }: Finders,
  q: string,
  limit: number,
): Promise<readonly string[]> {
  const ofCar = await run((transaction) =>
    transaction
      .selectFrom('parts_catalog')
      .select('id')
      .where(sql<boolean>`id in (${partsOfCar(q)}) and stock_quantity > stock_held`)
      .orderBy('part_name')
      .orderBy('id')
      .limit(limit)
      .execute(),
  );
  const { parts } = await searchParts(database, { filters: { q, inStock: true }, sort: 'best', limit });
  return [...new Set([...ofCar, ...parts].map(({ id }) => id))].slice(0, limit);
}
