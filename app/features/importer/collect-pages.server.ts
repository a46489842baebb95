import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { sourceAddress } from '#domain/crawl.ts';
import { type ParsedPart, parseVehicleYear, readParts } from '#domain/crawled-parts.ts';
import type { ImportFields } from '#domain/import-fields.ts';
import type { CrawlAnswer, CrawledPage } from '#services';
import { moveOn, type StepTools } from './crawl-step.server.ts';
import { importColumnNames } from './import-rows.server.ts';

/** More pages than any crawl of ours has: a service that sends us round in circles. */
const MOST_PAGES = 100;

/** How long requests may wait while pages are read, in milliseconds. */
const LONGEST_TURN = 5;

/** How many rows one statement writes. */
const BATCH = 1_000;

/** As much of a page as is kept to be looked at when no part was found, in characters. */
const RAW_LENGTH = 20_000;

type FoundPart = ParsedPart & { source: string };

type FoundRow = ImportFields & { position: number; source_url: string };

/** Reads the parts out of one answer's pages and keeps them; then the rest of the pages, or the import, is next. */
export async function collectPages({ database, crawl }: StepTools, answer: CrawlAnswer): Promise<void> {
  const pages = answer.data ?? [];
  const found: FoundPart[] = [];
  for (const page of pages) found.push(...(await partsOn(page)));

  const collected = crawl.pages_collected + pages.length;
  const partsFound = crawl.parts_found + found.length;
  const goesOn =
    pages.length > 0 &&
    collected < MOST_PAGES &&
    answer.next !== undefined &&
    answer.next !== crawl.next_page;
  // Nothing that a page holds is looked at twice, once it has parts.
  const raw = partsFound > 0 ? [] : [...(crawl.raw_pages as object[]), ...pages.map(rawPage)];
  await moveOn(
    database,
    crawl,
    {
      status: goesOn ? 'collecting' : 'importing',
      next_page: goesOn ? answer.next : null,
      // Only the first answer may say all of it.
      pages_completed: answer.completed ?? crawl.pages_completed,
      pages_total: answer.total ?? crawl.pages_total,
      credits_used: answer.creditsUsed ?? crawl.credits_used,
      expires_at: answer.expiresAt ?? crawl.expires_at,
      pages_collected: collected,
      parts_found: partsFound,
      raw_pages: JSON.stringify(raw),
    },
    (transaction) => keepFound(transaction, crawl.id, crawl.parts_found, found),
  );
}

/** Page after page, and within a long one in turns: requests are answered in between. */
async function partsOn(page: CrawledPage): Promise<FoundPart[]> {
  if (typeof page.markdown !== 'string') return [];
  const source = sourceAddress(page.metadata?.sourceURL);
  const found: FoundPart[] = [];
  let turn = performance.now();
  for (const part of readParts(page.markdown)) {
    if (part) found.push({ ...part, source });
    else if (performance.now() - turn > LONGEST_TURN) {
      await nextTurn();
      turn = performance.now();
    }
  }
  await nextTurn();
  return found;
}

async function keepFound(
  transaction: Transaction<DB>,
  crawlId: string,
  first: number,
  found: readonly FoundPart[],
): Promise<void> {
  for (let start = 0; start < found.length; start += BATCH) {
    const batch = found.slice(start, start + BATCH).map((part, index): FoundRow => ({
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
    }));
    await sql`
      insert into catalog_crawl_parts (crawl_id, position, source_url, ${importColumnNames})
      select ${crawlId}::uuid, position, source_url, ${importColumnNames}
      from json_populate_recordset(null::catalog_crawl_parts, ${JSON.stringify(batch)}::json)`.execute(
      transaction,
    );
  }
}

/** What a database can hold of a page. */
function rawPage({ markdown, metadata }: CrawledPage): object {
  const text = typeof markdown === 'string' ? markdown : '';
  return {
    source: sourceAddress(metadata?.sourceURL),
    markdown: text.slice(0, RAW_LENGTH).replaceAll('\0', '').toWellFormed(),
    shortened: text.length > RAW_LENGTH,
  };
}
