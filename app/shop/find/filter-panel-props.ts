import type { ChosenFilters } from '#core/search/chosen-filters.ts';
import type { FoldableFilter } from './folded-facets.ts';
import type { Narrowed } from './use-facets.ts';

/** The id of the filters' element. */
export const FILTERS_ID = 'filters';

export interface FilterPanelProps {
  /** The form leads here without JavaScript. */
  action: string;
  /** The parameters of the address that the filters do not change. */
  kept: readonly (readonly [name: string, value: string])[];
  chosen: ChosenFilters;
  /** The choices for `chosen` that came with the page. */
  loaded: Narrowed & { unfolded: readonly FoldableFilter[] };
  /** The order of conditions. */
  conditions: readonly string[];
  /** True if the page is about one vehicle and category. It then has a button for parts in stock. */
  isForVehicle?: boolean;
  /** Returns the API's parameters for these filters. */
  queryOf: (filters: ChosenFilters) => string;
  onFilter: (filters: ChosenFilters) => void;
}
