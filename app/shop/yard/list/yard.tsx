import { databaseContext } from '#core/platform/database.server.ts';
import { requestContext } from '#core/platform/request.server.ts';
import { readVehicleLists } from '#core/search/vehicle-lists.server.ts';
import { publicPage, shopOf } from '#core/settings/page-meta.ts';
import { settingsContext } from '#core/settings/settings.server.ts';
import { YARD_PATH } from '#core/yard/public-car.ts';
import { yardList, type YardQuery } from '#core/yard/yard-list.ts';
import { listPublicCars } from '#core/yard/public-cars.server.ts';
import { YardView } from './yard-view.tsx';
import type { Route } from './+types/yard.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = yardList.read(new URL(request.url).searchParams);
  const database = context.get(databaseContext).public;
  const { limits, fitment } = context.get(settingsContext);
  const [list, suggestions] = await Promise.all([
    listPublicCars(database, query, { rowsOnly: limits.yardRowsOnly }),
    // The form works without suggestions.
    readVehicleLists(database, query.make ? { make: query.make } : {}, fitment).catch((error: unknown) => {
      context.get(requestContext).logError(error);
      return { makes: [], models: [] };
    }),
  ]);
  return {
    query,
    list,
    rowsOnly: limits.yardRowsOnly,
    suggestions: limits.carMail ? { makes: suggestions.makes, models: suggestions.models } : null,
  };
}

/** Search engines find a page for each make and model with cars; years and rows are views of these. */
function canonicalAddress(
  { make, model, year, row, after, before }: YardQuery,
  total: number,
): string | undefined {
  if (year || row || after || before) return undefined;
  return make || model ? (total > 0 ? yardList.write({ make, model }) : undefined) : YARD_PATH;
}

export function meta({ loaderData, matches: [root] }: Route.MetaArgs) {
  const { query, list } = loaderData ?? {};
  const name = [query?.year, query?.make, query?.model].filter(Boolean).join(' ');
  return publicPage(root.loaderData, {
    title: name ? `${name}: Cars in our yard` : 'Cars in our yard',
    description: `Cars that came in at ${shopOf(root.loaderData).name}, newest first, with the row of each${name && `: ${name}`}.`,
    address: query && canonicalAddress(query, list?.total ?? 0),
  });
}

export default function Yard({ loaderData }: Route.ComponentProps) {
  return <YardView {...loaderData} />;
}
