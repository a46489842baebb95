import { data } from 'react-router';
import { isPartId as isId } from '#core/catalog/part.ts';
import { asAdmin, getAdmin } from '#core/accounts/only-admins.server.ts';
import {
  applyPartImport,
  checkPartImport,
  mapAgain,
  stopPartImport,
  undoPartImport,
} from '../change-part-import.server.ts';
import { discardPartImport, reopenPartImport } from '../discard-part-import.server.ts';
import { finishZip, retryPictures, startZip } from './upload-zip.server.ts';
import {
  finishUpload,
  type StartedImport,
  startPartImport,
} from '#core/imports/files/start-part-import.server.ts';
import { respondWithResult } from '#core/part-changes/respond.server.ts';
import { databaseContext } from '#core/platform/database.server.ts';
import { type Accepts, FORM_TYPES } from '#core/values/accepts.ts';
import type { Route } from './+types/part-import.ts';

/** Fits the fields of 300 columns. */
export const accepts: Accepts = { kilobytes: 128, types: FORM_TYPES };

const FAILURE = 'Error importing the file';

/** `id` is 'new', or that of an import, with which `do` says what to do. */
export async function action({ request, params: { id }, context }: Route.ActionArgs) {
  if (id !== 'new' && !isId(id)) throw data(null, { status: 404 });
  if (request.method !== 'POST') throw data(null, { status: 405, headers: { Allow: 'POST' } });
  const run = asAdmin(context);
  const form = Object.fromEntries(await request.formData().catch(() => new FormData()));
  return respondWithResult(context, FAILURE, async (): Promise<StartedImport> => {
    if (!isId(id)) return run((transaction) => startPartImport(transaction, form));
    switch (form['do']) {
      case 'read':
        return finishUpload(context.get(databaseContext), { admin: getAdmin(context), importId: id });
      case 'check':
        return run((transaction) => checkPartImport(transaction, id, form));
      case 'map':
        return run((transaction) => mapAgain(transaction, id));
      case 'apply':
        return run((transaction) => applyPartImport(transaction, id, form['mode']));
      case 'stop':
        return run((transaction) => stopPartImport(transaction, id));
      case 'undo':
        return run((transaction) => undoPartImport(transaction, id));
      case 'zip':
        return run((transaction) => startZip(transaction, id, form));
      case 'add-pictures':
        return finishZip(context.get(databaseContext), { admin: getAdmin(context), importId: id });
      case 'retry-pictures':
        return run((transaction) => retryPictures(transaction, id));
      case 'discard':
        return run((transaction) => discardPartImport(transaction, id));
      case 'reopen':
        return run((transaction) => reopenPartImport(transaction, id));
      default:
        return { done: false, message: `${FAILURE}: the form could not be read` };
    }
  });
}
