import type { AccountResponse, Visitor } from '#services';
import { logAccountEvent } from '../audit/account-events.ts';
import { readObject } from './input.ts';
import { withPassword } from './second-step.ts';
import { type AccountTools, respond, refuse } from './tools.ts';

/** Deletes the account of the signed-in user, who confirms the password. Orders stay without personal data. */
export async function deleteAccount(
  tools: AccountTools,
  request: Request,
  visitor: Visitor,
): Promise<AccountResponse> {
  const { user } = visitor;
  if (!user) return refuse(401, 'session_not_found', 'Auth session missing!');
  return withPassword(tools, user, await readObject(request), async (password) => {
    await tools.auth.api.verifyPassword({ body: { password }, headers: request.headers });
    await logAccountEvent(tools, request, {
      action: 'security_account_deleted',
      userId: user.id,
      details: { severity: 'info' },
    });
    await tools.pool.query('select auth.forget_person($1)', [user.id]);
    const { headers } = await tools.auth.api.signOut({ headers: request.headers, returnHeaders: true });
    return respond(200, {}, headers.getSetCookie());
  });
}
