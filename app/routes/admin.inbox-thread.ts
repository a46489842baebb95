import { data } from 'react-router';
import { parseReference } from '#domain/inbox.ts';
import { asStaff } from '#features/admin/only-staff.server.ts';
import { readThread } from '#features/inbox/read-thread.server.ts';
import { settingsContext } from '#settings';
import type { Route } from './+types/admin.inbox-thread.ts';

export async function loader({ params, context }: Route.LoaderArgs) {
  const reference = parseReference(params.reference);
  if (!reference) throw data(null, { status: 404 });
  const { business } = context.get(settingsContext);
  const thread = await asStaff(context)((each) => readThread(each, reference, business));
  if (!thread) throw data(null, { status: 404 });
  return Response.json(thread);
}
