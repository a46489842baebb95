import { databaseContext } from '#core/platform/database.server.ts';
import { badRequest, countParameters, readParameters } from '#core/search/parts-parameters.server.ts';
import { countParts } from '#core/search/search-parts.server.ts';
import { onlyFitting } from '#core/search/text-search.server.ts';
import { settingsContext } from '#core/settings/settings.server.ts';
import type { Route } from './+types/parts-count.ts';

/** See docs/api.md. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const read = readParameters(request, countParameters);
  if ('refusal' in read) return badRequest(read.refusal);
  const { total, inStockTotal, counting } = await countParts(
    context.get(databaseContext).public,
    onlyFitting(read.given, context.get(settingsContext).fitment),
  );
  return Response.json({
    total: read.given.inStock ? inStockTotal : total,
    in_stock_total: inStockTotal,
    counting,
  });
}
