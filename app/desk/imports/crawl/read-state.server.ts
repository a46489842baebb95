import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { importColumns } from '#core/catalog/part-fields.ts';
import type { CrawlState, EarlierImport, ImporterState, MatchState } from './crawl-state.ts';
import type { Reading } from '#core/imports/crawl/crawled-parts.ts';
import { type CrawlStatus, PREVIEW_PARTS } from '#core/imports/crawl/crawl.ts';
import type { Database, UserIdentity } from '#core/platform/database.server.ts';
import { importFieldsOf } from '#core/imports/crawl/import-rows.server.ts';

const MAX_MATCHES = 20;

const MAX_IMPORTS = 10;

export async function readState(database: Database, admin: UserIdentity): Promise<ImporterState> {
  return database.as(admin, async (transaction) => ({
    visitor: 'admin',
    crawl: await readCrawl(transaction),
    earlier: await readEarlierImports(transaction),
  }));
}

/** Counts imported parts that now have a price or stock. */
const countWorkedOn = (crawlId: ReturnType<typeof sql.ref>) => sql<number>`(
  select count(*)::int from catalog_crawl_parts as found join parts_catalog as part on part.id = found.part_id
  where found.crawl_id = ${crawlId} and found.outcome = 'imported'
    and (coalesce(part.price, 0) > 0 or part.stock_quantity > 0))`;

async function readCrawl(transaction: Transaction<DB>): Promise<CrawlState | null> {
  const crawl = await transaction
    .selectFrom('catalog_crawls')
    .select([
      ...([
        'id',
        'status',
        'address',
        'error',
        'expires_at',
        'raw_pages',
        'undone_at',
        'parts_found',
        'service_error',
      ] as const),
      ...(['pages_completed', 'pages_total', 'credits_used'] as const),
      ...(['parts_imported', 'parts_unchanged', 'parts_repeated'] as const),
      sql<number>`(extract(epoch from now() - created_at) * 1000)::float8`.as('elapsed'),
      countWorkedOn(sql.ref('catalog_crawls.id')).as('worked_on'),
      sql<Reading>`reading`.as('reading'),
      sql<boolean>`is_reviewed and created_at > now() - interval '3 days'`.as('can_read_again'),
      sql<string | null>`(
        select id from part_changes where id = part_import_id and state not in ('failed', 'undone', 'discarded')
      )`.as('part_import'),
    ])
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!crawl) return null;
  const { matches, undecided } = await readMatches(transaction, crawl.id);
  return {
    id: crawl.id,
    status: crawl.status as CrawlStatus,
    address: crawl.address,
    elapsed: crawl.elapsed,
    pagesCompleted: crawl.pages_completed,
    pagesTotal: crawl.pages_total,
    creditsUsed: crawl.credits_used,
    expiresAt: crawl.expires_at?.toISOString() ?? null,
    error: crawl.error,
    serviceError: crawl.service_error,
    reading: crawl.reading,
    canReadAgain: crawl.can_read_again,
    partImport: crawl.part_import,
    partsFound: crawl.parts_found,
    imported: crawl.parts_imported,
    unchanged: crawl.parts_unchanged,
    repeated: crawl.parts_repeated,
    undone: crawl.undone_at !== null,
    workedOn: crawl.worked_on,
    preview: await readPreview(transaction, crawl.id),
    raw: crawl.raw_pages as unknown[],
    matches: crawl.undone_at === null ? matches : [],
    undecided: crawl.undone_at === null ? undecided : 0,
  };
}

async function readPreview(transaction: Transaction<DB>, crawlId: string): Promise<CrawlState['preview']> {
  return transaction
    .selectFrom('catalog_crawl_parts')
    .select(['position', 'price', ...importColumns])
    .where('crawl_id', '=', crawlId)
    .orderBy('position')
    .limit(PREVIEW_PARTS)
    .execute();
}

async function readMatches(
  transaction: Transaction<DB>,
  crawlId: string,
): Promise<{ matches: MatchState[]; undecided: number }> {
  const rows = await transaction
    .selectFrom('catalog_crawl_parts as found')
    // Excludes deleted parts.
    .innerJoin('parts_catalog as part', 'part.id', 'found.part_id')
    .select([
      'found.position',
      'found.source_url',
      importFieldsOf('found').as('found'),
      importFieldsOf('part').as('part'),
      sql<number>`count(*) over ()::int`.as('undecided'),
    ])
    .where('found.crawl_id', '=', crawlId)
    .where('found.outcome', '=', 'matched')
    .orderBy('found.position')
    .limit(MAX_MATCHES)
    .execute();
  return {
    matches: rows.map(({ position, source_url: source, found, part }) => ({ position, source, found, part })),
    undecided: rows[0]?.undecided ?? 0,
  };
}

async function readEarlierImports(transaction: Transaction<DB>): Promise<EarlierImport[]> {
  const rows = await transaction
    .selectFrom('catalog_crawls')
    .select((query) => [
      ...(['catalog_crawls.id', 'ended_at', 'address', 'parts_imported', 'undone_at'] as const),
      query
        .selectFrom('catalog_crawl_parts as found')
        .select(sql<number>`count(*)::int`.as('accepted'))
        .whereRef('found.crawl_id', '=', 'catalog_crawls.id')
        .where('found.outcome', '=', 'accepted')
        .as('accepted'),
      countWorkedOn(sql.ref('catalog_crawls.id')).as('worked_on'),
    ])
    .where('status', '=', 'completed')
    .orderBy('created_at', 'desc')
    .limit(MAX_IMPORTS)
    .execute();
  return rows
    .map((row) => ({
      id: row.id,
      endedAt: row.ended_at?.toISOString() ?? '',
      address: row.address,
      imported: row.parts_imported,
      accepted: row.accepted ?? 0,
      workedOn: row.worked_on,
      undone: row.undone_at !== null,
    }))
    .filter(({ imported, accepted }) => imported + accepted > 0);
}
