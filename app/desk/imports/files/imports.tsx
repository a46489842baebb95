import { asAdmin } from '#core/accounts/only-admins.server.ts';
import { listSources } from '../list-sources.server.ts';
import { ImportsView } from './imports-view.tsx';
import { listPartImports } from '#core/imports/files/list-part-imports.server.ts';
import { changesContext } from '#core/live/changes.server.ts';
import type { Route } from './+types/imports.ts';

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
