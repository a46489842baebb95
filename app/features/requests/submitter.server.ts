import type { RouterContextProvider } from 'react-router';
import { accountsContext, databaseContext, limitsContext, requestContext, shopContext } from '#services';
import type { Submitter } from './submission.server.ts';

export async function readSubmitter(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<Submitter> {
  const { user } = await context.get(accountsContext).readVisitor(request);
  return {
    database: context.get(databaseContext),
    limits: context.get(limitsContext),
    siteUrl: context.get(shopContext).siteUrl,
    user,
    clientAddress: context.get(requestContext).clientAddress,
  };
}
