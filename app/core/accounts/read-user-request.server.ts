import type { Accounts } from './accounts.server.ts';

type UserRequest = { userId: string; body: unknown } | { refused: Response };

/** Refuses another user's `user_id`: the user of the browser may have changed since the form was opened. */
export async function readUserRequest(accounts: Accounts, request: Request): Promise<UserRequest> {
  const { user } = await accounts.readVisitor(request);
  if (!user) return refuse(401, 'session_not_found', 'Auth session missing!');
  const body: unknown = await request.json().catch(() => undefined);
  const formUserId = (body as { user_id?: unknown } | null | undefined)?.user_id;
  if (formUserId !== undefined && formUserId !== user.id) {
    return refuse(409, 'other_user', 'Another account is signed in now. Please reload the page.');
  }
  return { userId: user.id, body };
}

function refuse(status: number, code: string, error: string) {
  return { refused: Response.json({ code, error }, { status }) };
}
