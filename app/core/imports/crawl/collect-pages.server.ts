import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { sourceAddress } from './crawl.ts';
import { type ParsedPart, parseVehicleYear, readParts } from './crawled-parts.ts';
import type { ImportFields } from '../files/import-fields.ts';
import type { CrawlResponse, CrawledPage } from '../scraping.server.ts';
import { advance, type CrawlStep, endedWith, type StepTools } from './crawl-step.server.ts';
import { importColumnNames } from './import-rows.server.ts';

/** Stops a service that links in circles. */
const MAX_PAGES = 100;

const MAX_TURN_MS = 5;

const BATCH_SIZE = 1_000;

/** Characters that are kept of each page if no part was found. */
const RAW_LENGTH = 20_000;

type FoundPart = ParsedPart & { source: string };

type FoundRow = ImportFields & { position: number; source_url: string; price: string | null };

/** Saves the parts of one response. The next step reads more pages or imports. */
export async function collectPages({ database, crawl }: StepTools, response: CrawlResponse): Promise<void> {
  const pages = response.data ?? [];
  const found: FoundPart[] = [];
  for (const page of pages) found.push(...(await readPageParts(page, crawl)));

  const collected = crawl.pages_collected + pages.length;
  const partsFound = crawl.parts_found + found.length;
  const hasMorePages =
    pages.length > 0 &&
    collected < MAX_PAGES &&
    response.next !== undefined &&
    response.next !== crawl.next_page;
  // Staff see it if no part was found.
  const raw =
    partsFound > 0 ? [] : [...(crawl.raw_pages as object[]), ...pages.map((page) => toRawPage(page, crawl))];
  const status = hasMorePages ? 'collecting' : crawl.is_reviewed ? 'found' : 'importing';
  await advance(
    database,
    crawl,
    {
      ...(status === 'found' ? endedWith('found') : { status }),
      next_page: hasMorePages ? response.next : null,
      // Later responses may omit these.
      pages_completed: response.completed ?? crawl.pages_completed,
      pages_total: response.total ?? crawl.pages_total,
      credits_used: response.creditsUsed ?? crawl.credits_used,
      expires_at: response.expiresAt ?? crawl.expires_at,
      pages_collected: collected,
      parts_found: partsFound,
      raw_pages: JSON.stringify(raw),
    },
    async (transaction) => {
      await saveParts(transaction, crawl.id, crawl.parts_found, found);
      if (crawl.is_reviewed) await savePages(transaction, crawl, pages);
    },
  );
}

/** Reads the pages of a crawl again, after an admin has chosen another way. */
export async function readPagesAgain({
  database,
  crawl,
}: Pick<StepTools, 'database' | 'crawl'>): Promise<void> {
  const pages = await database.as({ role: 'service_role' }, (transaction) =>
    transaction
      .selectFrom('catalog_crawl_pages')
      .select(['source_url as sourceURL', 'markdown'])
      .where('crawl_id', '=', crawl.id)
      .orderBy('place')
      .execute(),
  );
  const found: FoundPart[] = [];
  for (const { markdown, sourceURL } of pages)
    found.push(...(await readPageParts({ markdown, metadata: { sourceURL } }, crawl)));
  const raw =
    found.length > 0
      ? []
      : pages.map(({ markdown, sourceURL }) => toRawPage({ markdown, metadata: { sourceURL } }, crawl));
  const changes = { ...endedWith('found'), parts_found: found.length, raw_pages: JSON.stringify(raw) };
  await advance(database, crawl, changes, async (transaction) => {
    await transaction.deleteFrom('catalog_crawl_parts').where('crawl_id', '=', crawl.id).execute();
    await saveParts(transaction, crawl.id, 0, found);
  });
}

type ReadCrawl = Pick<CrawlStep, 'address' | 'reading'>;

/** Yields to other requests. */
async function readPageParts(page: CrawledPage, { address, reading }: ReadCrawl): Promise<FoundPart[]> {
  if (typeof page.markdown !== 'string') return [];
  const source = sourceAddress(page.metadata?.sourceURL, address);
  const found: FoundPart[] = [];
  let turnStart = performance.now();
  for (const part of readParts(page.markdown, reading)) {
    if (part) found.push({ ...part, source });
    else if (performance.now() - turnStart > MAX_TURN_MS) {
      await nextTurn();
      turnStart = performance.now();
    }
  }
  await nextTurn();
  return found;
}

async function saveParts(
  transaction: Transaction<DB>,
  crawlId: string,
  first: number,
  found: readonly FoundPart[],
): Promise<void> {
  for (let start = 0; start < found.length; start += BATCH_SIZE) {
    const batch = found.slice(start, start + BATCH_SIZE).map((part, index): FoundRow => ({
      position: first + start + index,
      part_name: part.name,
      oem_number: part.oemNumber,
      brand: part.brand ?? null,
      category: part.category ?? null,
      description: part.description ?? null,
      vehicle_make: part.vehicleMake ?? null,
      vehicle_model: part.vehicleModel ?? null,
      vehicle_year: parseVehicleYear(part.vehicleYear),
      source_url: part.source,
      price: part.price ?? null,
    }));
    await sql`
      insert into catalog_crawl_parts (crawl_id, position, source_url, price, ${importColumnNames})
      select ${crawlId}::uuid, position, source_url, price, ${importColumnNames}
      from json_populate_recordset(null::catalog_crawl_parts, ${JSON.stringify(batch)}::json)`.execute(
      transaction,
    );
  }
}

async function savePages(
  transaction: Transaction<DB>,
  { id, address, pages_collected: first }: CrawlStep,
  pages: readonly CrawledPage[],
): Promise<void> {
  const rows = pages.flatMap(({ markdown, metadata }, index) =>
    typeof markdown === 'string'
      ? {
          crawl_id: id,
          place: first + index,
          source_url: sourceAddress(metadata?.sourceURL, address),
          markdown: clean(markdown),
        }
      : [],
  );
  if (rows.length > 0) await transaction.insertInto('catalog_crawl_pages').values(rows).execute();
}

/** Removes characters that the database refuses. */
function clean(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/** Shortens a page and removes characters that the database refuses. */
function toRawPage({ markdown, metadata }: CrawledPage, { address }: ReadCrawl): object {
  const text = typeof markdown === 'string' ? markdown : '';
  return {
    source: sourceAddress(metadata?.sourceURL, address),
    markdown: clean(text.slice(0, RAW_LENGTH)),
    shortened: text.length > RAW_LENGTH,
  };
}
