import { accountsContext } from '#core/accounts/accounts.server.ts';
import { databaseContext } from '#core/platform/database.server.ts';
import { limitsContext } from '#core/limits/limits.server.ts';
import { requestContext } from '#core/platform/request.server.ts';
import { shopContext } from '#core/platform/shop.server.ts';
import { askBackInStock } from '#core/back-in-stock/ask-back-in-stock.server.tsx';
import { describeAnswer } from '#core/back-in-stock/describe-answer.ts';
import type { Route } from './+types/notify-me.ts';

export { longJson as accepts } from '#core/values/accepts.ts';

/** Takes the form of a sold-out part's page as JSON. */
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
