import type { VehicleChoices } from '#domain/vehicle.ts';
import {
  emptySearch,
  junkyardAddress,
  type JunkyardSearch,
} from '#features/catalog/junkyard/junkyard-address.ts';
import { homeAddress, type ResultsOptions } from './results-address.ts';

/** Empty lists have none. Neither do later pages, which change with every added or removed part. */
export function resultsCanonical(
  choices: Required<VehicleChoices>,
  { after }: Pick<ResultsOptions, 'after'>,
  { total }: { total: number },
): string | undefined {
  return after === undefined && total > 0 ? homeAddress(choices) : undefined;
}

/** Searches, later pages, and empty lists have none. */
export function junkyardCanonical(
  search: JunkyardSearch,
  { isLaterPage, parts }: { isLaterPage: boolean; parts: readonly unknown[] },
): string | undefined {
  const empty = parts.length === 0 && junkyardAddress(search) !== junkyardAddress(emptySearch);
  const address = junkyardAddress({ ...search, sort: '', spelling: '' });
  return search.q === '' && !isLaterPage && !empty ? address : undefined;
}
