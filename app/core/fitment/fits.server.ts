import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import { describeFit, type FitAnswer, type Fitment, type FoundFit } from '#core/catalog/fitment.ts';
import { isCovered, mergeYears } from '#core/catalog/merge-years.ts';
import type { Part } from '#core/catalog/part.ts';
import type { FitmentSettings } from '#core/settings/settings.ts';
import { compareEngines, type ExactVehicle } from './compare-engines.server.ts';

/** Tells of each part whether it fits the vehicle. Leaves out parts that are not in the catalog. Takes at most 100 ids. */
export async function readFits(
  database: Kysely<DB>,
  vehicle: ExactVehicle,
  ids: readonly string[],
  settings: FitmentSettings,
): Promise<Map<string, FitAnswer>> {
  const found = await findFits(database, vehicle, ids, settings);
  return new Map([...found].map(([id, { fit, reason }]) => [id, { fit, reason }]));
}

/** An answer, and the rule that decides. */
export type FoundAnswer = FitAnswer & Pick<FoundFit, 'rule'>;

/** Works like readFits, and names the rule. */
async function findFits(
  database: Kysely<DB>,
  vehicle: ExactVehicle,
  ids: readonly string[],
  settings: FitmentSettings,
): Promise<Map<string, FoundAnswer>> {
  if (ids.length === 0) return new Map();
  const { make, model, year } = vehicle;
  const { rows } = await sql<FitRow>`
    select fits.*, parts.vehicle_make as own_make, parts.vehicle_model as own_model, parts.vehicle_year as own_year
    from part_fits(${make}, ${model}, ${year}::integer, ${ids}::uuid[]) as fits
    join parts_catalog as parts on parts.id = fits.part_id`.execute(database);
  const engines = await compareEngines(database, vehicle, rows);
  return new Map(
    rows.map((row) => {
      const found = engines.get(row.part_id) ?? toFound(row, settings);
      const own = { make: row.own_make, model: row.own_model, year: row.own_year };
      return [row.part_id, { ...describeFit(found, own), rule: found.rule }];
    }),
  );
}

/** Adds to each part of a list for the vehicle whether it fits, and why. Changes the parts, because copies cost more. */
export async function withFits(
  database: Kysely<DB>,
  vehicle: ExactVehicle,
  parts: Part[],
  settings: FitmentSettings,
): Promise<Part[]> {
  const fits = await findFitsOfParts(database, vehicle, parts, settings);
  for (const part of parts) {
    const found = fits.get(part.id);
    if (found) part.fit = { fit: found.fit, reason: found.reason };
  }
  return parts;
}

/** Works like findFits. Asks nothing about parts of the vehicle itself. */
export async function findFitsOfParts(
  database: Kysely<DB>,
  vehicle: ExactVehicle,
  parts: readonly Part[],
  settings: FitmentSettings,
): Promise<Map<string, FoundAnswer>> {
  const isSure = (part: Part) =>
    vehicle.engine === undefined &&
    part.engine === null &&
    part.make === vehicle.make &&
    part.model === vehicle.model &&
    part.year === vehicle.year;
  const { sure = [], others = [] } = Object.groupBy(parts, (part) => (isSure(part) ? 'sure' : 'others'));
  const fits = await findFits(
    database,
    vehicle,
    others.map(({ id }) => id),
    settings,
  );
  for (const part of sure) {
    // No listed vehicle has fewer conditions than the part's own without an engine.
    const answer = describeFit({ rule: 'listed', ...withoutConditions }, part);
    fits.set(part.id, { ...answer, rule: 'listed' });
  }
  return fits;
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
  is_coded: boolean;
  own_make: string | null;
  own_model: string | null;
  own_year: number | null;
}

function toFound(
  { place, number, is_coded: isCoded, engine, trim, position, note }: FitRow,
  { numbersDecide }: FitmentSettings,
): FoundFit {
  switch (place) {
    case 1:
      return { rule: 'listed', engine, trim, position, note };
    case 2:
      return { rule: 'interchange' };
    case 3:
      return { rule: 'same-number', number: number ?? '', decides: numbersDecide };
    case 4:
      return { rule: 'check-number', number: number ?? '', isCoded };
    case 5:
      return { rule: 'only-listed' };
    default:
      return { rule: 'none' };
  }
}

export interface PartFitment extends Fitment {
  /** 'listed' counts for this part, or for a part with the same interchange code. */
  rule: 'listed' | 'interchange';
}

/** Lists the vehicles that a part fits: its own first, then those listed, then those by interchange. Returns at most 200. */
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
