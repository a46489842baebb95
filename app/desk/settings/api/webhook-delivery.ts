import { data } from 'react-router';
import { isPartId as isId } from '#core/catalog/part.ts';
import { asAdmin } from '#core/accounts/only-admins.server.ts';
import { respondWithResult } from '#core/part-changes/respond.server.ts';
import { sendAgain } from './webhooks.server.ts';
import type { Route } from './+types/webhook-delivery.ts';

/** Sends an event again. */
export async function action({ request, params: { id }, context }: Route.ActionArgs) {
  if (!isId(id)) throw data(null, { status: 404 });
  if (request.method !== 'POST') throw data(null, { status: 405, headers: { Allow: 'POST' } });
  return respondWithResult(context, 'Error sending event', () =>
    asAdmin(context)((transaction) => sendAgain(transaction, id)),
  );
}
