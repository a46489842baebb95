import { databaseContext } from '#core/platform/database.server.ts';
import { badRequest, countParameters, readParameters } from '#core/search/parts-parameters.server.ts';
import { countParts } from '#core/search/search-parts.server.ts';
import type { Route } from './+types/parts-count.ts';

/** See docs/api.md. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const read = readParameters(request, countParameters);
  if ('refusal' in read) return badRequest(read.refusal);
  const { total, inStockTotal, counting } = await countParts(context.get(databaseContext).public, read.given);
  return Response.json({
    total: read.given.inStock ? inStockTotal : total,
    in_stock_total: inStockTotal,
    counting,
  });
}
