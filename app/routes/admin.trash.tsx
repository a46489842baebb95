import { listDeletedConditions, listTrashedImports } from '#features/admin/bulk/list-other-trash.server.ts';
import { listTrash } from '#features/admin/bulk/list-trash.server.ts';
import { readTrashKind } from '#features/admin/bulk/trash-address.ts';
import { TrashView } from '#features/admin/bulk/trash-view.tsx';
import { asAdmin } from '#features/admin/only-admins.server.ts';
import { changesContext } from '#services/changes.server.ts';
import type { Route } from './+types/admin.trash.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const asOf = context.get(changesContext).newest;
  const { searchParams } = new URL(request.url);
  const kind = readTrashKind(searchParams.get('kind'));
  const after = searchParams.get('after');
  return asAdmin(context)(async (transaction) => ({
    asOf,
    kind,
    trash: kind === 'parts' ? await listTrash(transaction, after) : null,
    conditions: kind === 'conditions' ? await listDeletedConditions(transaction) : null,
    imports: kind === 'imports' ? await listTrashedImports(transaction, after) : null,
  }));
}

export default function AdminTrash({ loaderData }: Route.ComponentProps) {
  return <TrashView {...loaderData} />;
}
