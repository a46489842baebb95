import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import { CONFLICT_PLACE, type ExactVehicle } from './fit-levels.ts';

/** The parts that fit any of some vehicles, with the place of the first rule that holds, or CONFLICT_PLACE. */
export interface VehicleFits {
  ids: readonly string[];
  places: readonly number[];
  /** Model years of the vehicles. */
  years: readonly number[];
}

/** Database -> question -> running query. */
const running = new WeakMap<Kysely<DB>, Map<string, Promise<VehicleFits>>>();

interface Narrowing {
  /** Limits the parts to those with these lexemes. */
  query?: string | null;
  /** A listed vehicle with a conflict does not meet it. Null finds no conflicts. */
  unless?: string | null;
}

/** Finds parts that fit. Concurrent callers share one answer: a page's list, its count and its filters ask at the same time. */
export function findVehicleFits(
  database: Kysely<DB>,
  vehicles: readonly ExactVehicle[],
  narrowing: Narrowing = {},
): Promise<VehicleFits> {
  const ofDatabase = running.get(database) ?? new Map<string, Promise<VehicleFits>>();
  running.set(database, ofDatabase);
  const key = JSON.stringify([vehicles, narrowing]);
  const known = ofDatabase.get(key);
  if (known) return known;
  const read = queryFits(database, vehicles, narrowing).finally(() => ofDatabase.delete(key));
  ofDatabase.set(key, read);
  return read;
}

async function queryFits(
  database: Kysely<DB>,
  vehicles: readonly ExactVehicle[],
  { query = null, unless = null }: Narrowing,
): Promise<VehicleFits> {
  const matching =
    query === null
      ? sql``
      : sql`cross join lateral (
          select from search_parts as s where s.part_id = fits.part_id and s.doc @@ ${query}::tsquery offset 0
        ) as matching`;
  const named = sql`${vehicles.map(({ make }) => make)}::text[], ${vehicles.map(({ model }) => model)}::text[],
    ${vehicles.map(({ year }) => year)}::integer[]`;
  const conflicts =
    unless === null
      ? sql``
      : sql`left join vehicle_conflicts(${named}, ${unless}::tsquery) as conflicts (id) on conflicts.id = fits.part_id`;
  const place =
    unless === null
      ? sql`place`
      : sql`case when conflicts.id is null then place else ${sql.lit(CONFLICT_PLACE)} end`;
  const { rows } = await sql<Omit<VehicleFits, 'years'>>`
    select coalesce(array_agg(fits.part_id), '{}') as ids, coalesce(array_agg(${place}), '{}') as places
    from vehicle_fits(${named}) as fits ${conflicts} ${matching}`.execute(database);
  const years = [...new Set(vehicles.map(({ year }) => year))];
  return { ids: [], places: [], ...rows[0], years };
}
