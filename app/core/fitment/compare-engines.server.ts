import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import { areDifferentEngines } from '#core/vehicles/engine.ts';
import type { Fitment, FoundFit } from '#core/catalog/fitment.ts';

export interface ExactVehicle {
  make: string;
  model: string;
  year: number;
  /** Example: '1.8L I4'. Missing if unknown. */
  engine?: string | undefined;
}

/** A row of part_fits. Place 1 means listed, 2 fits by interchange. */
interface FoundRow {
  part_id: string;
  place: number;
  engine: string | null;
}

/**
 * Replaces the answer of part_fits for parts that are listed for the vehicle with other engines. Returns an empty map if the
 * vehicle's engine is not known.
 */
export async function compareEngines(
  database: Kysely<DB>,
  { make, model, year, engine: own }: ExactVehicle,
  found: readonly FoundRow[],
): Promise<Map<string, FoundFit>> {
  if (!own) return new Map();
  const inDoubt = found.filter(({ place, engine }) =>
    place === 1 ? engine !== null && areDifferentEngines(engine, own) : place === 2,
  );
  if (inDoubt.length === 0) return new Map();
  const { rows } = await sql<ListedRow>`
    with asked as (
      select * from unnest(
        ${inDoubt.map(({ part_id }) => part_id)}::uuid[], ${inDoubt.map(({ place }) => place)}::integer[]
      ) as asked (id, place)
    ),
    sources as (
      select id as part_id, place, id as source from asked where place = 1
      union all
      select asked.id, asked.place, alike.part_id
      from asked, lateral parts_like(asked.id) as alike where asked.place = 2 and alike.place = 2
    )
    select sources.part_id, sources.place, listed.*
    from sources join parts_catalog as parts on parts.id = source, lateral (
      select vehicle_engine as engine, null as trim, null as position, null as note
      where vehicle_make = ${make} and vehicle_model = ${model} and vehicle_year = ${year}::integer
      union all
      select engine, trim, position, note from part_fitments as fitments
      where fitments.part_id = source and make = ${make} and model = ${model}
        and from_year <= ${year}::integer and to_year >= ${year}::integer
    ) as listed
    order by num_nonnulls(engine, trim, position, note), engine, trim, position, note`.execute(database);
  return new Map(
    [...Map.groupBy(rows, ({ part_id }) => part_id)].map(([id, listed]) => [id, toFound(listed, own)]),
  );
}

interface ListedRow extends Pick<Fitment, 'engine' | 'trim' | 'position' | 'note'> {
  part_id: string;
  place: number;
}

/** @param listed has all rows for the vehicle, the one with the fewest conditions first. */
function toFound(listed: readonly ListedRow[], own: string): FoundFit {
  const same = listed.find(({ engine }) => engine === null || !areDifferentEngines(engine, own));
  if (!same) return { rule: 'other-engine', engine: listed[0]?.engine ?? '', own };
  const { place, engine, trim, position, note } = same;
  return place === 2 ? { rule: 'interchange' } : { rule: 'listed', engine, trim, position, note };
}
