import type { ChosenFilters } from '#core/search/chosen-filters.ts';
import type { FoldableFilter } from './folded-facets.ts';
import type { Narrowed } from './use-facets.ts';

/** Of the element. */
export const FILTERS_ID = 'filters';

export interface FilterPanelProps {
  /** Where the form leads without scripts. */
  action: string;
  /** The parameters of the address that the filters do not change. */
  kept: readonly (readonly [name: string, value: string])[];
  chosen: ChosenFilters;
  /** What came with the page for `chosen`. */
  loaded: Narrowed & { unfolded: readonly FoldableFilter[] };
  /** The order of conditions. */
  conditions: readonly string[];
  /** The page is about one vehicle and category, and has a button for parts in stock. */
  isForVehicle?: boolean;
  /** The parameters of the API for these filters. */
  queryOf: (filters: ChosenFilters) => string;
  onFilter: (filters: ChosenFilters) => void;
}
