import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import { partFromRow } from '#core/catalog/catalog-row.ts';
import type { Part } from '#core/catalog/part.ts';
import { findPartTerms } from '#core/settings/part-terms.ts';
import type { Shop } from '#core/settings/shop.ts';
import { centsFromDollars } from '#core/values/money.ts';
import { searchParts } from '#core/search/search-parts.server.ts';

const MAX_OFFERS = 12;

export interface Offer {
  part: Part;
  /** Says why the offer may replace the part. Null for another offer of the page's part, or of the part before. */
  reason: string | null;
  warranty: string;
}

export interface Offers {
  /** The offers of the page's part, and then the cheapest others. */
  offers: Offer[];
  /** The number of all offers that can be bought. */
  total: number;
  /** Price of the cheapest offer. */
  fromCents: number;
}

export const noOffers: Offers = { offers: [], total: 0, fromCents: 0 };

interface LikePart {
  part_id: string;
  place: number;
  number: string | null;
  is_own: boolean;
  is_further: boolean;
  total: number;
  from_price: string;
}

/**
 * Lists parts for sale that may replace a part: by interchange, or with the same number (docs/fitment.md). Offers of one new
 * part follow one another, as in lists (docs/search.md).
 */
export async function listOffers(
  database: Kysely<DB>,
  partId: string,
  business: Pick<Shop, 'warranty'>,
): Promise<Offers> {
  const cheapest = await findOffered(database, partId);
  const [first] = cheapest;
  if (!first) return noOffers;
  const ids = cheapest.map(({ part_id }) => part_id);
  const { parts } = await searchParts(database, { filters: { ids }, sort: 'name', limit: MAX_OFFERS });
  const byId = new Map(parts.map((row) => [row.id, partFromRow(row)]));
  const offers = cheapest.flatMap((found): Offer[] => {
    const part = byId.get(found.part_id);
    return part
      ? [{ part, reason: describeReason(found), warranty: findPartTerms(part, business).warranty }]
      : [];
  });
  return { offers, total: first.total, fromCents: centsFromDollars(first.from_price) };
}

function describeReason({ is_own, is_further, place, number }: LikePart): string | null {
  if (is_own || is_further) return null;
  return place === 2 ? 'Same fit by interchange' : `Same part number ${number}`;
}

async function findOffered(database: Kysely<DB>, partId: string): Promise<LikePart[]> {
  const { rows } = await sql<LikePart>`
    with own as materialized (
      select part_id, offer_group from search_parts where part_id = ${partId}::uuid and offer_group is not null
    ),
    alike as materialized (
      select part_id, place, number from parts_like(${partId}::uuid)
    ),
    found as (
      select * from alike
      union all
      select offer.part_id, null, null from own join search_parts as offer using (offer_group)
      where offer.part_id <> own.part_id and not exists (select from alike where alike.part_id = offer.part_id)
    ),
    priced as (
      select found.*, coalesce(offer.offer_group = (select offer_group from own), false) as is_own, price,
        coalesce(offer.offer_group, offer.part_id) as same_part
      from found join search_parts as offer using (part_id) join parts_catalog on parts_catalog.id = found.part_id
      where stock_quantity > stock_held and price > 0
    )
    select part_id, place, number, is_own, row_number() over (partition by same_part order by price, part_id) > 1 as is_further,
      count(*) over ()::integer as total, min(price) over ()::text as from_price
    from priced
    order by is_own desc, min(price) over (partition by same_part), same_part, price, part_id
    limit ${MAX_OFFERS}`.execute(database);
  return rows;
}
