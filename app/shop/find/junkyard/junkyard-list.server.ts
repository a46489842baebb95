import type { Kysely } from 'kysely';
import type { DB } from '#db/types.ts';
import type { PartSort } from '#core/catalog/catalog-query.ts';
import { toPartFilters } from '../read-filters.ts';
import type { Facets } from '#core/search/facets.ts';
import type { Total } from '#core/search/found-count.ts';
import type { Chip } from '#core/search/text/interpret-query.ts';
import { type Checked, readSymptom } from '#core/search/text/symptoms.ts';
import { findExactVehicles } from '#core/search/text/vehicle-clauses.ts';
import { findNamedVehicle, type NamedVehicle } from './named-vehicle.ts';
import type { Loaded } from '#core/live/live.ts';
import type { Part } from '#core/catalog/part.ts';
import { withTimeLimit } from '#core/values/time-limit.ts';
import { withFits } from '#core/fitment/fits.server.ts';
import { findClosestSpelling } from '#core/search/closest-spelling.server.ts';
import { findRelaxed, type RelaxedSearch } from './relaxed-search.server.ts';
import { decodeCursor } from '#core/platform/cursor.server.ts';
import { readFacets } from '#core/search/facets.server.ts';
import { keepFacets } from '../kept-facets.server.ts';
import { readInTime } from '../read-in-time.server.ts';
import { interpretText } from '#core/search/search-catalog.server.ts';
import { type JunkyardSearch, MAX_QUERY_LENGTH } from '#core/search/junkyard-address.ts';
import { partFromRow } from '#core/catalog/catalog-row.ts';
import { PAGE_SIZE } from '../results-address.ts';
import type { OtherOffers } from '#core/search/offer-groups.server.ts';
import { countParts, type PartRow, searchInTurn } from '#core/search/search-parts.server.ts';
import { readCar } from '#core/fitment/car-parameter.ts';
import { type CatalogFilters, onlyFitting } from '#core/search/text-search.server.ts';
import type { FitmentSettings } from '#core/settings/settings.ts';
import type { PartSection } from '../part-sections.ts';
import { readSections } from '../read-sections.server.ts';

/** Limits the time to correct a spelling and to relax a search. A logged failure keeps the page out of the cache. */
const SPELLING_TIMEOUT_MS = 1_000;

export interface JunkyardList extends Loaded {
  parts: Part[];
  /** Part id -> the other offers in its row. */
  offers: Map<string, OtherOffers<PartRow>>;
  /** Empty without a vehicle. */
  sections: PartSection[];
  /** Null if the count timed out. */
  total: Total | null;
  closest: string | null;
  /** The text whose parts are shown. It is the closest spelling, or a relaxed query, if no part has the typed one. */
  q: string;
  isCorrected: boolean;
  relaxed: RelaxedSearch | null;
  chips: readonly Chip[];
  /** The parts that are often checked for the symptom that the text names. */
  checked: Checked | null;
  /** The one vehicle that the text names by year, make and model. */
  vehicle: NamedVehicle | null;
  /** Null if they timed out. */
  facets: Facets | null;
  next: string | null;
  isLaterPage: boolean;
}

export type JunkyardRefusal = 'search too long' | 'unknown cursor';

interface ReadOptions {
  /** Cursor of the page, or ''. */
  cursor: string | null;
  /** Gets failures of the count, the facets and the spelling, which are optional. */
  logError: (error: unknown) => void;
  /** Runs if the count or the facets come later. */
  noteIncomplete: () => void;
  settings: FitmentSettings;
}

/** Reads one page of the list. */
export async function readJunkyardList(
  database: Kysely<DB>,
  search: JunkyardSearch,
  { cursor, logError, noteIncomplete, settings }: ReadOptions,
): Promise<JunkyardList | JunkyardRefusal> {
  if (search.q.length > MAX_QUERY_LENGTH) return 'search too long';
  const after = cursor ? decodeCursor(cursor) : undefined;
  if (cursor && !after) return 'unknown cursor';

  const typed = onlyFitting(
    { q: search.q || undefined, car: readCar(search.car), ...toPartFilters(search) },
    settings,
  );
  const sort: PartSort = search.sort || 'best';
  const orNull = <T>(read: Promise<T>) =>
    read.catch((error: unknown) => {
      logError(error);
      return null;
    });
  const closest = after
    ? null
    : orNull(withTimeLimit(SPELLING_TIMEOUT_MS, findClosestSpelling(database, typed)));
  const read = async (filters: CatalogFilters) => {
    const vehicle = await findVehicle(database, filters);
    const count = orNull(countParts(database, filters));
    const facets = orNull(keepFacets(database, filters, () => readFacets(database, filters)));
    const startedAt = performance.now();
    const query = { sort, limit: PAGE_SIZE, after };
    const page =
      vehicle && (!filters.onlyFits || filters.engines)
        ? await readSections(database, { ...query, filters }, { vehicle, settings, hasOthers: true })
        : { ...(await searchInTurn(database, [filters], { ...query, grouped: true })), sections: [] };
    const [counted, choices] = await Promise.all([
      readInTime(count, { startedAt, onLate: noteIncomplete }),
      readInTime(facets, { startedAt, onLate: noteIncomplete }),
    ]);
    return { ...page, vehicle, q: filters.q ?? '', counted, facets: choices };
  };
  let found = await read(typed);
  const spelling = await closest;
  const isCorrected = found.parts.length === 0 && spelling !== null && search.spelling !== 'typed';
  if (isCorrected) found = await read({ ...typed, q: spelling });
  const canRelax = found.parts.length === 0 && !after && search.q !== '' && search.spelling !== 'typed';
  const relaxed = canRelax
    ? await orNull(withTimeLimit(SPELLING_TIMEOUT_MS, findRelaxed(database, typed)))
    : null;
  if (relaxed) found = await read({ ...typed, q: relaxed.text });
  const shown = await interpretText(database, found.q);
  // A relaxed text may lack the year.
  const { query, catalog } = relaxed ? await interpretText(database, search.q) : shown;
  const vehicle = findNamedVehicle(query);
  const fitting = found.vehicle ?? vehicle;
  const parts = found.parts.map(partFromRow);
  return {
    parts: fitting ? await withFits(database, fitting, parts, settings) : parts,
    offers: found.offers,
    sections: found.sections,
    total: found.counted && {
      total: typed.inStock ? found.counted.inStockTotal : found.counted.total,
      counting: found.counted.counting,
    },
    closest: spelling,
    q: found.q,
    isCorrected,
    relaxed,
    chips: shown.query.chips,
    checked: readSymptom(query.pieces, catalog),
    vehicle,
    facets: found.facets,
    next: found.next,
    isLaterPage: after !== undefined,
  };
}

/** Returns the one vehicle that a text names, or else the shopper's own if the text names none. */
async function findVehicle(
  database: Kysely<DB>,
  { q, car }: CatalogFilters,
): Promise<NamedVehicle | undefined> {
  if (q === undefined) return car;
  const { query } = await interpretText(database, q);
  const named = findNamedVehicle(query);
  if (named) return named;
  return findExactVehicles(query).length > 0 ? undefined : car;
}
