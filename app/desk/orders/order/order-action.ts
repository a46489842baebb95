import { data } from 'react-router';
import { type OrderAction, orderActions } from '#core/orders/order-action.ts';
import { parseOrderNumber } from '#core/values/order-number.ts';
import { asStaff } from '#core/accounts/only-staff.server.ts';
import { respondWithResult } from '#core/part-changes/respond.server.ts';
import { Refused } from '#core/values/refused.ts';
import { failureOf, runOrderAction } from '../run-order-action.server.ts';
import type { Route } from './+types/order-action.ts';

export async function action({ request, params, context }: Route.ActionArgs) {
  const number = parseOrderNumber(params.number);
  const name = params.action as OrderAction;
  if (number === undefined || !orderActions.includes(name)) throw data(null, { status: 404 });
  if (request.method !== 'POST') throw data(null, { status: 405, headers: { Allow: 'POST' } });
  const failure = failureOf(name);
  return respondWithResult(context, failure, async () => {
    const form = await request.formData().catch(() => new FormData());
    try {
      return await asStaff(context)((transaction) =>
        runOrderAction(transaction, { number, action: name, form }),
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
