import { decodeCursor } from '#core/platform/cursor.server.ts';
import { databaseContext } from '#core/platform/database.server.ts';
import { findWithSpelling } from '#core/search/closest-spelling.server.ts';
import { hasVin } from '#core/vehicles/vin-text.ts';
import { type AgentAnswer, type AgentCall, AgentProblem } from '../operation.ts';
import type { Message } from '#core/agents/ucp.ts';
import { filterNames, type GivenFilters, type SearchInput } from './catalog-input.ts';
import { describeParts } from './describe-parts.server.ts';
import {
  type CatalogQuestion,
  fitmentSettings,
  readFilters,
  sayWhatIsFound,
} from './catalog-filters.server.ts';
import { findParts } from './find-parts.server.ts';
import { noteMissedSearch } from './note-missed-search.server.ts';
import { findVehicleOfText } from './read-vehicle.server.ts';

/** As many as GET /api/parts has. */
const MAX_LIMIT = 100;

/** Finds parts by the shop's own search (docs/search.md). @throws AgentProblem */
export async function search(call: AgentCall<SearchInput>): Promise<AgentAnswer> {
  const { input, context } = call;
  const { query: q, filters: given, pagination } = input;
  checkQuestion(q, given);
  const after = readCursor(pagination.cursor);
  const filtered = await readFilters(context, given, input.context?.currency);
  if ('failed' in filtered) return filtered;
  const database = context.get(databaseContext).public;
  const question = await withVehicleOfText(call, filtered);
  const { filters, vehicle, verdicts } = question;
  const settings = fitmentSettings(context);
  const page = {
    sort: q !== undefined || vehicle ? ('best' as const) : ('name' as const),
    limit: Math.min(pagination.limit, MAX_LIMIT),
    after,
  };
  const { found, corrected } = await findWithSpelling(database, { ...filters, q }, (text) =>
    findParts(database, { filters: { ...filters, q: text }, vehicle, verdicts }, settings, page),
  );
  const { parts, next, total, isExact } = found;
  if (total === 0 && !after)
    await noteMissedSearch(call, { query: q, vehicle: filtered.vehicle, categories: filters.categories });
  const described = describeParts(context, parts, vehicle);
  const messages: Message[] = [
    ...question.messages,
    ...(corrected !== null && parts.length > 0 ? [sayCorrected(corrected)] : []),
    ...described.messages,
  ];
  return {
    body: {
      products: described.products,
      pagination: {
        has_next_page: next !== null,
        ...(next !== null && { cursor: next }),
        ...(isExact && { total_count: total }),
      },
      ...(messages.length > 0 && { messages }),
    },
  };
}

function checkQuestion(q: string | undefined, given: GivenFilters | undefined): void {
  const hasFilter = Object.values(given?.known ?? {}).some((value) => value !== undefined);
  if (q === undefined && !hasFilter) {
    const names = filterNames.join(', ');
    throw new AgentProblem(
      400,
      'invalid_request',
      `Send a query, or at least one of these filters: ${names}.`,
    );
  }
  // A search text is kept in memory and in figures, which a VIN must not be.
  if (q !== undefined && hasVin(q))
    throw new AgentProblem(400, 'invalid_request', 'Send a VIN as filters.vin, not in the query.');
}

function readCursor(cursor: string | undefined) {
  const after = cursor === undefined ? undefined : decodeCursor(cursor);
  if (cursor !== undefined && !after)
    throw new AgentProblem(
      400,
      'invalid_request',
      'pagination.cursor must be the cursor of an earlier answer.',
    );
  return after;
}

/** A text that names a car asks for parts that fit it, as a filter does. */
async function withVehicleOfText(
  { input: { query }, context }: AgentCall<SearchInput>,
  question: CatalogQuestion,
): Promise<CatalogQuestion> {
  if (query === undefined || question.vehicle) return question;
  const vehicle = await findVehicleOfText(context.get(databaseContext).public, query);
  if (!vehicle) return question;
  const said = sayWhatIsFound(vehicle, question.verdicts, true);
  return { ...question, vehicle, messages: [...question.messages, said] };
}

function sayCorrected(corrected: string): Message {
  return {
    type: 'info',
    code: 'corrected_query',
    content: `No part matches the query as it is written. These match "${corrected}".`,
  };
}
