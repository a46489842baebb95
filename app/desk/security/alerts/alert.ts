import { data } from 'react-router';
import { isPartId as isId } from '#core/catalog/part.ts';
import { settleAlertByHand } from '#core/alerts/list-alerts.server.ts';
import { respondWithResult } from '#core/part-changes/respond.server.ts';
import { asStaff } from '#core/accounts/only-staff.server.ts';
import type { Route } from './+types/alert.ts';

export async function action({ request, params: { id }, context }: Route.ActionArgs) {
  if (!isId(id)) throw data(null, { status: 404 });
  if (request.method !== 'POST') throw data(null, { status: 405, headers: { Allow: 'POST' } });
  return respondWithResult(context, 'Error settling alert', () =>
    asStaff(context)((transaction) => settleAlertByHand(transaction, id)),
  );
}
