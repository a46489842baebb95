import type { Kysely } from 'kysely';
import type { DB } from '#db/types.ts';
import type { Part } from '#core/catalog/part.ts';
import { partFromRow } from '#core/catalog/catalog-row.ts';
import { type PartsCar, readPartRow } from './search-parts.server.ts';

export async function readPart(database: Kysely<DB>, id: string): Promise<Part | undefined> {
  return (await readPartAndCar(database, id)).part;
}

/** Reads a part, the car that it was taken off if shoppers see the car, and when it is ready if it waits on its car. */
export async function readPartAndCar(
  database: Kysely<DB>,
  id: string,
): Promise<{ part: Part | undefined; car: PartsCar | null; readyFrom: string | null }> {
  const found = await readPartRow(database, id);
  return {
    part: found && partFromRow(found.row),
    car: found?.car ?? null,
    readyFrom: found?.row.ready_from ?? null,
  };
}
