import { BulkChangesView } from './bulk-changes-view.tsx';
import { listBulkChanges } from './list-bulk-changes.server.ts';
import { asAdmin } from '#core/accounts/only-admins.server.ts';
import { changesContext } from '#core/live/changes.server.ts';
import type { Route } from './+types/bulk-changes.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const asOf = context.get(changesContext).newest;
  const after = new URL(request.url).searchParams.get('after');
  return { asOf, list: await asAdmin(context)((transaction) => listBulkChanges(transaction, after)) };
}

export default function AdminBulkChanges({ loaderData }: Route.ComponentProps) {
  return <BulkChangesView {...loaderData} />;
}
