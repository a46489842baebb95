import { confirmingRules, type ExactVehicle } from '#core/fitment/fit-levels.ts';
import type { PartFilters } from '#core/catalog/catalog-query.ts';
import { databaseContext } from '#core/platform/database.server.ts';
import { interpretText } from '#core/search/search-catalog.server.ts';
import { wordKey } from '#core/search/text/word-forms.ts';
import type { Evidence } from '#core/search/text-search.server.ts';
import type { FitmentSettings } from '#core/settings/settings.ts';
import { settingsContext } from '#core/settings/settings.server.ts';
import { vehicleName } from '#core/vehicles/vehicle-name.ts';
import { type AgentCall, AgentProblem } from '../operation.ts';
import type { ErrorMessage, Message } from '#core/agents/ucp.ts';
import { filterNames, type GivenFilters, type Verdict } from './catalog-input.ts';
import { readVehicle } from './read-vehicle.server.ts';

/** At most so many unknown filters are named. */
const MAX_NAMED = 20;

/** The filters of a request, as the shop's search takes them. */
export interface CatalogQuestion {
  filters: PartFilters;
  /** The buyer's car. */
  vehicle: ExactVehicle | undefined;
  verdicts: readonly Verdict[];
  messages: Message[];
}

/** Parts without a price can't be bought: the protocol has no place for them. */
const LEAST_CENTS = 1;

export const defaultVerdicts: readonly Verdict[] = ['fits'];

/**
 * Reads the filters of a request. An unknown one is named by a warning.
 * @throws AgentProblem
 */
export async function readFilters(
  context: AgentCall['context'],
  given: GivenFilters | undefined,
  currency: string | undefined,
): Promise<CatalogQuestion | { failed: readonly [ErrorMessage] }> {
  if (!given)
    return {
      filters: { minPriceCents: LEAST_CENTS },
      vehicle: undefined,
      verdicts: defaultVerdicts,
      messages: [],
    };
  const { known, unknown } = given;
  const asked = await readVehicle(context, known);
  if ('failed' in asked) return asked;
  const { vehicle, isListed } = asked;
  if (known.fit && !vehicle)
    throw new AgentProblem(400, 'invalid_request', 'filters.fit needs filters.vehicle or filters.vin.');
  const { price } = known;
  const takesPrice = currency === undefined || currency.toUpperCase() === 'USD';
  const verdicts = known.fit ?? defaultVerdicts;
  return {
    filters: {
      categories: known.categories,
      conditions: known.condition && (await readConditions(context, known.condition)),
      origin: known.origin,
      grades: known.grade,
      inStock: known.in_stock,
      minPriceCents: Math.max(LEAST_CENTS, (takesPrice && price?.min) || 0),
      maxPriceCents: takesPrice ? price?.max : undefined,
    },
    vehicle,
    verdicts,
    messages: [
      ...unknown.slice(0, MAX_NAMED).map(warnOfUnknown),
      ...(price && !takesPrice ? [PRICE_IGNORED] : []),
      ...(known.vehicle?.trim === undefined ? [] : [TRIM_NOT_COMPARED]),
      ...(vehicle ? [sayWhatIsFound(vehicle, verdicts, isListed)] : []),
    ],
  };
}

const PRICE_IGNORED: Message = {
  type: 'warning',
  code: 'price_filter_ignored',
  content: 'Prices are in US dollars. filters.price was ignored, because context.currency is another one.',
};

const TRIM_NOT_COMPARED: Message = {
  type: 'info',
  code: 'trim_not_compared',
  content: 'The trim is not compared. Where a part is listed for one trim, metadata.reason names it.',
};

function warnOfUnknown(name: string): Message {
  const shown = name.slice(0, 60).toWellFormed();
  return {
    type: 'warning',
    code: 'unknown_filter',
    content: `The filter "${shown}" is not known here and was ignored. Known filters: ${filterNames.join(', ')}.`,
  };
}

/** Says what the search of a car has, so that no assistant takes a part for one that fits. */
export function sayWhatIsFound(
  vehicle: ExactVehicle,
  verdicts: readonly Verdict[],
  isListed: boolean,
): Message {
  const car = nameOf(vehicle);
  const isDefault = verdicts.every((verdict) => verdict === 'fits');
  return {
    type: 'info',
    code: isListed ? 'fitment' : 'vehicle_not_listed',
    content: [
      ...(isListed ? [] : [`No part is listed for a ${car}.`]),
      isDefault
        ? `Only parts that fit a ${car} are here. To see others too, send filters.fit, such as ["fits", "unknown"].`
        : `Parts for a ${car} with these verdicts are here: ${verdicts.join(', ')}.`,
      'metadata.verdict and metadata.reason of each variant say how it fits.',
    ].join(' '),
  };
}

/** Example: '2010 Honda Civic, 1.8L I4'. */
export function nameOf(vehicle: ExactVehicle): string {
  return [vehicleName(vehicle), vehicle.engine].filter(Boolean).join(', ');
}

/** Lists the evidence of parts with these verdicts, for one list of the search each. */
export function evidenceOf(verdicts: readonly Verdict[], settings: FitmentSettings): readonly Evidence[][] {
  const evidence = verdicts.flatMap((verdict): readonly Evidence[] => {
    if (verdict === 'fits') return confirmingRules(settings);
    if (verdict === 'same_number') return ['same-number'];
    return verdict === 'check_number' ? ['check-number'] : [];
  });
  return [
    ...(evidence.length > 0 ? [[...new Set(evidence)]] : []),
    ...(verdicts.includes('unknown') ? [['other' as const]] : []),
  ];
}

/** Finds the shop's conditions by their names in any case, or by what people call them, such as 'used'. */
async function readConditions(context: AgentCall['context'], given: readonly string[]): Promise<string[]> {
  const { catalog } = await interpretText(context.get(databaseContext).public, '');
  return given.flatMap((name) => {
    const found = catalog.conditionsByKey.get(wordKey(name));
    if (found) return found;
    const names = catalog.conditions.join(', ');
    throw new AgentProblem(
      400,
      'invalid_request',
      `filters.condition must be of these conditions: ${names}.`,
    );
  });
}

export function fitmentSettings(context: AgentCall['context']): FitmentSettings {
  return context.get(settingsContext).fitment;
}
