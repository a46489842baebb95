import { filterParameters, noFilters } from '#core/search/chosen-filters.ts';
import type { VehicleChoices } from '#core/vehicles/vehicle.ts';
import { emptySearch, junkyardAddress, type JunkyardSearch } from '#core/search/junkyard-address.ts';
import { homeAddress } from '#core/catalog/home-address.ts';
import type { ResultsOptions } from './results-address.ts';

/** Empty and narrowed lists have no canonical address, nor do later pages, which change with every added or removed part. */
export function resultsCanonical(
  choices: Required<VehicleChoices>,
  { after, filters }: Pick<ResultsOptions, 'after' | 'filters'>,
  { total }: { total: number },
): string | undefined {
  const isNarrowed = filterParameters({ ...filters, in_stock: '' }).length > 0;
  return after === undefined && !isNarrowed && total > 0 ? homeAddress(choices) : undefined;
}

/** Lists by make, category and one condition have a canonical address. Searches, later pages and empty lists have none. */
export function junkyardCanonical(
  search: JunkyardSearch,
  { isLaterPage, parts }: { isLaterPage: boolean; parts: readonly unknown[] },
): string | undefined {
  const { make, category, condition } = search;
  const listed = { ...noFilters, make, category, condition: condition.slice(0, 1) };
  const isListed = String(filterParameters(search)) === String(filterParameters(listed));
  const address = junkyardAddress({ ...emptySearch, ...listed });
  const isEmpty = parts.length === 0 && address !== junkyardAddress(emptySearch);
  return search.q === '' && isListed && !isLaterPage && !isEmpty ? address : undefined;
}
