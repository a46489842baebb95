import type { Kysely } from 'kysely';
import type { DB } from '#db/types.ts';
import { searchParts } from '#core/search/search-parts.server.ts';

/** Returns ids of parts that can be bought, the best match first. */
export async function findPartsInStock(
  database: Kysely<DB>,
  q: string,
  limit: number,
): Promise<readonly string[]> {
  const { parts } = await searchParts(database, { filters: { q, inStock: true }, sort: 'best', limit });
  return parts.map(({ id }) => id);
}
