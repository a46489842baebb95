import { answerAction } from '#core/platform/answer-action.server.ts';
import type { RouterContextProvider } from 'react-router';
import type { ActionResult } from '#core/values/action-result.ts';

/** Constraints that an admin's change can violate. */
const constraintMessages: Record<string, string> = {
  parts_catalog_stock_number_key: 'another part has this stock number',
  hidden_parts_stock_number_key: 'a hidden part has this stock number',
  hidden_parts_pkey: 'it was added already',
  parts_catalog_pkey: 'it was added already',
  parts_catalog_held_within_stock: 'open payments hold more than that',
};

/** Answers a resource route as JSON, until its screen has the action. */
export async function respondWithResult(
  context: Readonly<RouterContextProvider>,
  failure: string,
  work: () => Promise<ActionResult>,
): Promise<Response> {
  const { data: result, init } = await answerAction(context, failure, work, constraintMessages);
  return Response.json(result, { status: init?.status ?? 200 });
}
