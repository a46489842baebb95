import { data } from 'react-router';
import { type ReturnAction, returnActions } from '#core/orders/return.ts';
import { parseReturnNumber } from '#core/returns/return-number.ts';
import { asStaff } from '#core/accounts/only-staff.server.ts';
import { respondWithResult } from '#core/part-changes/respond.server.ts';
import { Refused } from '#core/values/refused.ts';
import { readReturnVersion } from './read-return-page.server.ts';
import { returnFailure, runReturnAction } from './run-return-action.server.ts';
import { settingsContext } from '#core/settings/settings.server.ts';
import type { Route } from './+types/return-action.ts';

/** Answers /admin/return/RMA-1042/version, which changes when the page of the return does. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const number = parseReturnNumber(params.rma);
  if (number === undefined || params.action !== 'version') throw data(null, { status: 404 });
  const version = await asStaff(context)((transaction) => readReturnVersion(transaction, number));
  if (version === null) throw data(null, { status: 404 });
  return Response.json({ version });
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const number = parseReturnNumber(params.rma);
  const name = params.action as ReturnAction;
  if (number === undefined || !returnActions.includes(name)) throw data(null, { status: 404 });
  if (request.method !== 'POST') throw data(null, { status: 405, headers: { Allow: 'POST' } });
  const failure = returnFailure(name);
  const { business: shop } = context.get(settingsContext);
  return respondWithResult(context, failure, async () => {
    const form = await request.formData().catch(() => new FormData());
    try {
      return await asStaff(context)((transaction) =>
        runReturnAction(transaction, { number, action: name, form, shop }),
      );
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return {
        done: false,
        message: `${failure}: ${error.message}`,
        ...(error.field !== undefined && { field: error.field }),
      };
    }
  });
}
