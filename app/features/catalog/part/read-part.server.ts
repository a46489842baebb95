import type { Kysely } from 'kysely';
import type { DB } from '#db/types.ts';
import type { Part } from '#domain/part.ts';
import { partFromRow } from '#domain/catalog-row.ts';
import { searchParts } from '#features/catalog/search/search-parts.server.ts';

export async function readPart(database: Kysely<DB>, id: string): Promise<Part | undefined> {
  const { parts } = await searchParts(database, { filters: { ids: [id] }, sort: 'name', limit: 1 });
  return parts.map(partFromRow)[0];
}
