import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import type { Fitment } from '#core/catalog/fitment.ts';
import type { Part } from '#core/catalog/part.ts';
import { partFromRow } from '#core/catalog/catalog-row.ts';
import { pictureName } from '#core/catalog/picture.ts';
import { shownColumns, without } from '#core/catalog/part-fields.ts';
import { queueRead } from './streams.server.ts';

/** Batches are small, because formatting blocks all other requests. */
const BATCH_SIZE = 100;

const LOWEST_ID = '00000000-0000-0000-0000-000000000000';

/** Reads all parts of an id range, sorted by id, without a connection between batches. */
export async function* readParts(
  database: Kysely<DB>,
  { first, last }: { first: string; last: string },
): AsyncGenerator<ExportedPart[]> {
  let rows = await queueRead(() => read(database, '>=', first, last));
  while (rows.length > 0) {
    yield rows.map((row) => ({ ...partFromRow(row), updatedAt: row.updated_at }));
    const after = rows.at(-1)?.id ?? last;
    if (rows.length < BATCH_SIZE) return;
    rows = await queueRead(() => read(database, '>', after, last));
  }
}

export const allIds = { first: LOWEST_ID, last: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

export type ExportedPart = Part & { updatedAt: Date };

/** Reads the addresses of uploaded pictures after the first one, of parts that have several. */
export async function readMorePictures(
  database: Kysely<DB>,
  parts: readonly Part[],
): Promise<Map<string, string[]>> {
  const ids = parts.flatMap(({ id, imageUrl }) => (pictureName(imageUrl) ? [id] : []));
  if (ids.length === 0) return new Map();
  const rows = await queueRead(() =>
    database
      .selectFrom('part_pictures')
      .select(['part_id', sql<string[]>`array_agg(address order by place)`.as('addresses')])
      .where('part_id', 'in', ids)
      .where('place', '>', 1)
      .groupBy('part_id')
      .execute(),
  );
  return new Map(rows.map(({ part_id, addresses }) => [part_id, addresses]));
}

/** Reads the vehicles that are listed for some parts besides their own. */
export async function readFitments(
  database: Kysely<DB>,
  parts: readonly Part[],
): Promise<Map<string, Fitment[]>> {
  const { rows } = await queueRead(() =>
    sql<Fitment & { partId: string }>`
      select fitments.* from unnest(${parts.map(({ id }) => id)}::uuid[]) as asked (id), lateral (
        select part_id as "partId", make, model, from_year as "fromYear", to_year as "toYear", engine, trim, position, note
        from part_fitments where part_id = asked.id
        order by make, model, from_year, to_year, engine, trim limit ${MAX_FITMENTS_OF_PART}
      ) as fitments`.execute(database),
  );
  return Map.groupBy(rows, ({ partId }) => partId);
}

/** An item of the feed has no room for more. */
const MAX_FITMENTS_OF_PART = 60;

function read(database: Kysely<DB>, from: '>' | '>=', id: string, last: string) {
  return database
    .selectFrom('parts_catalog')
    .select([
      'id',
      'updated_at',
      ...without(shownColumns, 'description', 'stock_quantity', 'image_url'),
      sql<string | null>`left(description, 6000)`.as('description'),
      sql<number>`stock_quantity - stock_held`.as('stock_quantity'),
      sql<boolean>`stock_held > 0 and stock_held = stock_quantity`.as('all_held'),
      // Embedded pictures can be large.
      sql<string | null>`case when image_url not like 'data:%' then image_url end`.as('image_url'),
    ])
    .where('id', from, id)
    .where('id', '<=', last)
    .orderBy('id')
    .limit(BATCH_SIZE)
    .execute();
}
