import {
  type DecodedFacts,
  describeDetails,
  describeEngine,
  findInCatalog,
  type VehicleName,
} from './decoded-vehicle.ts';
import { checkVin, FIRST_VIN_YEAR, manufacturerCode, modelYears, type Vin } from './vin.ts';
import { matchPatterns } from './vin-patterns.ts';
import { readVinSchemas } from './vin-data.server.ts';

export interface DecodedVehicle {
  year: number;
  /** Make in the catalog's words, if it has parts for the vehicle. */
  make: string;
  /** Null if the VIN does not tell it. */
  model: string | null;
  details: string;
  vinEnd: string;
  /** True if the catalog has the model. */
  inCatalog: boolean;
}

export type VinAnswer =
  /** Has several vehicles if the VIN leaves it open. */
  | { vehicles: DecodedVehicle[]; doubt: string | null }
  | { problem: string }
  /** A character is probably mistyped. The shopper may confirm the VIN unchanged. */
  | { doubt: string };

const UNKNOWN = "We don't know this VIN. Choose your car by make, model and year.";

const MAX_LENGTH = 40;

/**
 * Decodes a VIN with the data in the repository. VINs don't have axle ratios and transmission codes.
 * @param isConfirmed true if the shopper has confirmed a VIN with a wrong check digit.
 * @param listModels lists the makes and models of the catalog.
 */
export async function decodeVin(
  typed: string,
  isConfirmed: boolean,
  listModels: () => Promise<VehicleName[]>,
): Promise<VinAnswer> {
  const checked = checkVin(typed.slice(0, MAX_LENGTH));
  if ('problem' in checked) return checked;
  const { vin, doubt } = checked;
  if (doubt !== null && !isConfirmed) return { doubt };
  const found = await findVehicle(vin);
  if (!found) return { problem: UNKNOWN };
  const catalog = await listModels();
  const details = describeDetails(found.facts);
  const vehicles = found.models.map(({ make, model }): DecodedVehicle => {
    const name = model === null ? undefined : findInCatalog({ make, model, facts: found.facts }, catalog);
    return {
      year: found.year,
      make:
        name?.make ?? catalog.find((known) => known.make.toLowerCase() === make.toLowerCase())?.make ?? make,
      model: name?.model ?? model,
      details,
      vinEnd: vin.slice(-6),
      inCatalog: name !== undefined,
    };
  });
  return { vehicles, doubt };
}

export interface VinFacts {
  year: number;
  make: string;
  model: string | null;
  trim: string | null;
  body: string | null;
  engine: string | null;
}

/** Reads what a VIN tells of a car, in the catalog's names. Undefined if the data does not have it. */
export async function readVinFacts(
  vin: Vin,
  listModels: () => Promise<VehicleName[]>,
): Promise<VinFacts | undefined> {
  const found = await findVehicle(vin);
  const [first] = found?.models ?? [];
  if (!found || !first) return undefined;
  const { year } = found;
  const facts: DecodedFacts['facts'] = found.facts;
  const { make, model } = first;
  const named = model === null ? undefined : findInCatalog({ make, model, facts }, await listModels());
  const engine = describeEngine(facts);
  return {
    year,
    make: named?.make ?? make,
    model: named?.model ?? model,
    trim: facts.trim ?? null,
    body: facts.body?.replace(/[/(].*$/s, '').trim() ?? null,
    engine: engine === '' ? null : engine,
  };
}

/** Finds the first model year that the data has a model for, else the likeliest one with the make. */
async function findVehicle(vin: Vin) {
  const code = manufacturerCode(vin);
  const years = modelYears(vin, new Date().getFullYear() + 1).filter((year) => year >= FIRST_VIN_YEAR);
  let makeOnly: { year: number; make: string } | undefined;
  for (const year of years) {
    const known = await readVinSchemas(code, year);
    if (!known) return undefined;
    const { models, facts } = matchPatterns(vin, known.schemas);
    if (models.length > 0) return { year, models: models.map(splitModel), facts };
    if (known.make !== null) makeOnly ??= { year, make: known.make };
  }
  return makeOnly && { year: makeOnly.year, models: [{ make: makeOnly.make, model: null }], facts: {} };
}

function splitModel(text: string): { make: string; model: string } {
  const slash = text.indexOf('/');
  return { make: text.slice(0, slash), model: text.slice(slash + 1) };
}
