import { databaseContext } from '#services';
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
  return Response.json(await readFacets(context.get(databaseContext).public, read.given));
}
