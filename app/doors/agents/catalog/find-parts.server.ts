import type { Kysely } from 'kysely';
import type { DB } from '#db/types.ts';
import { partFromRow } from '#core/catalog/catalog-row.ts';
import type { PartSort } from '#core/catalog/catalog-query.ts';
import type { Part } from '#core/catalog/part.ts';
import { findFitsOfParts } from '#core/fitment/fits.server.ts';
import type { ExactVehicle } from '#core/fitment/fit-levels.ts';
import type { PartCursor } from '#core/platform/cursor.server.ts';
import { countParts, type PartRow, searchInTurn } from '#core/search/search-parts.server.ts';
import type { FitmentSettings } from '#core/settings/settings.ts';
import type { CatalogFilters } from '#core/search/text-search.server.ts';
import { type CatalogQuestion, evidenceOf } from './catalog-filters.server.ts';
import { type FoundVerdict, toVerdict } from './to-product.ts';

export interface FoundForAgent {
  part: Part;
  readyFrom: string | null;
  /** Undefined without a car. */
  fit: FoundVerdict | undefined;
}

interface Page {
  sort: PartSort;
  limit: number;
  after?: PartCursor | undefined;
}

export interface FoundPage {
  parts: FoundForAgent[];
  next: string | null;
  total: number;
  /** True if `total` is the number of parts that all pages have. */
  isExact: boolean;
}

/** Reads a page of the shop's search, and how its parts fit the car of the question. */
export async function findParts(
  database: Kysely<DB>,
  {
    filters: asked,
    vehicle,
    verdicts,
  }: Pick<CatalogQuestion, 'vehicle' | 'verdicts'> & { filters: CatalogFilters },
  settings: FitmentSettings,
  page: Page,
): Promise<FoundPage> {
  const lists = vehicle
    ? evidenceOf(verdicts, settings).map((evidence) => Object.assign({ car: vehicle, evidence }, asked))
    : [asked];
  const [{ parts: rows, next }, counts] = await Promise.all([
    searchInTurn(database, lists, page),
    Promise.all(lists.map((list) => countParts(database, list))),
  ]);
  const found = await withVerdicts(database, rows, vehicle, settings);
  // The text may name another car than the filter, and parts that fit it.
  const parts = vehicle ? found.filter(({ fit }) => fit && verdicts.includes(fit.verdict)) : found;
  return {
    parts,
    next,
    total: counts.reduce((sum, count) => sum + (asked.inStock ? count.inStockTotal : count.total), 0),
    isExact: parts.length === rows.length && counts.every(({ counting }) => counting === 'exact'),
  };
}

/** Adds to parts how they fit the car, if there is one. */
export async function withVerdicts(
  database: Kysely<DB>,
  rows: readonly PartRow[],
  vehicle: ExactVehicle | undefined,
  settings: FitmentSettings,
): Promise<FoundForAgent[]> {
  const parts = rows.map((row) => partFromRow(row));
  const fits = vehicle ? await findFitsOfParts(database, vehicle, parts, settings) : undefined;
  return parts.map((part, place) => {
    const fit = fits?.get(part.id);
    return { part, readyFrom: rows[place]?.ready_from ?? null, fit: fit && toVerdict(fit) };
  });
}
