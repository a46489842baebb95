import type { RouterContextProvider } from 'react-router';
import { accountsContext } from '#core/accounts/accounts.server.ts';
import type { UserIdentity } from '#core/platform/database.server.ts';
import { requestContext } from '#core/platform/request.server.ts';

type Context = Readonly<RouterContextProvider>;

export async function findVisitor(
  request: Request,
  context: Context,
): Promise<{ visitor: 'signed out' | 'no admin' | 'admin'; admin?: UserIdentity }> {
  const { user, role } = await context.get(accountsContext).readVisitor(request);
  if (!user) return { visitor: 'signed out' };
  if (role !== 'admin') return { visitor: 'no admin' };
  const { from } = context.get(requestContext);
  return { visitor: 'admin', admin: { role: 'authenticated', userId: user.id, from } };
}

/** Returns the admin. Throws a 401 or 403 response for others; row-level security would refuse them too. */
export async function requireAdmin(request: Request, context: Context): Promise<UserIdentity> {
  const { visitor, admin } = await findVisitor(request, context);
  if (admin) return admin;
  const error = 'Only admins can crawl and import. Please sign in as an admin.';
  throw Response.json({ error, visitor }, { status: visitor === 'signed out' ? 401 : 403 });
}
