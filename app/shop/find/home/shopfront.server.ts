import type { Kysely } from 'kysely';
import type { DB } from '#db/types.ts';
import { partFromRow } from '#core/catalog/catalog-row.ts';
import type { Part } from '#core/catalog/part.ts';
import { searchParts } from '#core/search/search-parts.server.ts';
import { type CategoryDrawing, findCategoryDrawing } from './category-drawing.server.ts';

const MAX_CATEGORIES = 12;
const MAX_ARRIVED = 8;

export interface ShownCategory {
  name: string;
  parts: number;
  drawing: CategoryDrawing;
}

/** Lists the most frequent categories, counted as in the junkyard. */
export async function listTopCategories(database: Kysely<DB>): Promise<ShownCategory[]> {
  const rows = await database
    .selectFrom('catalog_counts')
    .select(({ fn }) => ['category as name', fn.sum<string>('parts').as('parts')])
    .where('parts', '>', 0)
    .groupBy('category')
    .execute();
  return rows
    .map(({ name, parts }) => ({ name, parts: Number(parts), drawing: findCategoryDrawing(name) }))
    .toSorted((one, other) => other.parts - one.parts || one.name.localeCompare(other.name))
    .slice(0, MAX_CATEGORIES);
}

export type ArrivedPart = Pick<
  Part,
  'id' | 'name' | 'make' | 'model' | 'year' | 'condition' | 'summary' | 'priceCents' | 'imageUrl'
>;

/** Lists the newest parts that can be bought. */
export async function listArrivedParts(database: Kysely<DB>): Promise<ArrivedPart[]> {
  const { parts } = await searchParts(database, {
    filters: { inStock: true, minPriceCents: 1 },
    sort: 'newest',
    limit: MAX_ARRIVED,
  });
  return parts.map((row) => {
    const { id, name, make, model, year, condition, summary, priceCents, imageUrl } = partFromRow(row);
    return { id, name, make, model, year, condition, summary, priceCents, imageUrl };
  });
}
