import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import { partFromRow } from '#core/catalog/catalog-row.ts';
import type { Part } from '#core/catalog/part.ts';
import { findPartTerms } from '#core/settings/part-terms.ts';
import type { Shop } from '#core/settings/shop.ts';
import { searchParts } from '#core/search/search-parts.server.ts';

const MAX_OFFERS = 12;

export interface Offer {
  part: Part;
  /** Says why the offer may replace the part. */
  reason: string;
  warranty: string;
}

export interface Offers {
  /** The cheapest offers, by price. */
  offers: Offer[];
  /** The number of all offers that can be bought. */
  total: number;
}

interface LikePart {
  part_id: string;
  place: number;
  number: string | null;
  total: string;
}

/** Lists parts for sale that may replace a part: by interchange, or with the same number (docs/fitment.md). */
export async function listOffers(
  database: Kysely<DB>,
  partId: string,
  business: Pick<Shop, 'warranty'>,
): Promise<Offers> {
  const cheapest = await findOffered(database, partId);
  if (cheapest.length === 0) return { offers: [], total: 0 };
  const ids = cheapest.map(({ part_id }) => part_id);
  const { parts } = await searchParts(database, { filters: { ids }, sort: 'name', limit: MAX_OFFERS });
  const byId = new Map(parts.map((row) => [row.id, partFromRow(row)]));
  const offers = cheapest.flatMap(({ part_id, place, number }): Offer[] => {
    const part = byId.get(part_id);
    if (!part) return [];
    const reason = place === 2 ? 'Same fit by interchange' : `Same part number ${number}`;
    return [{ part, reason, warranty: findPartTerms(part, business).warranty }];
  });
  return { offers, total: Number(cheapest[0]?.total) };
}

async function findOffered(database: Kysely<DB>, partId: string): Promise<LikePart[]> {
  const { rows } = await sql<LikePart>`
    select found.part_id, found.place, found.number, count(*) over () as total
    from parts_like(${partId}::uuid) as found
    join parts_catalog on parts_catalog.id = found.part_id
    where stock_quantity > stock_held and price > 0
    order by price, parts_catalog.id
    limit ${MAX_OFFERS}`.execute(database);
  return rows;
}
