import type { Kysely } from 'kysely';
import type { DB } from '#db/types.ts';
import type { RouterContextProvider } from 'react-router';
import type { ExactVehicle } from '#core/fitment/fit-levels.ts';
import { limitsContext } from '#core/limits/limits.server.ts';
import { databaseContext } from '#core/platform/database.server.ts';
import { requestContext } from '#core/platform/request.server.ts';
import { interpretText } from '#core/search/search-catalog.server.ts';
import { findExactVehicles } from '#core/search/text/vehicle-clauses.ts';
import { wordKey } from '#core/search/text/word-forms.ts';
import { listListedModels } from '#core/search/vehicle-lists.server.ts';
import { decodeVin } from '#core/vehicles/decode-vin.server.ts';
import { engineOf } from '#core/vehicles/engine.ts';
import { unique } from '#core/values/unique.ts';
import { vehicleName } from '#core/vehicles/vehicle-name.ts';
import { checkVin } from '#core/vehicles/vin.ts';
import { AgentProblem } from '../operation.ts';
import type { ErrorMessage } from '#core/agents/ucp.ts';
import type { GivenFilters } from './catalog-input.ts';

type Context = Readonly<RouterContextProvider>;

export interface AskedVehicle {
  vehicle: ExactVehicle | undefined;
  /** False if no part is listed for such a car. */
  isListed: boolean;
}

type Failed = { failed: readonly [ErrorMessage] };

/**
 * Reads the car of the filters, in the catalog's names. A VIN is decoded and forgotten.
 * @throws AgentProblem
 */
export async function readVehicle(
  context: Context,
  { vehicle, vin }: GivenFilters['known'],
): Promise<AskedVehicle | Failed> {
  const database = context.get(databaseContext).public;
  const named = vehicle && (await findNamed(database, vehicle));
  if (named && 'failed' in named) return named;
  if (vin === undefined) return named ?? { vehicle: undefined, isListed: false };
  const decoded = await readVin(context, vin);
  if ('failed' in decoded) return decoded;
  if (named?.vehicle && wordKey(vehicleName(named.vehicle)) !== wordKey(vehicleName(decoded.vehicle)))
    throw new AgentProblem(400, 'invalid_request', 'filters.vehicle and filters.vin name different cars.');
  return decoded;
}

/** Finds the one car that a search text names. Undefined if it names none or several. */
export async function findVehicleOfText(
  database: Kysely<DB>,
  text: string,
): Promise<ExactVehicle | undefined> {
  const { query } = await interpretText(database, text);
  const vehicles = findExactVehicles(query);
  return vehicles.length === 1 ? vehicles[0] : undefined;
}

async function findNamed(
  database: Kysely<DB>,
  { year, make, model, engine }: NonNullable<GivenFilters['known']['vehicle']>,
): Promise<AskedVehicle | Failed> {
  const { query, catalog } = await interpretText(database, `${year} ${make} ${model}`);
  const ownMake = catalog.makesByKey.get(wordKey(make)) ?? make;
  const exact = catalog.models.find(
    (each) => wordKey(each.make) === wordKey(ownMake) && wordKey(each.model) === wordKey(model),
  );
  if (exact) return { vehicle: { ...exact, year, engine }, isListed: true };
  // A search ignores words that it does not know, and takes the Silverado for the 1500. What must fit is no guess.
  const isWhole = query.pieces.every(({ kind }) => ['year', 'make', 'model'].includes(kind));
  const found = isWhole ? findExactVehicles(query).filter((each) => each.year === year) : [];
  const alike = catalog.models.filter(
    (each) => each.make === found[0]?.make && each.model.toLowerCase().startsWith(`${model.toLowerCase()} `),
  );
  const names = unique([...found, ...alike].map((each) => vehicleName({ ...each, year })));
  if (names.length > 1) {
    const choices = new Intl.ListFormat('en-US', { type: 'disjunction' }).format(names);
    return fail('vehicle_ambiguous', `Ask the buyer which car it is: ${choices}. Then send filters.vehicle.`);
  }
  const [named] = found;
  return named
    ? { vehicle: { ...named, engine }, isListed: true }
    : { vehicle: { year, make, model, engine }, isListed: false };
}

async function readVin(
  context: Context,
  given: string,
): Promise<{ vehicle: ExactVehicle; isListed: boolean } | Failed> {
  const checked = checkVin(given);
  if ('problem' in checked) throw new AgentProblem(400, 'invalid_request', `filters.vin: ${checked.problem}`);
  const { clientAddress } = context.get(requestContext);
  const allowance = await context.get(limitsContext).take('decode-vin', clientAddress);
  if (!allowance.allowed) {
    throw new AgentProblem(
      allowance.counted ? 429 : 503,
      allowance.counted ? 'rate_limited' : 'service_unavailable',
      'Too many VINs. Please wait, or send filters.vehicle.',
      { retryAfter: allowance.seconds },
    );
  }
  const answer = await decodeVin(given, false, () => listListedModels(context.get(databaseContext).public));
  if ('problem' in answer)
    return fail(
      'vin_unknown',
      'This VIN is not known here. Ask the buyer for year, make and model, and send filters.vehicle.',
    );
  if (!('vehicles' in answer)) return fail('vin_doubtful', answer.doubt);
  const [first, ...others] = answer.vehicles;
  if (!first?.model || others.length > 0) {
    const names = answer.vehicles.map(vehicleName).join(' or ');
    return fail('vehicle_ambiguous', `The VIN says only ${names}. Ask the buyer, and send filters.vehicle.`);
  }
  const { year, make, model, inCatalog } = first;
  return { vehicle: { year, make, model, engine: engineOf(first) || undefined }, isListed: inCatalog };
}

function fail(code: string, content: string): Failed {
  return { failed: [{ type: 'error', code, content, severity: 'recoverable' }] };
}
