import { databaseContext } from '#services';
import { shop } from '#domain/shop.ts';
import { parseYear, vehicleChoices, type VehicleChoices } from '#domain/vehicle.ts';
import { decodeCursor } from '#features/catalog/cursor.server.ts';
import { conditionColors, partFromRow } from '#features/catalog/parts.server.ts';
import { readResultsOptions, type ResultsOptions } from '#features/catalog/results-address.ts';
import { type Results, ResultsView, resultsTitle } from '#features/catalog/results-view.tsx';
import { countParts, searchParts } from '#features/catalog/search-parts.server.ts';
import { vehicleLists } from '#features/catalog/vehicle-lists.server.ts';
import type { Database } from '#services';
import type { Route } from './+types/home.ts';
import { HomeView } from '#features/catalog/home-view.tsx';

export async function loader({ request, context }: Route.LoaderArgs) {
  const database = context.get(databaseContext).public;
  const parameters = new URL(request.url).searchParams;
  const choices = vehicleChoices(parameters);
  if (!isComplete(choices)) {
    return { view: 'selector' as const, choices, lists: await vehicleLists(database, choices) };
  }
  const options = readResultsOptions(parameters);
  return {
    view: 'results' as const,
    choices,
    options,
    results: await findResults(database, choices, options),
  };
}

function isComplete(choices: VehicleChoices): choices is Required<VehicleChoices> {
  return choices.category !== undefined;
}

async function findResults(
  database: Database['public'],
  choices: Required<VehicleChoices>,
  { inStock, sort, shown, after }: ResultsOptions,
): Promise<Results> {
  // A year that is none can't be any part's: 0 finds nothing, as a wrong make does.
  const vehicle = { ...choices, year: parseYear(choices.year) ?? 0 };
  const [{ parts, next }, counts, colors] = await Promise.all([
    searchParts(database, {
      filters: { ...vehicle, inStock },
      sort,
      limit: shown,
      after: after === undefined ? undefined : decodeCursor(after),
    }),
    countParts(database, vehicle),
    conditionColors(database),
  ]);
  return { parts: parts.map(partFromRow), next, ...counts, conditionColors: colors };
}

export function meta({ loaderData }: Route.MetaArgs) {
  const title =
    loaderData?.view === 'results' ? resultsTitle(loaderData.choices) : 'New & Used Auto Parts in San Diego';
  return [{ title: `${title} | ${shop.name}` }];
}

export default function Home({ loaderData }: Route.ComponentProps) {
  return loaderData.view === 'results' ? (
    <ResultsView {...loaderData} />
  ) : (
    <HomeView choices={loaderData.choices} lists={loaderData.lists} />
  );
}
