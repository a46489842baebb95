import type { PartSort } from '#core/catalog/catalog-query.ts';
import { type ChosenFilters, filterParameters, noFilters } from '#core/search/chosen-filters.ts';
import type { VehicleChoices } from '#core/vehicles/vehicle.ts';
import { homeAddress } from '#core/catalog/home-address.ts';

export const PAGE_SIZE = 24;

/** After this many parts, Load More opens a new page. */
export const MAX_SHOWN_PARTS = 240;

export interface ResultsOptions {
  /** The filters besides the vehicle and the category. */
  filters: ChosenFilters;
  sort: PartSort;
  /** The address has 'list' only without JavaScript, which remembers the view. */
  view: '' | 'list';
  shown: number;
  after: string | undefined;
}

/** Lists the parameters that the filters do not change. */
export function keptParameters(
  choices: VehicleChoices,
  { sort, view }: Pick<ResultsOptions, 'sort' | 'view'>,
): [name: string, value: string][] {
  return [
    ...Object.entries(choices),
    ...(sort === 'best' ? [] : [['sort', sort] as [string, string]]),
    ...(view ? [['view', view] as [string, string]] : []),
  ];
}

export function resultsAddress(choices: Required<VehicleChoices>, options: Partial<ResultsOptions>): string {
  const { filters = noFilters, sort = 'best', view = '', shown = PAGE_SIZE, after } = options;
  return homeAddress(choices, [
    ...filterParameters(filters),
    ...keptParameters({}, { sort, view }),
    ...(shown === PAGE_SIZE ? [] : [['shown', String(shown)] as [string, string]]),
    ...(after ? [['after', after] as [string, string]] : []),
  ]);
}

/** Writes the parameters with which the API finds the same parts. */
export function countsQuery(choices: VehicleChoices, filters: ChosenFilters): string {
  const parameters = [...Object.entries(choices), ...filterParameters(filters), ['fits', 'true'] as const];
  return `?${new URLSearchParams(parameters.map(([name, value]) => [name, value]))}`;
}
