import type { RouterContextProvider } from 'react-router';
import { accountsContext } from '#core/accounts/accounts.server.ts';
import { databaseContext } from '#core/platform/database.server.ts';
import { limitsContext } from '#core/limits/limits.server.ts';
import { requestContext } from '#core/platform/request.server.ts';
import { shopContext } from '#core/platform/shop.server.ts';
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
