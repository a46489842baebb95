import { formatOrderNumber } from '#core/values/order-number.ts';
import type { AccountResponse, Visitor } from '#core/accounts/accounts.server.ts';
import { logAccountEvent } from '../audit/account-events.ts';
import { readObject } from './input.ts';
import { withPassword } from './second-step.ts';
import { type AccountTools, NO_SESSION, respond } from './tools.ts';

/**
 * Deletes the account of the signed-in user, who confirms the password. Orders stay without personal data, but those that are not
 * finished keep what they need until they are: the answer has their numbers.
 */
export async function deleteAccount(
  tools: AccountTools,
  request: Request,
  visitor: Visitor,
): Promise<AccountResponse> {
  const { user } = visitor;
  if (!user) return NO_SESSION;
  return withPassword(tools, user, await readObject(request), async (password) => {
    await tools.auth.api.verifyPassword({ body: { password }, headers: request.headers });
    await logAccountEvent(tools, request, 'security_account_deleted', user.id, { severity: 'info' });
    const { rows } = await tools.pool.query<{ kept: string[] }>('select auth.forget_person($1) as kept', [
      user.id,
    ]);
    const { headers } = await tools.auth.api.signOut({ headers: request.headers, returnHeaders: true });
    const orders = rows[0]?.kept.map((number) => formatOrderNumber(number)) ?? [];
    return respond(200, { orders }, headers.getSetCookie());
  });
}

/** Deletes what orders kept of those who have deleted their account, once these orders are finished. */
export async function forgetBuyers(client: Pick<AccountTools['pool'], 'query'>): Promise<void> {
  await client.query('select auth.forget_buyers_of_finished_orders()');
}
