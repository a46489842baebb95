import { randomUUID } from 'node:crypto';
import type { PartColumns } from '#core/catalog/part-fields.ts';
import { addPart } from '#core/part-changes/save-part.server.ts';
import { invalidFields, readNewPartBody } from './part-body.server.ts';
import { answerWithPart, listApiParts } from './read-parts.server.ts';
import { serveApi } from './serve-api.server.ts';
import type { Route } from './+types/parts.ts';

export { longJson as accepts } from '#core/values/accepts.ts';

/** See docs/api.md. */
export function loader(served: Route.LoaderArgs) {
  return serveApi(served, handlers);
}

export function action(served: Route.ActionArgs) {
  return serveApi(served, handlers);
}

const handlers: Parameters<typeof serveApi>[1] = {
  listParts: async ({ transaction, scopes, query }) => ({
    body: await listApiParts(
      transaction,
      { ...query, limit: Number(query.limit) },
      scopes.includes('parts:private'),
    ),
  }),
  addPart: async ({ transaction, scopes, body }) => {
    const part: PartColumns = readNewPartBody(body);
    const id = randomUUID();
    const { done, errors = {} } = await addPart(transaction, { part, acceptsVin: false, id });
    if (!done) throw invalidFields(errors);
    const answer = await answerWithPart(transaction, id, scopes);
    return { ...answer, headers: { ...answer.headers, Location: `/api/v1/parts/${id}` } };
  },
};
