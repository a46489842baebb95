import { isPartId } from '#core/catalog/part.ts';
import { changePart, readPartForEditing } from '#core/part-changes/save-part.server.ts';
import { changeOf, checkVersion, lockPart } from './change-part.server.ts';
import { invalidFields } from './part-body.server.ts';
import { ApiProblem } from '#core/api/problem.server.ts';
import { answerWithPart } from './read-parts.server.ts';
import { serveApi } from './serve-api.server.ts';
import type { Route } from './+types/part.ts';

export { longJson as accepts } from '#core/values/accepts.ts';

/** See docs/api.md. */
export function loader(served: Route.LoaderArgs) {
  return serveApi(served, handlersFor(served.params.id));
}

export function action(served: Route.ActionArgs) {
  return serveApi(served, handlersFor(served.params.id));
}

const noPart = () => new ApiProblem(404, 'This part does not exist');

function handlersFor(id: string): Parameters<typeof serveApi>[1] {
  return {
    readPart: async ({ transaction, scopes }) => {
      if (!isPartId(id)) throw noPart();
      return answerWithPart(transaction, id, scopes);
    },
    changePart: async ({ transaction, scopes, body, request }) => {
      const version = isPartId(id) ? await lockPart(transaction, id) : undefined;
      const stored = version && (await readPartForEditing(transaction, id));
      if (!stored) throw noPart();
      const { fitments: _, ...now } = stored.part;
      checkVersion(request, version);
      const part = changeOf(body, now, scopes);
      const { done, errors } = await changePart(transaction, {
        id,
        part,
        seen: now,
        choices: {},
        acceptsVin: false,
      });
      if (!done) throw errors ? invalidFields(errors) : noPart();
      return answerWithPart(transaction, id, scopes);
    },
  };
}
