import { readHider } from '#core/part-changes/find-hidden.server.ts';
import {
  catalogFigures,
  listCategories,
  listConditions,
  listParts,
} from '#core/part-changes/list-parts.server.ts';
import { asStaff, getStaff } from '#core/accounts/only-staff.server.ts';
import { changesContext } from '#core/live/changes.server.ts';
import { readPartsQuery } from '#core/part-changes/parts-address.ts';
import { readHiddenColumns } from './parts-columns.ts';
import { PartsView } from './parts-view.tsx';
import type { Route } from './+types/parts.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const asOf = context.get(changesContext).newest;
  const query = readPartsQuery(new URL(request.url).searchParams);
  return asStaff(context)(async (transaction) => ({
    asOf,
    query,
    list: await listParts(transaction, query),
    hider: query.by === undefined ? null : await readHider(transaction, query.by),
    figures: await catalogFigures(transaction),
    conditions: await listConditions(transaction),
    categories: (await listCategories(transaction)).map(({ name }) => name),
    isAdmin: getStaff(context).role === 'admin',
    hiddenColumns: readHiddenColumns(request.headers.get('Cookie') ?? ''),
  }));
}

export default function AdminParts({ loaderData }: Route.ComponentProps) {
  return <PartsView {...loaderData} />;
}
