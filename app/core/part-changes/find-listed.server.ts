import { type RawBuilder, sql, type SqlBool, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { wordKey } from '#core/search/text/word-forms.ts';
import { allTrue, isMatch } from '#core/search/conditions.server.ts';
import { toCondition } from '#core/search/filters.server.ts';
import { readWords } from '#core/search/known-words.server.ts';
import { countPartsFilters, type PartsFilters } from './parts-address.ts';
import { pageOf, type PartsPage } from './parts-page.server.ts';

export interface ListedSearch {
  q: string;
  filters: PartsFilters;
  /** True if the text may be the stock number of a car, which only staff can read. */
  withCars?: boolean | undefined;
}

/** Selects the ids of the parts in the shop that match. Returns null if all do. */
export async function selectListed(
  transaction: Transaction<DB>,
  { q, filters, withCars }: ListedSearch,
): Promise<RawBuilder<unknown> | null> {
  if (q === '' && countPartsFilters(filters) === 0) return null;
  const { category, condition, stock, price } = filters;
  const { query } = toCondition({ category, conditions: condition === undefined ? [] : [condition] });
  const words =
    q === '' ? null : await readWords(transaction, q.split(/\s+/).map(wordKey).filter(Boolean), q);
  const conditions = [
    ...(query === null ? [] : [sql<SqlBool>`s.doc @@ ${query}::tsquery`]),
    ...(stock === undefined ? [] : [sql<SqlBool>`s.is_available = ${stock === 'in'}::boolean`]),
    ...(price === undefined ? [] : [sql<SqlBool>`s.price_cents = 0`]),
  ];
  const from = sql`select s.part_id from search_parts as s`;
  const matching = sql`${from} where ${allTrue(words ? [...conditions, isMatch(words)] : conditions)}`;
  if (words === null || withCars !== true) return matching;
  // Two selects, because each has its index.
  return sql`
    ${matching}
    union ${from} where ${allTrue([...conditions, sql<SqlBool>`s.part_id in (${partsOfCar(q)})`])}`;
}

/** Selects the ids of the parts, hidden ones too, whose car has this stock number in any spelling. */
export function partsOfCar(q: string): RawBuilder<unknown> {
  return sql`
    select part_id from part_private_facts
    where donor_key = oem_number_key(${q})`;
}

/** Finds a page of the parts in the shop, and counts all that match. */
export async function findListed(
  transaction: Transaction<DB>,
  { q, filters, withCars, ...page }: ListedSearch & PartsPage,
): Promise<{ ids: string[]; total: number }> {
  const matching = await selectListed(transaction, { q, filters, withCars });
  const found = matching
    ? sql`(select parts.* from matching join parts_catalog as parts on parts.id = matching.part_id) as found`
    : sql`parts_catalog`;
  const total = matching
    ? sql`(select count(*) from matching)`
    : sql`(select coalesce(sum(parts), 0) from catalog_tallies)`;
  const { rows } = await sql<{ ids: string[]; total: string }>`
    with matching as materialized (${matching ?? sql`select`})
    select ${total} as total, ${pageOf(found, page)} as ids`.execute(transaction);
  const [{ ids, total: all }] = rows as [(typeof rows)[number]];
  return { ids, total: Number(all) };
}
