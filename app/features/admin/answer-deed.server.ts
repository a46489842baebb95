import { requestContext } from '#services';
import type { RouterContextProvider } from 'react-router';
import type { Deed } from './deed.ts';

/** The rules of the database that an admin can run into, in words. */
const broken: Record<string, string> = {
  parts_catalog_held_within_stock: 'more than that is held by payments under way',
  conditions_name_key: 'there is a condition of this name already',
};

/** Answers with what a change came to. A failure says what is wrong, or the number under which the log has it. */
export async function answerDeed(
  context: Readonly<RouterContextProvider>,
  failure: string,
  work: () => Promise<Deed>,
): Promise<Response> {
  try {
    const deed = await work();
    return Response.json(deed, { status: deed.done ? 200 : deed.conflicts ? 409 : 400 });
  } catch (error) {
    const { code, constraint = '' } = error as { code?: string; constraint?: string };
    if (code === '42501') return refusal(403, 'only admins may do this');
    if (broken[constraint]) return refusal(409, broken[constraint]);
    // Somebody else holds what this needs, or two waited for each other: nothing was changed.
    if (code === '40P01' || code === '55P03')
      return refusal(409, 'somebody else is changing the same; please try again');
    const { id, logError } = context.get(requestContext);
    logError(error);
    return refusal(500, `something went wrong. Reference ${id}`);
  }

  function refusal(status: number, reason: string) {
    return Response.json({ done: false, message: `${failure}: ${reason}` } satisfies Deed, { status });
  }
}
