import type { RouterContextProvider } from 'react-router';
import { accountsContext } from '#services';

type Context = Readonly<RouterContextProvider>;

/** Who looks at the importer. The id is there for admins only. */
export async function whoAsks(
  request: Request,
  context: Context,
): Promise<{ visitor: 'signed out' | 'no admin' | 'admin'; userId?: string }> {
  const { user, isAdmin } = await context.get(accountsContext).visitor(request);
  if (!user) return { visitor: 'signed out' };
  return isAdmin ? { visitor: 'admin', userId: user.id } : { visitor: 'no admin' };
}

/**
 * The admin who asks for a crawl or an import.
 *
 * @throws {Response} for everybody else. Row-level security would refuse them too.
 */
export async function requireAdmin(request: Request, context: Context): Promise<string> {
  const { visitor, userId } = await whoAsks(request, context);
  if (userId !== undefined) return userId;
  const error = 'Crawling and importing need an admin. Please sign in as one.';
  throw Response.json({ error, visitor }, { status: visitor === 'signed out' ? 401 : 403 });
}
