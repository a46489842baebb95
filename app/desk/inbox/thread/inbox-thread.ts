import { data } from 'react-router';
import { parseReference } from '#core/inbox/inbox.ts';
import { asStaff } from '#core/accounts/only-staff.server.ts';
import { readThread } from '#core/inbox/read-thread.server.ts';
import { settingsContext } from '#core/settings/settings.server.ts';
import type { Route } from './+types/inbox-thread.ts';

export async function loader({ params, context }: Route.LoaderArgs) {
  const reference = parseReference(params.reference);
  if (!reference) throw data(null, { status: 404 });
  const { business } = context.get(settingsContext);
  const thread = await asStaff(context)((each) => readThread(each, reference, business));
  if (!thread) throw data(null, { status: 404 });
  return Response.json(thread);
}
