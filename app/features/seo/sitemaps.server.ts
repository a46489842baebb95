import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import { partAddress } from '#domain/part-address.ts';
import { idsBeginningWith, MOST_ADDRESSES, MOST_BYTES, partSitemaps } from './part-sitemaps.ts';
import { readParts } from './read-parts.server.ts';
import { inTurn } from './streams.server.ts';
import { element } from './xml.ts';

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** The most letters of an address in a sitemap. */
const MOST_LETTERS = 2_048;

/** A page of the shop, by its path. */
interface Entry {
  address: string;
  changed?: Date;
}

/** The list of all sitemaps: of pages, of each make's lists, and of parts by how their ids begin. */
export function sitemapIndex(siteUrl: string, { makes, parts }: { makes: string[]; parts: number }): string {
  const names = [
    'pages',
    ...makes.map((make) => `make-${make}`),
    ...(parts > 0 ? partSitemaps(parts).map((prefix) => ['parts', prefix].filter(Boolean).join('-')) : []),
  ];
  const places = names
    .map((name) => `${siteUrl}/sitemaps/${encodeURIComponent(name)}.xml`)
    .filter((place) => place.length <= MOST_LETTERS)
    .slice(0, MOST_ADDRESSES);
  const entries = places.map((place) => `<sitemap>${element('loc', place)}</sitemap>\n`);
  return `${XML}<sitemapindex ${NAMESPACE}>\n${entries.join('')}</sitemapindex>\n`;
}

export type SitemapName = { kind: 'pages' } | { kind: 'make'; make: string } | { kind: 'parts'; ids: Ids };
type Ids = { first: string; last: string };

/** What the last step of a sitemap's address names, or undefined. */
export function readSitemapName(step: string): SitemapName | undefined {
  const [, kind, rest = ''] = step.match(/^(pages|make|parts)(?:-(.*))?\.xml$/s) ?? [];
  if (kind === 'pages' && rest === '') return { kind };
  // A NUL character can't be in any text of the database.
  if (kind === 'make' && rest !== '' && !rest.includes('\0')) return { kind, make: rest };
  const ids = kind === 'parts' ? idsBeginningWith(rest) : undefined;
  return ids && { kind: 'parts', ids };
}

/** A sitemap in pieces; nothing at all without an entry, since there is no empty one. */
export async function* sitemap(
  siteUrl: string,
  batches: AsyncIterable<Entry[]> | Iterable<Entry[]>,
): AsyncGenerator<string> {
  let addresses = 0;
  let bytes = 0;
  for await (const batch of batches) {
    let piece = addresses === 0 ? `${XML}<urlset ${NAMESPACE}>\n` : '';
    for (const { address, changed } of batch) {
      const place = siteUrl + address;
      if (place.length > MOST_LETTERS || addresses >= MOST_ADDRESSES) continue;
      piece += `<url>${element('loc', place)}${element('lastmod', changed?.toISOString())}</url>\n`;
      addresses += 1;
    }
    if (addresses === 0) continue;
    bytes += Buffer.byteLength(piece);
    if (bytes > MOST_BYTES - 1_000) break;
    yield piece;
    if (addresses >= MOST_ADDRESSES) break;
  }
  if (addresses > 0) yield '</urlset>\n';
}

export async function* partEntries(database: Kysely<DB>, ids: Ids): AsyncGenerator<Entry[]> {
  for await (const parts of readParts(database, ids)) {
    yield parts.map((part) => ({ address: partAddress(part), changed: part.updatedAt }));
  }
}

/** A list of parts or vehicles: as far as it is named. */
interface Listed {
  make: string;
  model?: string;
  year?: number;
  category?: string;
}

const AT_ONCE = 500;

/** All lists of a make: its models, their years, and the categories of each, as the lists themselves lead to them. */
export async function* makeEntries(
  database: Kysely<DB>,
  make: string,
  addressOf: (listed: Listed) => string,
): AsyncGenerator<Entry[]> {
  let last: Required<Listed> | undefined;
  for (;;) {
    const after = last;
    const rows = await inTurn(() => readShelves(database, make, after));
    const entries: Entry[] = [];
    for (const { model, year, category } of rows) {
      const entry = (listed: Listed) => entries.push({ address: addressOf(listed) });
      if (!last) entry({ make });
      if (model !== last?.model) entry({ make, model });
      if (model !== last?.model || year !== last.year) entry({ make, model, year });
      // The vehicle search reads names without blanks around them.
      if ([make, model, category].every((name) => name === name.trim())) {
        entry({ make, model, year, category });
      }
      last = { make, model, year, category };
    }
    if (entries.length > 0) yield entries;
    if (rows.length < AT_ONCE) return;
  }
}

async function readShelves(database: Kysely<DB>, make: string, after: Required<Listed> | undefined) {
  const { rows } = await sql<{ model: string; year: number; category: string }>`
    select distinct vehicle_model as model, vehicle_year as year, category from catalog_counts
    where parts > 0 and vehicle_make = ${make} and vehicle_model <> '' and vehicle_year between 1000 and 9999
      and (vehicle_model, vehicle_year, category) > (${after?.model ?? ''}, ${after?.year ?? 0}::integer,
        ${after?.category ?? ''})
    order by vehicle_model, vehicle_year, category limit ${AT_ONCE}`.execute(database);
  return rows;
}
