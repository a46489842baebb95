import { databaseContext } from '#services/database.server.ts';
import { cancelCrawl } from '#features/importer/cancel-crawl.server.ts';
import { requireAdmin } from '#features/importer/require-admin.server.ts';
import type { Route } from './+types/functions.v1.cancel-crawl.ts';

export async function action({ request, context }: Route.ActionArgs) {
  const admin = await requireAdmin(request, context);
  if (await cancelCrawl(context.get(databaseContext), admin)) return Response.json({}, { status: 202 });
  return Response.json({ error: 'There is no crawl to cancel' }, { status: 409 });
}
