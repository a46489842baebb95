import { describeFitment } from '#core/catalog/fitment-list.ts';
import { readPictures } from '#core/catalog/read-pictures.server.ts';
import { listPartVehicles } from '#core/fitment/fits.server.ts';
import { databaseContext } from '#core/platform/database.server.ts';
import type { AgentAnswer, AgentCall } from '../operation.ts';
import { readFilters } from './catalog-filters.server.ts';
import type { ProductInput } from './catalog-input.ts';
import { describeParts } from './describe-parts.server.ts';
import { resolveIds } from './resolve-ids.server.ts';

/** The most cars that an answer names. */
const MAX_VEHICLES = 50;

/** Reads one part with all that its page shows. Parts have no options to select. @throws AgentProblem */
export async function getProduct({ input, context }: AgentCall<ProductInput>): Promise<AgentAnswer> {
  const question = await readFilters(context, input.filters, input.context?.currency);
  if ('failed' in question) return question;
  const { found, excluded } = await resolveIds(context, [input.id], question);
  const [only] = found;
  if (!only) {
    const why = excluded[0]?.why;
    return notFound(
      why ? `The product does not match the filters: ${why}` : `Product not found: ${input.id}`,
    );
  }
  const { inputs: _, ...part } = only;
  const database = context.get(databaseContext).public;
  const [pictures, vehicles] = await Promise.all([
    readPictures(database, part.part),
    listPartVehicles(database, part.part.id),
  ]);
  const names = vehicles.slice(0, MAX_VEHICLES).map((vehicle) => describeFitment(vehicle));
  const described = describeParts(
    context,
    [{ ...part, pictures, vehicles: names }],
    question.vehicle,
    () => '$.product',
  );
  return {
    body: {
      product: { ...described.products[0], selected: [] },
      messages: [...question.messages, ...described.messages],
    },
  };
}

function notFound(content: string): AgentAnswer {
  return { failed: [{ type: 'error', code: 'not_found', content, severity: 'unrecoverable' }] };
}
