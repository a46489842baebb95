import { asStaff } from '#core/accounts/only-staff.server.ts';
import { changesContext } from '#core/live/changes.server.ts';
import { inboxLists, SAVED_ANSWERS_PATH } from '#core/inbox/inbox-address.ts';
import { InboxView } from '../inbox-view.tsx';
import { listThreads } from '#core/inbox/list-threads.server.ts';
import { settingsContext } from '#core/settings/settings.server.ts';
import { ButtonLink } from '#kit/button-link.tsx';
import type { Route } from './+types/messages.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = inboxLists.message.read(new URL(request.url).searchParams);
  const asOf = context.get(changesContext).newest;
  const { business } = context.get(settingsContext);
  const list = await asStaff(context)((each) =>
    listThreads(each, { kind: 'message', query, shop: business }),
  );
  return { query, list, asOf };
}

export default function AdminMessages({ loaderData }: Route.ComponentProps) {
  return (
    <InboxView
      kind="message"
      loaded={loaderData}
      more={<ButtonLink to={SAVED_ANSWERS_PATH}>Saved answers</ButtonLink>}
    />
  );
}
