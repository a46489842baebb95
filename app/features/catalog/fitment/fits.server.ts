import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import { type FitRule, fitRules } from '#domain/catalog-query.ts';
import { describeFit, type FitAnswer, type Fitment, type FoundFit } from '#domain/fitment.ts';
import { isCovered, mergeYears } from '#domain/merge-years.ts';
import type { Part } from '#domain/part.ts';
import { fitTerm } from '#domain/search/fit-levels.ts';
import { compareEngines, type ExactVehicle } from './compare-engines.server.ts';

/** Says of each part whether it fits the vehicle. Parts that are not in the catalog are left out. At most 100 ids. */
export async function readFits(
  database: Kysely<DB>,
  vehicle: ExactVehicle,
  ids: readonly string[],
): Promise<Map<string, FitAnswer>> {
  if (ids.length === 0) return new Map();
  const { make, model, year } = vehicle;
  const { rows } = await sql<FitRow>`
    select fits.*, parts.vehicle_make as own_make, parts.vehicle_model as own_model, parts.vehicle_year as own_year
    from part_fits(${make}, ${model}, ${year}::integer, ${ids}::uuid[]) as fits
    join parts_catalog as parts on parts.id = fits.part_id`.execute(database);
  const engines = await compareEngines(database, vehicle, rows);
  return new Map(
    rows.map((row) => [
      row.part_id,
      describeFit(engines.get(row.part_id) ?? toFound(row), {
        make: row.own_make,
        model: row.own_model,
        year: row.own_year,
      }),
    ]),
  );
}

/** Adds to each part of a list for the vehicle whether it fits, and why. Changes the parts, because copies cost more. */
export async function withFits(database: Kysely<DB>, vehicle: ExactVehicle, parts: Part[]): Promise<Part[]> {
  const ids = parts.map(({ id }) => id);
  const known =
    vehicle.engine === undefined
      ? await findKnownFits(database, vehicle, parts)
      : new Map<string, FitAnswer>();
  const others = await readFits(
    database,
    vehicle,
    ids.filter((id) => !known.has(id)),
  );
  for (const part of parts) {
    const fit = known.get(part.id) ?? others.get(part.id);
    if (fit) part.fit = fit;
  }
  return parts;
}

/** What the parts themselves and the terms of the search index tell: as part_fits, at a tenth of its cost. */
async function findKnownFits(
  database: Kysely<DB>,
  vehicle: ExactVehicle,
  parts: readonly Part[],
): Promise<Map<string, FitAnswer>> {
  const known = new Map<string, FitAnswer>();
  const others = [];
  for (const part of parts) {
    const { make, model, year, engine } = part;
    const isOwn = make === vehicle.make && model === vehicle.model && year === vehicle.year;
    // No listed vehicle has fewer conditions.
    if (isOwn && engine === null) {
      known.set(part.id, describeFit({ rule: 'listed', ...withoutConditions }, part));
    } else if (!isOwn) others.push(part);
  }
  if (others.length === 0) return known;
  const { rows } = await sql<{ part_id: string; rule: FitRule }>`
    select places.part_id, rules.rule
    from search_places as places
    cross join unnest(${fitRules}::text[], ${fitRules.map((rule) => fitTerm(vehicle, rule))}::text[])
      as rules (rule, term)
    join search_bits as bits on bits.term = rules.term and bits.chunk = places.chunk
    where places.part_id = any (${others.map(({ id }) => id)}::uuid[]) and get_bit(bits.parts, places.slot) = 1`.execute(
    database,
  );
  const rules = new Map(rows.map(({ part_id, rule }) => [part_id, rule]));
  for (const part of others) {
    const { id, oemNumber, supersededNumbers } = part;
    const rule = rules.get(id);
    if (rule === 'interchange') known.set(id, describeFit({ rule }, part));
    // It can be found by one number only.
    if (rule === 'same-number' && oemNumber !== null && supersededNumbers === null)
      known.set(id, describeFit({ rule, number: oemNumber.trim() }, part));
  }
  return known;
}

const withoutConditions = { engine: null, trim: null, position: null, note: null };

interface FitRow {
  part_id: string;
  place: number;
  engine: string | null;
  trim: string | null;
  position: string | null;
  note: string | null;
  number: string | null;
  own_make: string | null;
  own_model: string | null;
  own_year: number | null;
}

function toFound({ place, number, engine, trim, position, note }: FitRow): FoundFit {
  switch (place) {
    case 1:
      return { rule: 'listed', engine, trim, position, note };
    case 2:
      return { rule: 'interchange' };
    case 3:
      return { rule: 'same-number', number: number ?? '' };
    case 4:
      return { rule: 'only-listed' };
    default:
      return { rule: 'none' };
  }
}

export interface PartFitment extends Fitment {
  /** 'listed' for this part, or for a part with the same interchange code. */
  rule: 'listed' | 'interchange';
}

/** The vehicles that a part fits: its own first, then those that are listed, then those by interchange. At most 200. */
export async function listPartVehicles(database: Kysely<DB>, partId: string): Promise<PartFitment[]> {
  const { rows } = await sql<VehicleRow>`select * from part_vehicles(${partId}::uuid)`.execute(database);
  const found = rows.map(
    ({
      place,
      make,
      model,
      from_year: fromYear,
      to_year: toYear,
      engine,
      trim,
      position,
      note,
    }): PartFitment => ({
      rule: place === 1 ? 'listed' : 'interchange',
      make,
      model,
      fromYear,
      toYear,
      engine,
      trim,
      position,
      note,
    }),
  );
  const { listed = [], interchange = [] } = Object.groupBy(found, ({ rule }) => rule);
  const all = mergeYears(listed);
  const more = mergeYears(interchange).filter((row) => !all.some((other) => isCovered(row, other)));
  return [...all, ...more].slice(0, MAX_VEHICLES);
}

const MAX_VEHICLES = 200;

interface VehicleRow extends Omit<Fitment, 'fromYear' | 'toYear'> {
  place: number;
  from_year: number;
  to_year: number;
}
