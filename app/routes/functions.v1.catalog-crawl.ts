import { databaseContext } from '#services/database.server.ts';
import { scrapingContext } from '#services/scraping.server.ts';
import { readBody, startRequest } from '#features/importer/importer-requests.server.ts';
import { readState } from '#features/importer/read-state.server.ts';
import { startCrawl } from '#features/importer/start-crawl.server.ts';
import { requireAdmin, findVisitor } from '#features/importer/require-admin.server.ts';
import type { Route } from './+types/functions.v1.catalog-crawl.ts';

/** Other visitors get only their sign-in state. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { visitor, admin } = await findVisitor(request, context);
  const state = admin ? await readState(context.get(databaseContext), admin) : { visitor };
  return Response.json(state, { headers: { 'Cache-Control': 'private, no-store' } });
}

export async function action({ request, context }: Route.ActionArgs) {
  const admin = await requireAdmin(request, context);
  const read = await readBody(request, startRequest);
  if ('error' in read) return Response.json(read, { status: 400 });
  const { apiKey, path: address, pages: pageLimit, review: isReviewed } = read.body;
  const [database, scraping] = [context.get(databaseContext), context.get(scrapingContext)];
  const started = await startCrawl({
    database,
    scraping,
    admin,
    apiKey,
    address,
    pageLimit,
    isReviewed,
  });
  if (!started) return Response.json({ error: 'A crawl is already running' }, { status: 409 });
  return Response.json({}, { status: 202 });
}
