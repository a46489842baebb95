import { data } from 'react-router';
import { isPartId as isId } from '#domain/part.ts';
import { asAdmin } from '#features/admin/only-admins.server.ts';
import { storePiece } from '#features/admin/part-import/start-part-import.server.ts';
import { respondWithResult } from '#features/admin/respond.server.ts';
import type { Route } from './+types/admin.part-import-piece.ts';

/** Uploads one piece of a file. */
export async function action({ request, params: { id, place }, context }: Route.ActionArgs) {
  if (!isId(id) || !/^\d{1,2}$/.test(place)) throw data(null, { status: 404 });
  if (request.method !== 'POST') throw data(null, { status: 405, headers: { Allow: 'POST' } });
  const content = new Uint8Array(await request.arrayBuffer());
  return respondWithResult(context, 'Error importing the file', () =>
    asAdmin(context)((transaction) =>
      storePiece(transaction, { importId: id, place: Number(place), content }),
    ),
  );
}
