import { accountsContext, type SecondStepDeed } from '#services';
import { toResponse } from '#features/accounts/answer.server.ts';
import type { Route } from './+types/auth.v1.factors.ts';

const deeds: readonly SecondStepDeed[] = ['begin', 'confirm', 'renew-codes', 'end'];

/** The second step of signing in, by authenticator app. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const deed = deeds.find((each) => each === params.deed);
  if (!deed) return Response.json({ error: 'Not found' }, { status: 404 });
  return toResponse(await context.get(accountsContext).secondStep(request, deed));
}
