import { z } from 'zod';
import type { CrawlResponse } from '#services';

const count = z.number().int().nonnegative().max(1_000_000_000).optional().catch(undefined);

/** What is not as it should be counts as not said: the service may lie, and a crawl's pages are still worth having. */
const crawlResponse = z.object({
  status: z.string().catch(''),
  error: z.string().max(2000).optional().catch(undefined),
  total: count,
  completed: count,
  creditsUsed: count,
  expiresAt: z.string().pipe(z.coerce.date()).optional().catch(undefined),
  // Of the link only the query is followed, at the address that was configured. Null means that there is none.
  next: z
    .string()
    .transform((link) => (URL.canParse(link) && new URL(link).search) || undefined)
    .optional()
    .catch(undefined),
  // A page that could not be fetched may be null, or missing.
  data: z
    .array(z.unknown())
    .transform((pages) => pages.filter((page) => typeof page === 'object' && page !== null))
    .optional()
    .catch(undefined),
});

export function readCrawlResponse(answer: unknown): CrawlResponse {
  return crawlResponse.parse(typeof answer === 'object' && answer !== null ? answer : {}) as CrawlResponse;
}
