import type { Kysely } from 'kysely';
import type { DB } from '#db/types.ts';
import { readFits } from '#core/fitment/fits.server.ts';
import { decodeCursor } from '#core/platform/cursor.server.ts';
import { findWithSpelling } from './closest-spelling.server.ts';
import { toPartJson } from './part-json.server.ts';
import { partsParameters, readParameters } from './parts-parameters.server.ts';
import { type PartsQuery, searchAndCountParts } from './search-parts.server.ts';
import { isByFit, onlyFitting } from './text-search.server.ts';
import type { FitmentSettings } from '#core/settings/settings.ts';

type ListAnswer =
  | { status: 200; answer: Awaited<ReturnType<typeof readList>> & { corrected_q?: string } }
  | { status: 400; answer: { error: string } };

/** Answers GET /api/parts (docs/api.md). */
export async function answerList(
  database: Kysely<DB>,
  request: Pick<Request, 'url'>,
  settings: FitmentSettings,
): Promise<ListAnswer> {
  const read = readParameters(request, partsParameters);
  if ('refusal' in read) return refuse(read.refusal);
  const { sort, limit, after: afterText, spelling, ...filters } = read.given;
  const after = afterText === undefined ? undefined : decodeCursor(afterText);
  if (afterText !== undefined && !after) return refuse('after must be the "next" of an earlier answer');

  const query = { filters: onlyFitting(filters, settings), sort, limit, after };
  const find = (q: string | undefined) =>
    readList(database, { ...query, filters: { ...query.filters, q } }, settings);
  if (filters.ids || spelling === 'typed') return { status: 200, answer: await find(filters.q) };
  const { found, corrected } = await findWithSpelling(database, filters, find);
  return { status: 200, answer: corrected === null ? found : { ...found, corrected_q: corrected } };
}

async function readList(database: Kysely<DB>, query: PartsQuery, settings: FitmentSettings) {
  const { filters } = query;
  const { parts, total, inStockTotal, counting, next } = await searchAndCountParts(database, query);
  const ids = parts.map(({ id }) => id);
  const fits = isByFit(filters) ? await readFits(database, filters, ids, settings) : undefined;
  return {
    parts: parts.map((part) => Object.assign(toPartJson(part), fits?.get(part.id))),
    total: filters.inStock ? inStockTotal : total,
    in_stock_total: inStockTotal,
    counting,
    next,
  };
}

function refuse(error: string): ListAnswer {
  return { status: 400, answer: { error } };
}
