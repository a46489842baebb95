import { databaseContext, requestContext } from '#services';
import { readFits } from '#features/catalog/fitment/fits.server.ts';
import { isByFit } from '#features/catalog/search/catalog-conditions.server.ts';
import { decodeCursor } from '#services/cursor.server.ts';
import {
  badRequest,
  partsParameters,
  readParameters,
} from '#features/catalog/search/parts-parameters.server.ts';
import { toPartJson } from '#features/catalog/search/part-json.server.ts';
import { searchAndCountParts } from '#features/catalog/search/search-parts.server.ts';
import type { Route } from './+types/api.parts.ts';

/** See docs/api.md. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const read = readParameters(request, partsParameters);
  if ('refusal' in read) return badRequest(read.refusal);
  const { sort, limit, after: afterText, ...filters } = read.given;
  const after = afterText === undefined ? undefined : decodeCursor(afterText);
  if (afterText !== undefined && !after) return badRequest('after must be the "next" of an earlier answer');

  const database = context.get(databaseContext).public;
  const query = { filters, sort, limit, after };
  const { parts, next, total, inStockTotal } = await searchAndCountParts(database, query);
  const fits = isByFit(filters)
    ? await readFits(
        database,
        filters,
        parts.map(({ id }) => id),
      )
    : undefined;
  const body = {
    parts: parts.map((part) => Object.assign(toPartJson(part), fits?.get(part.id))),
    total: filters.inStock ? inStockTotal : total,
    in_stock_total: inStockTotal,
    next,
  };
  context.get(requestContext).body = JSON.stringify(body);
  return new Response(null, { headers: { 'Content-Type': 'application/json' } });
}
