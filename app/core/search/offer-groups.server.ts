import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely';
import type { DB } from '#db/types.ts';
import { isFound, type PartsCondition } from './text-search.server.ts';

/** The other offers of a part that a list shows in its row. */
export interface OtherOffers<Part> {
  /** The best ones, at most MAX_OFFERS. */
  parts: Part[];
  /** The number of all that can be bought. */
  buyable: number;
}

export const MAX_OFFERS = 3;

/** Cheapest in stock first. Offers without a price can't be bought. */
const rankOf = (offer: 's' | 'own') => {
  const [isAvailable, price, id] = ['is_available', 'price_cents', 'part_id'].map((column) =>
    sql.ref(`${offer}.${column}`),
  );
  return sql`not ${isAvailable}, ${price} = 0, ${price}, ${id}`;
};

/** Columns of search_parts, which is `s`, that isLead() needs as those of `own`. */
export function leadColumns({ fits }: PartsCondition): RawBuilder<unknown> {
  return sql`s.part_id, s.price_cents, s.offer_group, s.is_available${fits ? sql`, s.place` : sql``}`;
}

/**
 * Builds the condition that the same search finds no better offer of the group of a part, which is `own`. A list shows the parts
 * that meet it. The order of the list does not matter for it, so each group has one row, which stands where its best offer stands.
 */
export function isLead(condition: PartsCondition): RawBuilder<SqlBool> {
  return sql<SqlBool>`(own.offer_group is null or not exists (
    select from ${offersOfOwn(condition)}
    where (${rankOf('s')}) < (${rankOf('own')}) and ${isFound(condition)}
  ))`;
}

/** Selects the offers of a group as `s`. They fit a vehicle by the same evidence, which a row names once. */
function offersOfOwn({ fits }: PartsCondition): RawBuilder<unknown> {
  return fits
    ? sql`(
        select each.*, own.place from search_parts as each
        where each.offer_group = own.offer_group and ${placeAmong(fits, 'each')} is not distinct from own.place
        offset 0
      ) as s`
    : sql`(select * from search_parts where offer_group = own.offer_group offset 0) as s`;
}

/** A group is small, so that a search of the array takes less than a join. */
function placeAmong(
  { ids, places }: NonNullable<PartsCondition['fits']>,
  table: string,
): RawBuilder<unknown> {
  return sql`(${places}::integer[])[array_position(${ids}::uuid[], ${sql.ref(`${table}.part_id`)})]`;
}

/** Finds the other offers of parts that a list shows, best first. Parts without any are not in the map. */
export async function findOtherOffers(
  database: Kysely<DB>,
  condition: PartsCondition,
  leads: readonly string[],
): Promise<Map<string, OtherOffers<string>>> {
  const place = condition.fits ? sql`, ${placeAmong(condition.fits, 'search_parts')} as place` : sql``;
  const { rows } = await sql<{ lead: string; id: string; buyable: number; place: number }>`
    select own.part_id as lead, offer.id, offer.buyable, offer.place
    from (
      select part_id, offer_group${place} from search_parts
      where part_id = any(array(select unnest(${leads}::uuid[]))) and offer_group is not null
    ) as own
    cross join lateral (
      select s.part_id as id, count(*) filter (where s.is_available and s.price_cents > 0) over ()::integer as buyable,
        row_number() over (order by ${rankOf('s')})::integer as place
      from ${offersOfOwn(condition)}
      where s.part_id <> own.part_id and ${isFound(condition)}
      order by ${rankOf('s')} limit ${MAX_OFFERS}
    ) as offer
    order by own.part_id, offer.place`.execute(database);
  return new Map(
    [...Map.groupBy(rows, ({ lead }) => lead)].map(([lead, offers]) => [
      lead,
      { parts: offers.map(({ id }) => id), buyable: offers[0]?.buyable ?? 0 },
    ]),
  );
}
