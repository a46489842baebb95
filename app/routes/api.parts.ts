import { databaseContext, requestContext } from '#services';
import { answerList } from '#features/catalog/search/answer-list.server.ts';
import type { Route } from './+types/api.parts.ts';

/** The server answers most requests itself (server/answer-lists.ts). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { status, body } = await answerList(context.get(databaseContext).public, request);
  context.get(requestContext).body = body;
  return new Response(null, { status, headers: { 'Content-Type': 'application/json' } });
}
