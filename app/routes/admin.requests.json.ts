import { asStaff } from '#features/admin/only-staff.server.ts';
import { readInboxQuery } from '#features/inbox/inbox-address.ts';
import { listThreads } from '#features/inbox/list-threads.server.ts';
import { settingsContext } from '#settings';
import type { Route } from './+types/admin.requests.json.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = readInboxQuery('request', new URL(request.url).searchParams);
  const { business } = context.get(settingsContext);
  return Response.json(await asStaff(context)((each) => listThreads(each, query, business)));
}
