import { databaseContext } from '#services';
import {
  badRequest,
  readParameters,
  suggestionsParameters,
} from '#features/catalog/search/parts-parameters.server.ts';
import { suggestions } from '#features/catalog/search/suggestions.server.ts';
import type { Route } from './+types/api.suggestions.ts';

/** How long a browser may keep an answer, in seconds: somebody who deletes a letter asks again. */
const KEPT = 60;

/** GET /api/suggestions: what may be meant by the beginning of a search. Described in docs/api.md. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const read = readParameters(request, suggestionsParameters);
  if ('refusal' in read) return badRequest(read.refusal);
  const found = await suggestions(context.get(databaseContext).public, read.given.q ?? '');
  return Response.json({ suggestions: found }, { headers: { 'Cache-Control': `public, max-age=${KEPT}` } });
}
