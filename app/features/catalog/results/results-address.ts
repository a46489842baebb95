import { type PartSort, partSorts } from '#domain/catalog-query.ts';
import type { VehicleChoices } from '#domain/vehicle.ts';

export const PAGE_SIZE = 24;

/** After this many parts, Load More opens a new page. */
export const MAX_SHOWN_PARTS = 240;

export interface ResultsOptions {
  inStock: boolean;
  sort: PartSort;
  shown: number;
  after: string | undefined;
}

export function readResultsOptions(parameters: URLSearchParams): ResultsOptions {
  const shown = Number(parameters.get('shown'));
  const pages = Number.isFinite(shown) ? Math.round(shown / PAGE_SIZE) : 1;
  return {
    inStock: parameters.get('in_stock') === '1',
    sort: partSorts.find((sort) => sort === parameters.get('sort')) ?? 'name',
    shown: Math.min(Math.max(pages * PAGE_SIZE, PAGE_SIZE), MAX_SHOWN_PARTS),
    after: parameters.get('after') ?? undefined,
  };
}

export function homeAddress(choices: VehicleChoices, options: Partial<ResultsOptions> = {}): string {
  const parameters = new URLSearchParams(Object.entries(choices));
  if (options.inStock) parameters.set('in_stock', '1');
  if (options.sort && options.sort !== 'name') parameters.set('sort', options.sort);
  if (options.shown && options.shown !== PAGE_SIZE) parameters.set('shown', String(options.shown));
  if (options.after) parameters.set('after', options.after);
  const query = parameters.toString();
  return query ? `/?${query}` : '/';
}
