import type { AccountAnswer, Visitor } from '#services';
import { logAccountEvent } from '../audit/account-events.ts';
import { readObject } from './input.ts';
import { withPassword } from './second-step.ts';
import { type AccountTools, answer, refuse } from './tools.ts';

/** Deletes the account of whoever is signed in and gives the password once more. Orders stay, without the person. */
export async function leave(tools: AccountTools, request: Request, visitor: Visitor): Promise<AccountAnswer> {
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
    return answer(200, {}, headers.getSetCookie());
  });
}
