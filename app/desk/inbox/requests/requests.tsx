import { asStaff } from '#core/accounts/only-staff.server.ts';
import { countWaits } from '../awaited-parts.server.ts';
import { AWAITED_PARTS } from '#core/back-in-stock/wait-address.ts';
import { changesContext } from '#core/live/changes.server.ts';
import { inboxLists } from '#core/inbox/inbox-address.ts';
import { InboxView } from '../inbox-view.tsx';
import { listThreads } from '#core/inbox/list-threads.server.ts';
import { settingsContext } from '#core/settings/settings.server.ts';
import { ButtonLink } from '#kit/button-link.tsx';
import type { Route } from './+types/requests.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = inboxLists.request.read(new URL(request.url).searchParams);
  const asOf = context.get(changesContext).newest;
  const { business } = context.get(settingsContext);
  return asStaff(context)(async (each) => ({
    query,
    list: await listThreads(each, { kind: 'request', query, shop: business }),
    asOf,
    waits: await countWaits(each),
  }));
}

export default function AdminRequests({ loaderData }: Route.ComponentProps) {
  const { waits, ...inbox } = loaderData;
  return (
    <InboxView
      kind="request"
      loaded={inbox}
      more={
        waits > 0 && (
          <ButtonLink to={AWAITED_PARTS}>
            {`Back-in-stock emails: ${waits.toLocaleString('en-US')} waiting`}
          </ButtonLink>
        )
      }
    />
  );
}
