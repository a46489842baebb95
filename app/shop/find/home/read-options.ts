import { partSorts } from '#core/catalog/catalog-query.ts';
import { readAddressFilters } from '../read-filters.ts';
import { MAX_SHOWN_PARTS, PAGE_SIZE, type ResultsOptions } from '../results-address.ts';

const chosenBefore = { make: '', model: '', year: '', category: '' };

export function readResultsOptions(parameters: URLSearchParams): ResultsOptions {
  const shown = Number(parameters.get('shown'));
  const pages = Number.isFinite(shown) ? Math.round(shown / PAGE_SIZE) : 1;
  return {
    filters: { ...readAddressFilters(parameters), ...chosenBefore },
    sort: partSorts.find((sort) => sort === parameters.get('sort')) ?? 'best',
    view: parameters.get('view') === 'list' ? 'list' : '',
    shown: Math.min(Math.max(pages * PAGE_SIZE, PAGE_SIZE), MAX_SHOWN_PARTS),
    after: parameters.get('after') ?? undefined,
  };
}
