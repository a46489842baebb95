import type { RouterContextProvider } from 'react-router';
import { accountsContext } from '#services/accounts.server.ts';
import { databaseContext } from '#services/database.server.ts';
import { limitsContext } from '#services/limits.server.ts';
import { requestContext } from '#services/request.server.ts';
import { shopContext } from '#services/shop.server.ts';
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
