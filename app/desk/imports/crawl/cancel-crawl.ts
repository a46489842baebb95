import { databaseContext } from '#core/platform/database.server.ts';
import { cancelCrawl } from './cancel-crawl.server.ts';
import { requireAdmin } from './require-admin.server.ts';
import type { Route } from './+types/cancel-crawl.ts';

export { longJson as accepts } from '#core/values/accepts.ts';

export async function action({ request, context }: Route.ActionArgs) {
  const admin = await requireAdmin(request, context);
  if (await cancelCrawl(context.get(databaseContext), admin)) return Response.json({}, { status: 202 });
  return Response.json({ error: 'There is no crawl to cancel' }, { status: 409 });
}
