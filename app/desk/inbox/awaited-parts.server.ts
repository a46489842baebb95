import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { isPartId } from '#core/catalog/part.ts';
import { nameAwaitedPart } from '#core/back-in-stock/wait-mails.server.tsx';

const PAGE_SIZE = 25;

export interface AwaitedPart {
  id: string;
  /** Example: 'Alternator for 2010 Honda Civic'. */
  name: string;
  people: number;
  /** Time when the first shopper asked. */
  since: Date;
  /** True if it is in the catalog. */
  exists: boolean;
}

/** Lists what shoppers wait for, for staff. `after` is a cursor of the page before. */
export async function listAwaitedParts(
  transaction: Transaction<DB>,
  after: string | null,
): Promise<{ parts: AwaitedPart[]; next: string | null }> {
  const [people = '', partId = ''] = (after ?? '').split('.');
  const isCursor = /^\d{1,15}$/.test(people) && isPartId(partId);
  const { rows } = await sql<{
    part_id: string;
    part_name: string;
    vehicle_make: string | null;
    vehicle_model: string | null;
    vehicle_year: number | null;
    people: string;
    since: Date;
    exists: boolean;
  }>`
    select awaited.*, parts.id is not null as exists
    from awaited_parts(
      ${isCursor ? people : null}::bigint, ${isCursor ? partId : null}::uuid, ${PAGE_SIZE + 1}
    ) with ordinality as awaited
    left join parts_catalog as parts on parts.id = part_id
    order by ordinality`.execute(transaction);
  const page = rows.slice(0, PAGE_SIZE);
  const last = page.at(-1);
  return {
    parts: page.map((row) => ({
      id: row.part_id,
      name: nameAwaitedPart(row),
      people: Number(row.people),
      since: row.since,
      exists: row.exists,
    })),
    next: last && rows.length > PAGE_SIZE ? `${last.people}.${last.part_id}` : null,
  };
}

/** Counts the confirmed waits that are open, for staff. */
export async function countWaits(transaction: Transaction<DB>): Promise<number> {
  const { waits } = await transaction
    .selectFrom('stock_waits')
    .select(sql<number>`count(*)::integer`.as('waits'))
    .where('told_at', 'is', null)
    .where('ended_at', 'is', null)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return waits;
}
