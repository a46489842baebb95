import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import { isPartId } from '#core/catalog/part.ts';
import { databaseContext } from '#core/platform/database.server.ts';
import { searchParts } from '#core/search/search-parts.server.ts';
import type { AgentCall } from '../operation.ts';
import { type CatalogQuestion, fitmentSettings } from './catalog-filters.server.ts';
import { type FoundForAgent, withVerdicts } from './find-parts.server.ts';
import { partOfProduct } from './to-product.ts';

interface Input {
  id: string;
  match: 'exact' | 'featured';
}

interface Resolved {
  found: (FoundForAgent & { inputs: Input[] })[];
  /** Ids of parts that the filters leave out, and why. */
  excluded: { id: string; why: string }[];
  /** Ids that stand for no part with a price. */
  missing: string[];
}

/** Finds the parts that ids of variants, ids of products and stock numbers stand for, each once, in the order of the ids. */
export async function resolveIds(
  context: AgentCall['context'],
  ids: readonly string[],
  { filters, vehicle, verdicts }: CatalogQuestion,
): Promise<Resolved> {
  const database = context.get(databaseContext).public;
  const partOf = await findPartIds(database, ids);
  const page = { sort: 'name', limit: 100 } as const;
  const wanted = [...new Set([...partOf.values()].map(({ partId }) => partId))];
  if (wanted.length === 0) return { found: [], excluded: [], missing: [...ids] };
  const [{ parts: rows }, { parts: narrowed }] = await Promise.all([
    searchParts(database, { filters: { ids: wanted, minPriceCents: 1 }, ...page }),
    searchParts(database, { filters: { ...filters, ids: wanted }, ...page }),
  ]);
  const stays = new Set(narrowed.map(({ id }) => id));
  const parts = await withVerdicts(database, rows, vehicle, fitmentSettings(context));
  const byId = new Map(parts.map((each) => [each.part.id, each]));
  const result: Resolved = { found: [], excluded: [], missing: [] };
  const inputs = new Map<string, Input[]>();
  for (const id of ids) {
    const { partId = '', match = 'exact' } = partOf.get(id) ?? {};
    const found = byId.get(partId);
    const known = inputs.get(partId);
    if (!found) result.missing.push(id);
    else if (known) known.push({ id, match });
    else if (!stays.has(partId)) result.excluded.push({ id, why: 'Does not match the filters' });
    else if (found.fit && !verdicts.includes(found.fit.verdict))
      result.excluded.push({ id, why: `${found.fit.verdict}, ${found.fit.reason}` });
    else {
      const own = [{ id, match }];
      inputs.set(partId, own);
      result.found.push({ ...found, inputs: own });
    }
  }
  return result;
}

async function findPartIds(database: Kysely<DB>, ids: readonly string[]) {
  const found = new Map<string, { partId: string; match: 'exact' | 'featured' }>();
  const others: string[] = [];
  for (const id of ids) {
    const ofProduct = partOfProduct(id);
    if (isPartId(ofProduct ?? id))
      found.set(id, { partId: (ofProduct ?? id).toLowerCase(), match: ofProduct ? 'featured' : 'exact' });
    else others.push(id);
  }
  for (const { given, id } of await findByStockNumber(database, others))
    found.set(given, { partId: id, match: 'exact' });
  return found;
}

async function findByStockNumber(database: Kysely<DB>, numbers: readonly string[]) {
  if (numbers.length === 0) return [];
  const { rows } = await sql<{ given: string; id: string }>`
    select given, parts_catalog.id from unnest(${numbers}::text[]) as given
    join parts_catalog on oem_number_key(stock_number) = oem_number_key(given)
    where oem_number_key(given) <> ''`.execute(database);
  return rows;
}
