import { data } from 'react-router';
import { isPartId as isId } from '#core/catalog/part.ts';
import { asAdmin, getAdmin } from '#core/accounts/only-admins.server.ts';
import {
  applyPartImport,
  checkPartImport,
  correctPartImport,
  mapAgain,
  nameAndCheckAgain,
  readAgain,
} from '../change-part-import.server.ts';
import { changeIntents } from '#core/part-changes/undo-part-change.server.ts';
import { discardPartImport, reopenPartImport } from '../discard-part-import.server.ts';
import { importFailures } from './import-failures.ts';
import { ImportView } from './import-view.tsx';
import { listLines, readShownOutcome } from './list-lines.server.ts';
import { readPartImport } from '#core/imports/files/list-part-changes.server.ts';
import { readMappingChoices } from '#core/imports/files/mapping-choices.server.ts';
import { listUnnamed } from '#core/imports/standards/name-references.server.ts';
import { readImportPictures } from './list-pictures.server.ts';
import { finishZip, retryPictures, startZip } from './upload-zip.server.ts';
import { changesContext } from '#core/live/changes.server.ts';
import { answerAction, readFields, refuseForm } from '#core/platform/answer-action.server.ts';
import { databaseContext } from '#core/platform/database.server.ts';
import { type Accepts, FORM_TYPES } from '#core/values/accepts.ts';
import { panelPage } from '#core/settings/page-meta.ts';
import type { Route } from './+types/import.ts';

export const meta = panelPage('Import of a file');

export { reportFailure as clientAction } from '#kit/form/use-action.ts';

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
      choices: state === 'mapping' || state === 'failed' ? await readMappingChoices(transaction, id) : null,
      pictures:
        part.kind === 'file' && withPictures.has(state) && !part.addsVehicles
          ? await readImportPictures(transaction, id)
          : null,
      unnamed: state === 'checked' && part.standard.unnamed ? listUnnamed(part.standard) : null,
      lines: withLines.has(state) ? await listLines(transaction, { importId: id, state, show, after }) : null,
    };
  });
}

type Intent = keyof typeof importFailures;

/** Fits the fields of 300 columns. */
export const accepts: Accepts = { kilobytes: 128, types: FORM_TYPES };

export async function action({ request, params: { id }, context }: Route.ActionArgs) {
  if (!isId(id)) throw data(null, { status: 404 });
  const form = await readFields(request);
  const intent = (Object.keys(importFailures) as Intent[]).find((each) => each === form['intent']);
  if (!intent) return refuseForm('Error changing the import');
  return answerAction(context, importFailures[intent], () => {
    if (intent === 'add-pictures')
      return finishZip(context.get(databaseContext), { admin: getAdmin(context), importId: id });
    return asAdmin(context)((transaction) => {
      switch (intent) {
        case 'read-again':
          return readAgain(transaction, id, form);
        case 'correct':
          return correctPartImport(transaction, id, form);
        case 'check':
          return checkPartImport(transaction, id, form);
        case 'map':
          return mapAgain(transaction, id);
        case 'name':
          return nameAndCheckAgain(transaction, id, form);
        case 'apply':
          return applyPartImport(transaction, id, form['mode']);
        case 'stop':
        case 'undo':
          return changeIntents[intent](transaction, id);
        case 'zip':
          return startZip(transaction, id, form);
        case 'retry-pictures':
          return retryPictures(transaction, id);
        case 'discard':
          return discardPartImport(transaction, id);
        case 'reopen':
          return reopenPartImport(transaction, id);
      }
    });
  });
}

export default function AdminImportFile({ loaderData }: Route.ComponentProps) {
  return <ImportView {...loaderData} />;
}
