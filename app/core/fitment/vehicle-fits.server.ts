import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import type { ExactVehicle } from './fit-levels.ts';

/** The parts that fit any of some vehicles, with the place of the first rule that holds. */
export interface VehicleFits {
  ids: readonly string[];
  places: readonly number[];
  /** Model years of the vehicles. */
  years: readonly number[];
}

/** Database -> question -> running query. */
const running = new WeakMap<Kysely<DB>, Map<string, Promise<VehicleFits>>>();

/**
 * Finds parts that fit. `query` limits them to parts with these lexemes. Concurrent callers share one answer: a page's list,
 * its count and its filters ask at the same time.
 */
export function findVehicleFits(
  database: Kysely<DB>,
  vehicles: readonly ExactVehicle[],
  query: string | null = null,
): Promise<VehicleFits> {
  const ofDatabase = running.get(database) ?? new Map<string, Promise<VehicleFits>>();
  running.set(database, ofDatabase);
  const key = JSON.stringify([vehicles, query]);
  const known = ofDatabase.get(key);
  if (known) return known;
  const read = queryFits(database, vehicles, query).finally(() => ofDatabase.delete(key));
  ofDatabase.set(key, read);
  return read;
}

async function queryFits(
  database: Kysely<DB>,
  vehicles: readonly ExactVehicle[],
  query: string | null,
): Promise<VehicleFits> {
  const matching =
    query === null
      ? sql``
      : sql`cross join lateral (
          select from search_parts as s where s.part_id = fits.part_id and s.doc @@ ${query}::tsquery offset 0
        ) as matching`;
  const { rows } = await sql<Omit<VehicleFits, 'years'>>`
    select coalesce(array_agg(part_id), '{}') as ids, coalesce(array_agg(place), '{}') as places
    from vehicle_fits(
      ${vehicles.map(({ make }) => make)}::text[], ${vehicles.map(({ model }) => model)}::text[],
      ${vehicles.map(({ year }) => year)}::integer[]
    ) as fits ${matching}`.execute(database);
  const years = [...new Set(vehicles.map(({ year }) => year))];
  return { ids: [], places: [], ...rows[0], years };
}
