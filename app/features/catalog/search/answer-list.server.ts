import type { Kysely } from 'kysely';
import type { DB } from '#db/types.ts';
import { readFits } from '#features/catalog/fitment/fits.server.ts';
import { decodeCursor } from '#services/cursor.server.ts';
import { isByFit } from './catalog-conditions.server.ts';
import { findClosestSpelling } from './closest-spelling.server.ts';
import { readListJson } from './list-json.server.ts';
import { toPartJson } from './part-json.server.ts';
import { partsParameters, readParameters } from './parts-parameters.server.ts';
import { searchAndCountParts } from './search-parts.server.ts';

interface ListAnswer {
  status: 200 | 400;
  /** JSON. */
  body: string;
}

/** The answer to GET /api/parts, see docs/api.md. */
export async function answerList(database: Kysely<DB>, request: Pick<Request, 'url'>): Promise<ListAnswer> {
  const read = readParameters(request, partsParameters);
  if ('refusal' in read) return refuse(read.refusal);
  const { sort, limit, after: afterText, spelling, ...filters } = read.given;
  const after = afterText === undefined ? undefined : decodeCursor(afterText);
  if (afterText !== undefined && !after) return refuse('after must be the "next" of an earlier answer');

  const query = { filters, sort, limit, after };
  const list = isByFit(filters)
    ? await readWithFits(database, { ...query, filters })
    : await readListJson(database, query);
  const totalOf = ({ total, inStockTotal }: typeof list) => (filters.inStock ? inStockTotal : total);
  // As on the junkyard page: only a text that finds nothing is corrected.
  const canCorrect = totalOf(list) === 0 && filters.q && !filters.ids && spelling !== 'typed';
  const corrected = canCorrect ? await findClosestSpelling(database, filters) : null;
  if (corrected === null) return { status: 200, body: toBody(list, totalOf(list)) };
  const found = await readListJson(database, { ...query, filters: { ...filters, q: corrected } });
  return { status: 200, body: toBody(found, totalOf(found), corrected) };
}

function toBody(
  { parts, inStockTotal, next }: { parts: string; inStockTotal: number; next: string | null },
  total: number,
  corrected?: string,
): string {
  const note = corrected === undefined ? '' : `,"corrected_q":${JSON.stringify(corrected)}`;
  return `{"parts":[${parts}],"total":${total},"in_stock_total":${inStockTotal},"next":${JSON.stringify(next)}${note}}`;
}

async function readWithFits(
  database: Kysely<DB>,
  query: Parameters<typeof searchAndCountParts>[1] & { filters: Parameters<typeof readFits>[1] },
) {
  const { parts, ...others } = await searchAndCountParts(database, query);
  const fits = await readFits(
    database,
    query.filters,
    parts.map(({ id }) => id),
  );
  const texts = parts.map((part) => JSON.stringify(Object.assign(toPartJson(part), fits.get(part.id))));
  return { parts: texts.join(','), ...others };
}

function refuse(error: string): ListAnswer {
  return { status: 400, body: JSON.stringify({ error }) };
}
