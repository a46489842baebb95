import type { RouterContextProvider } from 'react-router';
import { accountsContext, databaseContext, limitsContext, requestContext, shopContext } from '#services';
import type { Writing } from './taken.server.ts';

/** Who sends a request, and the services that take what it says. */
export async function writing(request: Request, context: Readonly<RouterContextProvider>): Promise<Writing> {
  const { user } = await context.get(accountsContext).visitor(request);
  return {
    database: context.get(databaseContext),
    limits: context.get(limitsContext),
    siteUrl: context.get(shopContext).siteUrl,
    user,
    clientAddress: context.get(requestContext).clientAddress,
  };
}
