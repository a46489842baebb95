import { asAdmin } from '#features/admin/only-admins.server.ts';
import { listSources } from '#features/admin/import-sources/list-sources.server.ts';
import { ImportsView } from '#features/admin/part-import/imports-view.tsx';
import { listPartImports } from '#features/admin/part-import/list-part-imports.server.ts';
import { changesContext } from '#services/changes.server.ts';
import type { Route } from './+types/admin.import.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const asOf = context.get(changesContext).newest;
  const after = new URL(request.url).searchParams.get('after');
  return asAdmin(context)(async (transaction) => ({
    asOf,
    list: await listPartImports(transaction, after),
    sources: await listSources(transaction),
  }));
}

export default function AdminImport({ loaderData }: Route.ComponentProps) {
  return <ImportsView {...loaderData} />;
}
