import { accountsContext } from '#services/accounts.server.ts';
import { databaseContext } from '#services/database.server.ts';
import { limitsContext } from '#services/limits.server.ts';
import { requestContext } from '#services/request.server.ts';
import { shopContext } from '#services/shop.server.ts';
import { askBackInStock } from '#features/back-in-stock/ask-back-in-stock.server.tsx';
import { describeAnswer } from '#features/back-in-stock/describe-answer.ts';
import type { Route } from './+types/functions.v1.notify-me.ts';

/** The form of a sold-out part's page, as JSON. */
export async function action({ request, context }: Route.ActionArgs) {
  const sent: unknown = await request.json().catch(() => undefined);
  const { user } = await context.get(accountsContext).readVisitor(request);
  const result = await askBackInStock(
    {
      database: context.get(databaseContext),
      limits: context.get(limitsContext),
      siteUrl: context.get(shopContext).siteUrl,
      user,
      clientAddress: context.get(requestContext).clientAddress,
    },
    sent,
  );
  const wait = 'error' in result ? result.retryAfter : undefined;
  return Response.json(describeAnswer(result), {
    status: result.status,
    headers: { 'Cache-Control': 'no-store', ...(wait !== undefined && { 'Retry-After': String(wait) }) },
  });
}
