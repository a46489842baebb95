import { data } from 'react-router';
import { asAdmin } from '#core/accounts/only-admins.server.ts';
import { isPartId as isId } from '#core/catalog/part.ts';
import { storeDeliveryPiece } from '#core/imports/standards/upload-delivery.server.ts';
import { answerAsJson } from '#core/platform/answer-action.server.ts';
import type { Accepts } from '#core/values/accepts.ts';
import { databaseFailures } from './database-failures.ts';
import type { Route } from './+types/delivery-piece.ts';

/** Fits a piece of a file. */
export const accepts: Accepts = { kilobytes: 2 * 1024, types: ['application/octet-stream'] };

/** Uploads one piece of a delivery. */
export async function action({ request, params: { id, place }, context }: Route.ActionArgs) {
  if (!isId(id) || !/^\d{1,3}$/.test(place)) throw data(null, { status: 404 });
  if (request.method !== 'POST') throw data(null, { status: 405, headers: { Allow: 'POST' } });
  const content = new Uint8Array(await request.arrayBuffer());
  return answerAsJson(context, databaseFailures.start, () =>
    asAdmin(context)((transaction) =>
      storeDeliveryPiece(transaction, { deliveryId: id, place: Number(place), content }),
    ),
  );
}
