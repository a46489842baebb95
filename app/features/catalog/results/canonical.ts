import type { VehicleChoices } from '#domain/vehicle.ts';
import {
  everything,
  junkyardAddress,
  type JunkyardSearch,
} from '#features/catalog/junkyard/junkyard-address.ts';
import { homeAddress, type ResultsOptions } from './results-address.ts';

/**
 * The one address of a vehicle's list, whatever its order; none for its later pages, which change with every part that
 * comes or goes, and for one without parts.
 */
export function resultsCanonical(
  choices: Required<VehicleChoices>,
  { after }: Pick<ResultsOptions, 'after'>,
  { total }: { total: number },
): string | undefined {
  return after === undefined && total > 0 ? homeAddress(choices) : undefined;
}

/** The one address of the junkyard with its filters; none for searches, of which there is no end, and as above. */
export function junkyardCanonical(
  search: JunkyardSearch,
  { goesOn, parts }: { goesOn: boolean; parts: readonly unknown[] },
): string | undefined {
  const empty = parts.length === 0 && junkyardAddress(search) !== junkyardAddress(everything);
  return search.q === '' && !goesOn && !empty ? junkyardAddress(search) : undefined;
}
