import {
  listDeletedConditions,
  listTrashedImports,
} from '#core/part-changes/bulk/list-other-trash.server.ts';
import { listTrash } from './list-trash.server.ts';
import { readTrashKind } from '#core/part-changes/bulk/trash-address.ts';
import { TrashView } from './trash-view.tsx';
import { asAdmin } from '#core/accounts/only-admins.server.ts';
import { changesContext } from '#core/live/changes.server.ts';
import type { Route } from './+types/trash.ts';

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
