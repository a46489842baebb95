import { isGap, readCheckKind } from '#features/admin/check/check-address.ts';
import { CheckView } from '#features/admin/check/check-view.tsx';
import { listDoubles } from '#features/admin/check/list-doubles.server.ts';
import { countGaps, listGaps } from '#features/admin/check/list-gaps.server.ts';
import { listNames } from '#features/admin/check/list-names.server.ts';
import { asStaff, getStaff } from '#features/admin/only-staff.server.ts';
import { changesContext } from '#services/changes.server.ts';
import type { Route } from './+types/admin.check.ts';

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
