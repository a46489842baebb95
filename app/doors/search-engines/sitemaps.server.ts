import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import { partAddress } from '#core/catalog/part-address.ts';
import { carAddress } from '#core/yard/public-car.ts';
import { readIdRange, MAX_SITEMAP_URLS, MAX_SITEMAP_BYTES, partSitemaps } from './part-sitemaps.ts';
import { readParts } from './read-parts.server.ts';
import { queueRead } from './streams.server.ts';
import { element } from './xml.ts';

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

const MAX_URL_LENGTH = 2_048;

interface Entry {
  address: string;
  updatedAt?: Date;
}

export function sitemapIndex(
  siteUrl: string,
  { makes, parts, cars }: { makes: string[]; parts: number; cars: boolean },
): string {
  const names = [
    'pages',
    ...(cars ? ['cars'] : []),
    ...makes.map((make) => `make-${make}`),
    ...(parts > 0 ? partSitemaps(parts).map((prefix) => ['parts', prefix].filter(Boolean).join('-')) : []),
  ];
  const urls = names
    .map((name) => `${siteUrl}/sitemaps/${encodeURIComponent(name)}.xml`)
    .filter((url) => url.length <= MAX_URL_LENGTH)
    .slice(0, MAX_SITEMAP_URLS);
  const entries = urls.map((url) => `<sitemap>${element('loc', url)}</sitemap>\n`);
  return `${XML}<sitemapindex ${NAMESPACE}>\n${entries.join('')}</sitemapindex>\n`;
}

export type SitemapName =
  | { kind: 'pages' | 'cars' }
  | { kind: 'make'; make: string }
  | { kind: 'parts'; ids: Ids };
type Ids = { first: string; last: string };

export function readSitemapName(segment: string): SitemapName | undefined {
  const [, kind, rest = ''] = segment.match(/^(pages|cars|make|parts)(?:-(.*))?\.xml$/s) ?? [];
  if ((kind === 'pages' || kind === 'cars') && rest === '') return { kind };
  // PostgreSQL refuses NUL.
  if (kind === 'make' && rest !== '' && !rest.includes('\0')) return { kind, make: rest };
  const ids = kind === 'parts' ? readIdRange(rest) : undefined;
  return ids && { kind: 'parts', ids };
}

/** Yields nothing without entries, because the schema allows no empty sitemap. */
export async function* sitemap(
  siteUrl: string,
  batches: AsyncIterable<Entry[]> | Iterable<Entry[]>,
): AsyncGenerator<string> {
  let addresses = 0;
  let bytes = 0;
  for await (const batch of batches) {
    let chunk = addresses === 0 ? `${XML}<urlset ${NAMESPACE}>\n` : '';
    for (const { address, updatedAt } of batch) {
      const url = siteUrl + address;
      if (url.length > MAX_URL_LENGTH || addresses >= MAX_SITEMAP_URLS) continue;
      chunk += `<url>${element('loc', url)}${element('lastmod', updatedAt?.toISOString())}</url>\n`;
      addresses += 1;
    }
    if (addresses === 0) continue;
    bytes += Buffer.byteLength(chunk);
    if (bytes > MAX_SITEMAP_BYTES - 1_000) break;
    yield chunk;
    if (addresses >= MAX_SITEMAP_URLS) break;
  }
  if (addresses > 0) yield '</urlset>\n';
}

export async function* partEntries(database: Kysely<DB>, ids: Ids): AsyncGenerator<Entry[]> {
  for await (const parts of readParts(database, ids)) {
    yield parts.map((part) => ({ address: partAddress(part), updatedAt: part.updatedAt }));
  }
}

/** The newest cars that shoppers see. */
export async function* carEntries(database: Kysely<DB>): AsyncGenerator<Entry[]> {
  const cars = await queueRead(() =>
    database
      .selectFrom('public_cars')
      .select(['id', 'year', 'make', 'model'])
      .orderBy('taken_in_at', 'desc')
      .orderBy('id', 'desc')
      .limit(MAX_SITEMAP_URLS)
      .execute(),
  );
  if (cars.length > 0) yield cars.map((car) => ({ address: carAddress(car) }));
}

interface ListEntry {
  make: string;
  model?: string;
  year?: number;
  category?: string;
}

const BATCH_SIZE = 500;

export async function* makeEntries(
  database: Kysely<DB>,
  make: string,
  addressOf: (list: ListEntry) => string,
): AsyncGenerator<Entry[]> {
  let last: Required<ListEntry> | undefined;
  for (;;) {
    const after = last;
    const rows = await queueRead(() => readVehicleCategories(database, make, after));
    const entries: Entry[] = [];
    for (const { model, year, category } of rows) {
      const entry = (list: ListEntry) => entries.push({ address: addressOf(list) });
      if (!last) entry({ make });
      if (model !== last?.model) entry({ make, model });
      if (model !== last?.model || year !== last.year) entry({ make, model, year });
      // The vehicle search trims names.
      if ([make, model, category].every((name) => name === name.trim())) {
        entry({ make, model, year, category });
      }
      last = { make, model, year, category };
    }
    if (entries.length > 0) yield entries;
    if (rows.length < BATCH_SIZE) return;
  }
}

async function readVehicleCategories(
  database: Kysely<DB>,
  make: string,
  after: Required<ListEntry> | undefined,
) {
  const start = sql`(${after?.model ?? ''}, ${after?.year ?? 0}::integer, ${after?.category ?? ''})`;
  const { rows } = await sql<{ model: string; year: number; category: string }>`
    (
      select vehicle_model as model, vehicle_year as year, category from catalog_counts
      where parts > 0 and vehicle_make = ${make} and vehicle_model <> '' and vehicle_year between 1000 and 9999
        and (vehicle_model, vehicle_year, category) > ${start}
      group by vehicle_model, vehicle_year, category
      order by vehicle_model, vehicle_year, category limit ${BATCH_SIZE}
    ) union (
      select model, year, category from fitment_counts
      where parts > 0 and make = ${make} and (model, year, category) > ${start}
      order by model, year, category limit ${BATCH_SIZE}
    )
    order by model, year, category limit ${BATCH_SIZE}`.execute(database);
  return rows;
}
