import { redirect } from 'react-router';
import { changesContext } from '#core/live/changes.server.ts';
import { type Database, databaseContext } from '#core/platform/database.server.ts';
import { requestContext, type RequestInfo } from '#core/platform/request.server.ts';
import { settingsContext } from '#core/settings/settings.server.ts';
import { listActive } from '../active-filters.ts';
import { formatSupportHours } from '#core/settings/opening-hours.ts';
import type { Shop } from '#core/settings/shop.ts';
import { toPartFilters } from '../read-filters.ts';
import { parseYear, keepListed, readVehicleChoices, type VehicleChoices } from '#core/vehicles/vehicle.ts';
import type { RestrictedTerms } from '#core/catalog/restricted/restricted-kinds.ts';
import { withTimeLimit } from '#core/values/time-limit.ts';
import { BuyButtons } from '#core/checkout/ui/buy-buttons.tsx';
import { RecentParts } from '#core/catalog/ui/recent-parts.tsx';
import { HomeView } from './home-view.tsx';
import { ResultsView } from './results-view.tsx';
import { vehicleListAddress } from '#core/search/vehicle-list-address.ts';
import { VinEntry } from './vin-entry.tsx';
import { RequestPartButton } from '#core/inbox/ui/request-part-button.tsx';
import type { CardPart } from '#core/catalog/card-part.ts';
import { type FoldableFilter, foldFacets, isFoldable } from '../folded-facets.ts';
import { resultsCanonical } from '../canonical.ts';
import { withFits } from '#core/fitment/fits.server.ts';
import { keepFacets } from '../kept-facets.server.ts';
import { readFacets } from '#core/search/facets.server.ts';
import { readInTime } from '../read-in-time.server.ts';
import { decodeCursor } from '#core/platform/cursor.server.ts';
import { listArrivedParts, listTopCategories } from './shopfront.server.ts';
import { partFromRow } from '#core/catalog/catalog-row.ts';
import { readConditionColors } from '#core/search/condition-colors.server.ts';
import { PAGE_SIZE, resultsAddress, type ResultsOptions } from '../results-address.ts';
import { readResultsOptions } from './read-options.ts';
import { countParts, searchInTurn } from '#core/search/search-parts.server.ts';
import { onlyFitting } from '#core/search/text-search.server.ts';
import type { FitmentSettings } from '#core/settings/settings.ts';
import { readSections } from '../read-sections.server.ts';
import { findListedVehicle, readVehicleLists } from '#core/search/vehicle-lists.server.ts';
import { pageTitle, publicPage, type SiteData } from '#core/settings/page-meta.ts';
import { listShown } from '../listed-part.ts';
import { toListedParts } from '../listed-parts.server.ts';
import { listSummary } from '../list-text.ts';
import { siteData } from '#core/settings/store-data.ts';
import type { Route } from './+types/home.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const database = context.get(databaseContext).public;
  const parameters = new URL(request.url).searchParams;
  const choices = readVehicleChoices(parameters);
  const { logError, noteIncomplete } = context.get(requestContext);
  if (!isComplete(choices)) {
    const [lists, shopfront] = await Promise.all([
      readVehicleLists(database, choices, context.get(settingsContext).fitment),
      readShopfront(database, logError),
    ]);
    const kept = keepListed(choices, lists);
    if (choices.make && !kept.make) await redirectToListed(database, parameters);
    const hours = formatSupportHours(context.get(settingsContext).business);
    return { view: 'selector' as const, choices: kept, lists, shopfront, hours };
  }
  const options = readResultsOptions(parameters);
  const unfolded = parameters.getAll('all').filter(isFoldable);
  const asOf = context.get(changesContext).newest;
  const settings = context.get(settingsContext);
  const [found, colors] = await Promise.all([
    findResults(database, choices, options, { settings, unfolded, logError, noteIncomplete }),
    // The failure is only logged (Spec §8).
    readConditionColors(database).catch((error: unknown) => {
      logError(error);
      return {};
    }),
  ]);
  if (found.total === 0) await redirectToListed(database, parameters);
  const { make, model, year, category } = choices;
  const { filters } = options;
  const active = listActive(
    filters,
    (without) =>
      resultsAddress(choices, { ...options, filters: without, shown: PAGE_SIZE, after: undefined }),
    found.facets,
  );
  return {
    view: 'results' as const,
    title: `${category} parts for ${year} ${make} ${model}`,
    choices,
    options,
    active,
    results: { ...found, conditionColors: colors, asOf },
  };
}

const SHOPFRONT_TIMEOUT_MS = 1_000;

/** Leaves out lists that could not be read. A logged failure keeps the page out of the cache. */
async function readShopfront(database: Database['public'], logError: (error: unknown) => void) {
  const orNone = <T,>(read: Promise<T[]>) =>
    withTimeLimit(SHOPFRONT_TIMEOUT_MS, read).catch((error: unknown): T[] => {
      logError(error);
      return [];
    });
  const [categories, arrived] = await Promise.all([
    orNone(listTopCategories(database)),
    orNone(listArrivedParts(database)),
  ]);
  return { categories, arrived };
}

/** An address may name the vehicle in other capitals. */
async function redirectToListed(database: Database['public'], parameters: URLSearchParams): Promise<void> {
  const { make, model } = readVehicleChoices(parameters);
  const listed = await findListedVehicle(database, { make, model });
  const named = new URLSearchParams(parameters);
  if (listed?.make) named.set('make', listed.make);
  if (listed?.model) named.set('model', listed.model);
  if (named.get('make') !== parameters.get('make') || named.get('model') !== parameters.get('model'))
    throw redirect(`/?${named}`, 301);
}

function isComplete(choices: VehicleChoices): choices is Required<VehicleChoices> {
  return choices.category !== undefined;
}

async function findResults(
  database: Database['public'],
  choices: Required<VehicleChoices>,
  { filters: chosen, sort, shown, after }: ResultsOptions,
  {
    settings: { business, restricted, fitment },
    unfolded,
    logError,
    noteIncomplete,
  }: Pick<RequestInfo, 'logError' | 'noteIncomplete'> & {
    settings: { business: Pick<Shop, 'warranty'>; restricted: RestrictedTerms; fitment: FitmentSettings };
    unfolded: FoldableFilter[];
  },
) {
  // An invalid year finds no parts, like an unknown make.
  const vehicle = { ...choices, year: parseYear(choices.year) ?? 0 };
  const filters = { ...toPartFilters(chosen), ...vehicle, fits: true };
  const fitting = onlyFitting(filters, fitment);
  const count = () => readFacets(database, fitting, { isForVehicle: true });
  const facets = keepFacets(database, fitting, count).catch((error: unknown) => {
    logError(error);
    return null;
  });
  const startedAt = performance.now();
  const page = { sort, limit: shown, after: after === undefined ? undefined : decodeCursor(after) };
  const isNarrowed = filters.onlyFits === true || filters.fitBy !== undefined;
  const [numbers, { parts, offers, sections, next }] = await Promise.all([
    countParts(database, fitting),
    isNarrowed && !filters.engines
      ? searchInTurn(database, [fitting], { ...page, grouped: true }).then((found) => ({
          ...found,
          sections: [],
        }))
      : readSections(
          database,
          { filters: isNarrowed ? fitting : filters, ...page },
          { vehicle, settings: fitment, hasOthers: false },
        ),
  ]);
  const rows = parts.map(partFromRow);
  const shownParts = await withFits(database, vehicle, rows, fitment);
  const counted = await readInTime(facets, { startedAt, onLate: noteIncomplete });
  return {
    ...numbers,
    next,
    // The title names what the first section has.
    sections: sections.filter(({ fits }) => !fits),
    parts: toListedParts(shownParts, offers, { business, restricted }),
    facets: counted && foldFacets(counted, chosen, unfolded),
    unfolded,
  };
}

export function meta({ loaderData, matches: [root] }: Route.MetaArgs) {
  if (loaderData?.view !== 'results') return describeHome(root.loaderData);
  const { title, choices, options, results } = loaderData;
  if (!import.meta.env.SSR) return [pageTitle(root.loaderData, title)];
  const description = `${title}: ${results.total} found, ${results.inStockTotal} in stock. ${listSummary(listShown(results.parts))}`;
  return publicPage(root.loaderData, {
    title,
    description,
    address: resultsCanonical(choices, options, results),
  });
}

function describeHome(site: SiteData) {
  const title = 'New and used auto parts in San Diego';
  if (!import.meta.env.SSR) return [pageTitle(site, title)];
  return publicPage(site, {
    title,
    description:
      'Find new and used auto parts that fit your car. Enter your make, model, and year to see which parts we have, their condition, and their price.',
    address: '/',
    structured: siteData(site),
  });
}

export default function Home({ loaderData }: Route.ComponentProps) {
  if (loaderData.view === 'results') return <ResultsView {...loaderData} actions={buyButtons} />;
  const { choices, lists, shopfront, hours } = loaderData;
  return (
    <HomeView
      selector={{ choices, lists }}
      {...shopfront}
      hours={hours}
      vin={<VinEntry partsAddress={vehicleListAddress} />}
      recent={<RecentParts />}
    />
  );
}

function buyButtons(part: CardPart) {
  return <BuyButtons part={part} request={<RequestPartButton part={part} />} />;
}
