import { databaseContext } from '#core/platform/database.server.ts';
import { scrapingContext } from '#core/imports/scraping.server.ts';
import { readBody, startRequest } from './importer-requests.server.ts';
import { readState } from './read-state.server.ts';
import { startCrawl } from './start-crawl.server.ts';
import { requireAdmin, findVisitor } from './require-admin.server.ts';
import type { Route } from './+types/catalog-crawl.ts';

export { longJson as accepts } from '#core/values/accepts.ts';

/** Answers visitors who are not admins only with their sign-in state. */
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
