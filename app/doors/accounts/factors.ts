import { accountsContext, type SecondStepAction } from '#core/accounts/accounts.server.ts';
import { toResponse } from '#core/accounts/account-response.server.ts';
import type { Route } from './+types/factors.ts';

export { shortJson as accepts } from '#core/values/accepts.ts';

const actions: readonly SecondStepAction[] = ['begin', 'confirm', 'renew-codes', 'end'];

export async function action({ request, params, context }: Route.ActionArgs) {
  const secondStepAction = actions.find((each) => each === params.action);
  if (!secondStepAction) return Response.json({ error: 'Not found' }, { status: 404 });
  return toResponse(await context.get(accountsContext).secondStep(request, secondStepAction));
}
