import { getAdmin } from '#core/accounts/only-admins.server.ts';
import { declaredBy } from '#core/agents/declared-capabilities.ts';
import { shopContext } from '#core/platform/shop.server.ts';
import type { AgentOperation } from '../operation.ts';
import { agentOperations } from '../operations.server.ts';
import { describeAnswer, describeProblem } from '../requests/describe-answer.ts';
import { negotiate } from '../requests/negotiation.ts';
import { readInput } from '../requests/prepare-call.server.ts';
import { toProblem } from '../requests/to-problem.server.ts';
import type { Route } from './+types/answer-try.ts';

export { shortJson as accepts } from '#core/values/accepts.ts';

/**
 * Answers an admin what an assistant gets for a search: `{status, body}`, where `body` is a text of JSON. It runs in process, since a
 * shop behind a proxy may not reach its own public address, where the profile of an own platform would have to be.
 */
export async function action({ request, context }: Route.ActionArgs) {
  getAdmin(context);
  const operation: AgentOperation<never> = agentOperations.search_catalog;
  const declared = declaredBy(context.get(shopContext).siteUrl);
  const capabilities = negotiate(declared, declared);
  try {
    const answer = await operation.run({
      // No platform has this id, so a search that finds nothing counts as none of theirs.
      platform: { id: 'owner', profileUrl: '' },
      isSigned: false,
      capabilities,
      id: '',
      newId: '',
      input: readInput(operation, await request.json().catch(() => undefined)),
      context,
    });
    return Response.json(describeAnswer(operation, capabilities, answer));
  } catch (error) {
    const problem = toProblem(context, error);
    return Response.json({ status: problem.status, body: describeProblem(problem) });
  }
}
