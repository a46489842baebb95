import { type PartSort, partSorts } from '#domain/catalog-query.ts';
import type { VehicleChoices } from '#domain/vehicle.ts';

/** How many parts a list shows at first, and how many more each Load More brings. */
export const PAGE_SIZE = 24;

/** The most parts on one page. Behind them, Load More goes on with a new page. */
export const MOST_SHOWN = 240;

/** What the address says about a list of results, beside the vehicle. */
export interface ResultsOptions {
  inStock: boolean;
  sort: PartSort;
  shown: number;
  after: string | undefined;
}

/** Reads the options leniently: what is not understood counts as not said. */
export function readResultsOptions(parameters: URLSearchParams): ResultsOptions {
  const shown = Number(parameters.get('shown'));
  const pages = Number.isFinite(shown) ? Math.round(shown / PAGE_SIZE) : 1;
  return {
    inStock: parameters.get('in_stock') === '1',
    sort: partSorts.find((sort) => sort === parameters.get('sort')) ?? 'name',
    shown: Math.min(Math.max(pages * PAGE_SIZE, PAGE_SIZE), MOST_SHOWN),
    after: parameters.get('after') ?? undefined,
  };
}

/** The home page with these choices and options; what is usual is left out of the address. */
export function homeAddress(choices: VehicleChoices, options: Partial<ResultsOptions> = {}): string {
  const parameters = new URLSearchParams(Object.entries(choices));
  if (options.inStock) parameters.set('in_stock', '1');
  if (options.sort && options.sort !== 'name') parameters.set('sort', options.sort);
  if (options.shown && options.shown !== PAGE_SIZE) parameters.set('shown', String(options.shown));
  if (options.after) parameters.set('after', options.after);
  const query = parameters.toString();
  return query ? `/?${query}` : '/';
}
