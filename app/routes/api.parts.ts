import { databaseContext, requestContext } from '#services';
import { findOrigin } from '#domain/origin.ts';
import { decimalColumns } from '#domain/part-fields.ts';
import { readFits } from '#features/catalog/fitment/fits.server.ts';
import { isByFit } from '#features/catalog/search/catalog-conditions.server.ts';
import { decodeCursor } from '#services/cursor.server.ts';
import {
  badRequest,
  partsParameters,
  readParameters,
} from '#features/catalog/search/parts-parameters.server.ts';
import { type PartRow, searchAndCountParts } from '#features/catalog/search/search-parts.server.ts';
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
    parts: parts.map((part) => Object.assign(toJson(part), fits?.get(part.id))),
    total: filters.inStock ? inStockTotal : total,
    in_stock_total: inStockTotal,
    next,
  };
  context.get(requestContext).body = JSON.stringify(body);
  return new Response(null, { headers: { 'Content-Type': 'application/json' } });
}

/** The specification has numbers where the database has exact decimals. The origin is that of findOrigin. */
function toJson(part: PartRow) {
  const numbers = decimalColumns.map((column) => [
    column,
    part[column] === null ? null : Number(part[column]),
  ]);
  const origin = findOrigin({ origin: part.origin, condition: part.part_type });
  return { ...part, origin, ...Object.fromEntries(numbers) };
}
