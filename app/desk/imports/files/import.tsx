import { data } from 'react-router';
import { isPartId as isId } from '#core/catalog/part.ts';
import { asAdmin } from '#core/accounts/only-admins.server.ts';
import { ImportView } from './import-view.tsx';
import { listLines, readShownOutcome } from './list-lines.server.ts';
import { readMappingChoices, readPartImport } from '#core/imports/files/list-part-imports.server.ts';
import { readImportPictures } from './list-pictures.server.ts';
import { changesContext } from '#core/live/changes.server.ts';
import type { Route } from './+types/import.ts';

const withPictures = new Set(['mapping', 'checking', 'checked', 'ended']);

const withLines = new Set(['checked', 'applying', 'undoing', 'ended', 'undone']);

export async function loader({ request, params: { id }, context }: Route.LoaderArgs) {
  if (!isId(id)) throw data(null, { status: 404 });
  const asOf = context.get(changesContext).newest;
  const { searchParams } = new URL(request.url);
  const show = readShownOutcome(searchParams.get('show'));
  const after = Number(/^\d{1,7}$/.exec(searchParams.get('after') ?? '')?.[0] ?? 0);
  return asAdmin(context)(async (transaction) => {
    const part = await readPartImport(transaction, id);
    if (!part) throw data(null, { status: 404 });
    const { state } = part;
    return {
      asOf,
      part,
      show,
      choices: state === 'mapping' ? await readMappingChoices(transaction, id) : null,
      pictures: withPictures.has(state) ? await readImportPictures(transaction, id) : null,
      lines: withLines.has(state) ? await listLines(transaction, { importId: id, state, show, after }) : null,
    };
  });
}

export default function AdminImportFile({ loaderData }: Route.ComponentProps) {
  return <ImportView {...loaderData} />;
}
