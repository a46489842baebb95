import { asStaff } from '#core/accounts/only-staff.server.ts';
import { readInboxQuery } from '../inbox-address.ts';
import { listThreads } from '../list-threads.server.ts';
import { settingsContext } from '#core/settings/settings.server.ts';
import type { Route } from './+types/requests-json.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = readInboxQuery('request', new URL(request.url).searchParams);
  const { business } = context.get(settingsContext);
  return Response.json(await asStaff(context)((each) => listThreads(each, query, business)));
}
