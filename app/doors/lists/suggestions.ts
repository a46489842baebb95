import { databaseContext } from '#core/platform/database.server.ts';
import { badRequest, readParameters, suggestionsParameters } from '#core/search/parts-parameters.server.ts';
import { findSuggestions } from './suggestions.server.ts';
import type { Route } from './+types/suggestions.ts';

/** Browsers repeat a request when the shopper deletes a letter. */
const MAX_AGE_SECONDS = 60;

/** See docs/api.md. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const read = readParameters(request, suggestionsParameters);
  if ('refusal' in read) return badRequest(read.refusal);
  const found = await findSuggestions(
    context.get(databaseContext).public,
    read.given.q ?? '',
    read.given.car,
  );
  return Response.json(
    { suggestions: found },
    { headers: { 'Cache-Control': `public, max-age=${MAX_AGE_SECONDS}` } },
  );
}
