import type { RouterContextProvider } from 'react-router';
import { accountsContext } from '#core/accounts/accounts.server.ts';
import { databaseContext } from '#core/platform/database.server.ts';
import { requestContext } from '#core/platform/request.server.ts';
import type { SecurityDashboard } from './dashboard.ts';
import { readDashboard } from './read-dashboard.server.ts';

type Context = Readonly<RouterContextProvider>;

/** Returns the admin, or why the visitor has no access. */
export async function authorizeDashboard(request: Request, context: Context) {
  const { user, role, needsSecondStep } = await context.get(accountsContext).readVisitor(request);
  if (user && role === 'admin') return { admin: { role: 'authenticated', userId: user.id } as const };
  const reason: Reason = !user ? 'signed out' : needsSecondStep ? 'no second step' : 'no admin';
  return { denied: { status: user ? 403 : 401, reason } };
}

export type Reason = 'signed out' | 'no second step' | 'no admin';

export function readDashboardAs(
  admin: { role: 'authenticated'; userId: string },
  context: Context,
): Promise<SecurityDashboard> {
  const { logError } = context.get(requestContext);
  return readDashboard({ database: context.get(databaseContext), admin, logError });
}
