import { asStaff } from '#core/accounts/only-staff.server.ts';
import { countWaits } from '../awaited-parts.server.ts';
import { AWAITED_PARTS } from '#core/back-in-stock/wait-address.ts';
import { readInboxQuery } from '../inbox-address.ts';
import { InboxView } from '../inbox-view.tsx';
import { listThreads } from '../list-threads.server.ts';
import { settingsContext } from '#core/settings/settings.server.ts';
import { TextLink } from '#kit/text-link.tsx';
import type { Route } from './+types/requests.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = readInboxQuery('request', new URL(request.url).searchParams);
  const { business } = context.get(settingsContext);
  return asStaff(context)(async (each) => ({
    query,
    list: await listThreads(each, query, business),
    waits: await countWaits(each),
  }));
}

export default function AdminRequests({ loaderData }: Route.ComponentProps) {
  const { waits, ...inbox } = loaderData;
  return (
    <>
      {waits > 0 && (
        <p className="mb-2">
          <TextLink to={AWAITED_PARTS} className="inline-flex min-h-11 items-center">
            {`Back-in-stock emails: ${waits.toLocaleString('en-US')} waiting`}
          </TextLink>
        </p>
      )}
      <InboxView {...inbox} />
    </>
  );
}
