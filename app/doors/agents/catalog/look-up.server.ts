import { type AgentAnswer, type AgentCall, AgentProblem } from '../operation.ts';
import type { Message } from '#core/agents/ucp.ts';
import { readFilters } from './catalog-filters.server.ts';
import type { LookupInput } from './catalog-input.ts';
import { describeParts } from './describe-parts.server.ts';
import { resolveIds } from './resolve-ids.server.ts';

const MAX_IDS = 50;

/** Reads the parts that ids stand for, in their order. Filters narrow what was found. @throws AgentProblem */
export async function lookUp({ input, context }: AgentCall<LookupInput>): Promise<AgentAnswer> {
  const ids = [...new Set(input.ids)];
  if (ids.length > MAX_IDS)
    throw new AgentProblem(400, 'request_too_large', `At most ${MAX_IDS} ids can be looked up at once.`);
  const question = await readFilters(context, input.filters, input.context?.currency);
  if ('failed' in question) return question;
  const { found, excluded, missing } = await resolveIds(context, ids, question);
  const described = describeParts(context, found, question.vehicle);
  const messages: Message[] = [
    ...question.messages,
    ...missing.map((id): Message => ({ type: 'info', code: 'not_found', content: id })),
    ...excluded.map(({ id, why }): Message => ({
      type: 'info',
      code: 'filtered_out',
      content: `${id}: ${why}`,
    })),
    ...described.messages,
  ];
  return { body: { products: described.products, ...(messages.length > 0 && { messages }) } };
}
