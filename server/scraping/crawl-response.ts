import { z } from 'zod';
import type { CrawlResponse } from '#core/imports/scraping.server.ts';

const count = z.number().int().nonnegative().max(1_000_000_000).optional().catch(undefined);

/** Invalid fields count as missing: the pages of a crawl are useful without them. */
const crawlResponse = z.object({
  status: z.string().catch(''),
  error: z.string().max(2000).optional().catch(undefined),
  total: count,
  completed: count,
  creditsUsed: count,
  expiresAt: z.string().pipe(z.coerce.date()).optional().catch(undefined),
  // Only the query of the link is used, with the configured URL. Null means no next page.
  next: z
    .string()
    .transform((link) => (URL.canParse(link) && new URL(link).search) || undefined)
    .optional()
    .catch(undefined),
  // Failed pages may be null or missing.
  data: z
    .array(z.unknown())
    .transform((pages) => pages.filter((page) => typeof page === 'object' && page !== null))
    .optional()
    .catch(undefined),
});

export function readCrawlResponse(response: unknown): CrawlResponse {
  return crawlResponse.parse(
    typeof response === 'object' && response !== null ? response : {},
  ) as CrawlResponse;
}
