import { listTrash } from '#features/admin/bulk/list-trash.server.ts';
import { TrashView } from '#features/admin/bulk/trash-view.tsx';
import { asAdmin } from '#features/admin/only-admins.server.ts';
import type { Route } from './+types/admin.trash.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const after = new URL(request.url).searchParams.get('after');
  return { trash: await asAdmin(context)((transaction) => listTrash(transaction, after)) };
}

export default function AdminTrash({ loaderData }: Route.ComponentProps) {
  return <TrashView {...loaderData} />;
}
