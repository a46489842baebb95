import { data } from 'react-router';
import { isPartId as isId } from '#core/catalog/part.ts';
import { asAdmin } from '#core/accounts/only-admins.server.ts';
import { storePiece } from '#core/imports/files/store-piece.server.ts';
import { answerAsJson } from '#core/platform/answer-action.server.ts';
import type { Accepts } from '#core/values/accepts.ts';
import { UPLOAD_FAILURE } from './import-failures.ts';
import type { Route } from './+types/part-import-piece.ts';

/** Fits a piece of a file. */
export const accepts: Accepts = { kilobytes: 2 * 1024, types: ['application/octet-stream'] };

const places = { pieces: /^\d{1,2}$/, pictures: /^\d{1,3}$/ };

/** Uploads one piece of a file. `of` is 'pieces' for the file, or 'pictures' for the ZIP file with pictures. */
export async function action({ request, params: { id, of, place }, context }: Route.ActionArgs) {
  if (!isId(id) || !Object.hasOwn(places, of) || !places[of as keyof typeof places].test(place))
    throw data(null, { status: 404 });
  if (request.method !== 'POST') throw data(null, { status: 405, headers: { Allow: 'POST' } });
  const content = new Uint8Array(await request.arrayBuffer());
  return answerAsJson(context, UPLOAD_FAILURE, () =>
    asAdmin(context)((transaction) =>
      storePiece(transaction, { importId: id, place: Number(place), content, ofPictures: of === 'pictures' }),
    ),
  );
}
