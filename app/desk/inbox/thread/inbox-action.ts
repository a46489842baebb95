import { data } from 'react-router';
import { parseReference, type ThreadAction, threadActions, threadFailures } from '#core/inbox/inbox.ts';
import { asStaff } from '#core/accounts/only-staff.server.ts';
import { respondWithResult } from '#core/part-changes/respond.server.ts';
import { actOnThread } from './act-on-thread.server.ts';
import type { Route } from './+types/inbox-action.ts';

export async function action({ request, params, context }: Route.ActionArgs) {
  const reference = parseReference(params.reference);
  const name = params.action as ThreadAction;
  if (!reference || !threadActions.includes(name)) throw data(null, { status: 404 });
  if (request.method !== 'POST') throw data(null, { status: 405, headers: { Allow: 'POST' } });
  return respondWithResult(context, threadFailures[name], async () => {
    const form = await request.formData().catch(() => new FormData());
    return asStaff(context)((transaction) => actOnThread(transaction, { reference, action: name, form }));
  });
}
