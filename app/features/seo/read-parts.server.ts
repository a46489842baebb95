import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import type { Part } from '#domain/part.ts';
import { partFromRow } from '#domain/catalog-row.ts';
import { shownColumns, without } from '#domain/part-fields.ts';
import { inTurn } from './streams.server.ts';

/** How many parts a short read brings: they are written down in few milliseconds, in which nobody else is served. */
const AT_ONCE = 100;

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/**
 * All parts whose ids lie between the two, in their order, by reads of a few milliseconds. Between them no connection is
 * held, however long the reader takes; a part that changes meanwhile is told as it was or as it is.
 */
export async function* readParts(
  database: Kysely<DB>,
  { first, last }: { first: string; last: string },
): AsyncGenerator<PartForMachines[]> {
  let rows = await inTurn(() => read(database, '>=', first, last));
  while (rows.length > 0) {
    yield rows.map((row) => ({ ...partFromRow(row), updatedAt: row.updated_at }));
    const after = rows.at(-1)?.id ?? last;
    if (rows.length < AT_ONCE) return;
    rows = await inTurn(() => read(database, '>', after, last));
  }
}

export const everyId = { first: BEFORE_ALL, last: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

/** What of a part is told to machines that read the whole catalogue, and when it was last changed. */
export type PartForMachines = Part & { updatedAt: Date };

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
      // An embedded picture is for nobody here, and may be large.
      sql<string | null>`case when image_url not like 'data:%' then image_url end`.as('image_url'),
    ])
    .where('id', from, id)
    .where('id', '<=', last)
    .orderBy('id')
    .limit(AT_ONCE)
    .execute();
}
