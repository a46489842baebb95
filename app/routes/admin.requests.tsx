import { asStaff } from '#features/admin/only-staff.server.ts';
import { countWaits } from '#features/back-in-stock/awaited-parts.server.ts';
import { AWAITED_PARTS } from '#features/back-in-stock/wait-address.ts';
import { readInboxQuery } from '#features/inbox/inbox-address.ts';
import { InboxView } from '#features/inbox/inbox-view.tsx';
import { listThreads } from '#features/inbox/list-threads.server.ts';
import { settingsContext } from '#settings';
import { TextLink } from '#ui/text-link.tsx';
import type { Route } from './+types/admin.requests.ts';

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
