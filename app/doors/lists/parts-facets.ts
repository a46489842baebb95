import { databaseContext } from '#core/platform/database.server.ts';
import type { Facets } from '#core/search/facets.ts';
import { readFacets } from '#core/search/facets.server.ts';
import { badRequest, facetParameters, readParameters } from '#core/search/parts-parameters.server.ts';
import { onlyFitting } from '#core/search/text-search.server.ts';
import { settingsContext } from '#core/settings/settings.server.ts';
import type { Route } from './+types/parts-facets.ts';

/** See docs/api.md. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const read = readParameters(request, facetParameters);
  if ('refusal' in read) return badRequest(read.refusal);
  const { filters, isForVehicle } = read.given;
  const database = context.get(databaseContext).public;
  const facets = await readFacets(database, onlyFitting(filters, context.get(settingsContext).fitment), {
    isForVehicle,
  });
  return Response.json(isForVehicle ? withoutVehicle(facets) : facets);
}

function withoutVehicle({
  kinds,
  conditions,
  engines,
  brands,
  origins,
  grades,
  mileages,
  fits,
  newArrivals,
  prices,
}: Facets) {
  return { kinds, conditions, engines, brands, origins, grades, mileages, fits, newArrivals, prices };
}
