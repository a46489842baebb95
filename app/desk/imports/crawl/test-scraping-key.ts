import { randomUUID } from 'node:crypto';
import { ScrapingError, scrapingContext } from '#core/imports/scraping.server.ts';
import { TEST_CRAWL } from '#core/imports/crawl/crawl.ts';
import { keyRequest, readBody } from './importer-requests.server.ts';
import { requireAdmin } from './require-admin.server.ts';
import type { Route } from './+types/test-scraping-key.ts';

export { longJson as accepts } from '#core/values/accepts.ts';

export async function action({ request, context }: Route.ActionArgs) {
  await requireAdmin(request, context);
  const read = await readBody(request, keyRequest);
  if ('error' in read) return Response.json(read, { status: 400 });
  try {
    const service = context.get(scrapingContext).withKey(read.body.apiKey);
    await service.startCrawl(TEST_CRAWL.url, TEST_CRAWL.options, randomUUID());
    return Response.json({});
  } catch (error) {
    if (!(error instanceof ScrapingError)) throw error;
    const words = error.words === undefined ? '' : `. The service says: ${error.words}`;
    return Response.json({ error: error.message + words }, { status: 422 });
  }
}
