import { data } from 'react-router';
import { isPartId as isId } from '#core/catalog/part.ts';
import { asAdmin } from '#core/accounts/only-admins.server.ts';
import { readSource } from '../list-sources.server.ts';
import { NewSourceView } from './new-source-view.tsx';
import { SourceView } from './source-view.tsx';
import { listSuppliers } from '#core/imports/files/list-part-imports.server.ts';
import { changesContext } from '#core/live/changes.server.ts';
import { settingsContext } from '#core/settings/settings.server.ts';
import type { Route } from './+types/source.ts';

/** `id` is 'new', or that of a scheduled import. */
export async function loader({ params: { id }, context }: Route.LoaderArgs) {
  if (id !== 'new' && !isId(id)) throw data(null, { status: 404 });
  const asOf = context.get(changesContext).newest;
  const { timeZone } = context.get(settingsContext).business;
  return asAdmin(context)(async (transaction) => {
    const details = isId(id) ? await readSource(transaction, id) : null;
    if (details === undefined) throw data(null, { status: 404 });
    return { asOf, timeZone, details, suppliers: await listSuppliers(transaction) };
  });
}

export default function AdminImportSource({ loaderData: { details, ...shared } }: Route.ComponentProps) {
  return details ? <SourceView details={details} {...shared} /> : <NewSourceView {...shared} />;
}
