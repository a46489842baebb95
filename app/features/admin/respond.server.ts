import { requestContext } from '#services';
import type { RouterContextProvider } from 'react-router';
import type { ActionResult } from './action-result.ts';

/** Messages for constraints that an admin's change can violate. */
const broken: Record<string, string> = {
  parts_catalog_held_within_stock: 'open payments hold more than that',
  conditions_name_key: 'a condition with this name already exists',
};

/** Runs a change and responds with its result. An unexpected failure has the id of the request, which the log has too. */
export async function respondWithResult(
  context: Readonly<RouterContextProvider>,
  failure: string,
  work: () => Promise<ActionResult>,
): Promise<Response> {
  try {
    const result = await work();
    return Response.json(result, { status: result.done ? 200 : result.conflicts ? 409 : 400 });
  } catch (error) {
    const { code, constraint = '' } = error as { code?: string; constraint?: string };
    if (code === '42501') return refusal(403, 'only admins may do this');
    if (broken[constraint]) return refusal(409, broken[constraint]);
    // Another change held the same rows for too long, or both waited for each other. Nothing was changed.
    if (code === '40P01' || code === '55P03')
      return refusal(409, 'someone else is changing this too; please try again');
    const { id, logError } = context.get(requestContext);
    logError(error);
    return refusal(500, `something went wrong. Reference ${id}`);
  }

  function refusal(status: number, reason: string) {
    return Response.json({ done: false, message: `${failure}: ${reason}` } satisfies ActionResult, {
      status,
    });
  }
}
