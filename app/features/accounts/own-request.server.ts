import type { Accounts } from '#services';

type Own = { userId: string; body: unknown } | { refused: Response };

/**
 * Who saves something about themselves. The form says whose it is: on a browser where somebody else has signed in
 * meanwhile, nothing is written into their profile.
 */
export async function signedInAs(accounts: Accounts, request: Request): Promise<Own> {
  const { user } = await accounts.visitor(request);
  if (!user) return refuse(401, 'session_not_found', 'Auth session missing!');
  const body: unknown = await request.json().catch(() => undefined);
  const told = (body as { user_id?: unknown } | null | undefined)?.user_id;
  if (told !== undefined && told !== user.id) {
    return refuse(409, 'other_user', 'Somebody else is signed in now. Please reload the page.');
  }
  return { userId: user.id, body };
}

function refuse(status: number, code: string, error: string) {
  return { refused: Response.json({ code, error }, { status }) };
}
