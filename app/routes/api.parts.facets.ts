import { databaseContext } from '#services';
import { isByFit } from '#features/catalog/search/catalog-conditions.server.ts';
import { readFitFacets } from '#features/catalog/search/fit-facets.server.ts';
import { readFacets } from '#features/catalog/search/facets.server.ts';
import {
  badRequest,
  facetParameters,
  readParameters,
} from '#features/catalog/search/parts-parameters.server.ts';
import type { Route } from './+types/api.parts.facets.ts';

/** See docs/api.md. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const read = readParameters(request, facetParameters);
  if ('refusal' in read) return badRequest(read.refusal);
  const database = context.get(databaseContext).public;
  const { given } = read;
  return Response.json(await (isByFit(given) ? readFitFacets(database, given) : readFacets(database, given)));
}
