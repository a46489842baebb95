import { isGap, readCheckKind } from './check-address.ts';
import { CheckView } from './check-view.tsx';
import { listDoubles } from './list-doubles.server.ts';
import { countGaps, listGaps } from './list-gaps.server.ts';
import { listNames } from './list-names.server.ts';
import { asStaff, getStaff } from '#core/accounts/only-staff.server.ts';
import { changesContext } from '#core/live/changes.server.ts';
import { panelPage } from '#core/settings/page-meta.ts';
import type { Route } from './+types/check.ts';

export const meta = panelPage('Catalog check');

export async function loader({ request, context }: Route.LoaderArgs) {
  const asOf = context.get(changesContext).newest;
  const { searchParams } = new URL(request.url);
  const kind = readCheckKind(searchParams.get('kind'));
  const after = searchParams.get('after');
  return asStaff(context)(async (transaction) => ({
    asOf,
    kind,
    isAdmin: getStaff(context).role === 'admin',
    gaps: isGap(kind)
      ? { ...(await listGaps(transaction, kind, after)), count: await countGaps(transaction, kind) }
      : null,
    doubles: kind === 'doubles' ? await listDoubles(transaction, after) : null,
    names: kind === 'names' ? await listNames(transaction) : null,
  }));
}

export default function AdminCheck({ loaderData }: Route.ComponentProps) {
  return <CheckView {...loaderData} />;
}
