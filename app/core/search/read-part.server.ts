import type { Kysely } from 'kysely';
import type { DB } from '#db/types.ts';
import type { Part } from '#core/catalog/part.ts';
import { partFromRow } from '#core/catalog/catalog-row.ts';
import { searchParts } from './search-parts.server.ts';

export async function readPart(database: Kysely<DB>, id: string): Promise<Part | undefined> {
  const { parts } = await searchParts(database, { filters: { ids: [id] }, sort: 'name', limit: 1 });
  return parts.map(partFromRow)[0];
}
