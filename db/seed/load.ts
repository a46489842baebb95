import { dollarsFromCents } from '#core/values/money.ts';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { type KindWords, readKinds } from '#core/search/text/find-part-kind.ts';
import { loadDemoCars } from './cars.ts';
import { demoConditions, generateParts, type SeedPart } from './generate.ts';

const COLUMNS = [
  'id',
  'part_name',
  'oem_number',
  'brand',
  'category',
  'subcategory',
  'description',
  'vehicle_make',
  'vehicle_model',
  'vehicle_year',
  'vehicle_engine',
  'part_type',
  'price',
  'stock_quantity',
  'image_url',
  'core_charge',
  'origin',
  'rebuilder',
  'stock_number',
  'mileage',
  'mileage_source',
  'donor_year',
  'donor_model',
  'donor_color',
  'donor_vin_tail',
  'safety_check',
  'damage_codes',
  'grade',
  'grade_lowered_to',
  'grade_reason',
  'tested_how',
  'warranty',
  'number_source',
  'superseded_numbers',
  'needs_programming',
  'fits_only_listed',
] as const;

const PRIVATE_COLUMNS = [
  'cost_price',
  'yard_place',
  'donor_vin',
  'donor_arrived_on',
  'tested_by',
  'interchange_code',
] as const;

const FITMENT_COLUMNS = ['make', 'model', 'from_year', 'to_year', 'engine'] as const;

/** The triggers write the search, and tell open pages. The search of a whole catalog is written faster afterward. */
const INDEX_TRIGGERS = {
  parts_catalog: 'keep_search_of_added_parts',
  part_private_facts: 'keep_fit_keys_of_added_codes',
  part_fitments: 'notify_of_added_fitments',
};

/** One statement writes the search of this many parts. */
const PARTS_AT_ONCE = 5_000;

export interface DemoShop {
  parts: number;
  print: (line: string) => void;
}

export async function loadDemoShop(owner: pg.Client, { parts, print }: DemoShop): Promise<void> {
  const found = await owner.query('select from public.parts_catalog limit 1');
  if (found.rowCount) return;
  for (const { name, color_class, sort_order } of demoConditions) {
    await owner.query(
      'insert into public.conditions (name, color_class, sort_order) values ($1, $2, $3) on conflict do nothing',
      [name, color_class, sort_order],
    );
  }
  await switchIndexTriggers(owner, 'disable');
  const copy = owner.query(copyFrom(`copy public.parts_catalog (${COLUMNS.join(', ')}) from stdin`));
  const privateLines: string[] = [];
  const fitmentLines: string[] = [];
  await pipeline(Readable.from(inTurns(copyLines(parts, print, { privateLines, fitmentLines }))), copy);
  const privateCopy = owner.query(
    copyFrom(`copy public.part_private_facts (part_id, ${PRIVATE_COLUMNS.join(', ')}) from stdin`),
  );
  await pipeline(Readable.from(inTurns(privateLines)), privateCopy);
  const fitmentCopy = owner.query(
    copyFrom(`copy public.part_fitments (part_id, ${FITMENT_COLUMNS.join(', ')}) from stdin`),
  );
  await pipeline(Readable.from(inTurns(fitmentLines)), fitmentCopy);
  await switchIndexTriggers(owner, 'enable');
  await owner.query('truncate public.demo_parts');
  await owner.query('insert into public.demo_parts (part_id) select id from public.parts_catalog');
  await findKinds(owner);
  await writeSearch(owner);
  await loadDemoCars(owner);
  await owner.query(
    'analyze public.parts_catalog, public.part_private_facts, public.part_fitments, public.catalog_counts, public.fitment_counts, public.search_parts, public.search_vocabulary, public.part_names',
  );
}

/** The job of the shop would write the search of all parts again. */
async function findKinds(owner: pg.Client): Promise<void> {
  const { rows: kinds } = await owner.query<KindWords>(
    'select key, name, words from public.part_kinds order by key',
  );
  const { rows: names } = await owner.query<{ name: string }>('select name from public.part_names');
  const find = readKinds(kinds);
  await owner.query(
    `update public.part_names set kind = found.kind, places = found.places, is_stale = false
     from jsonb_to_recordset($1) as found (name text, kind text, places text[]) where part_names.name = found.name`,
    [JSON.stringify(names.map((row) => Object.assign(row, find(row.name))))],
  );
}

/** Lets signals through between chunks: as long as the database reads faster, the stream alone never returns to the event loop. */
async function* inTurns(chunks: Iterable<string>): AsyncGenerator<string> {
  for (const chunk of chunks) {
    yield chunk;
    await setImmediate();
  }
}

async function switchIndexTriggers(owner: pg.Client, how: 'disable' | 'enable'): Promise<void> {
  for (const [table, trigger] of Object.entries(INDEX_TRIGGERS))
    await owner.query(`alter table public.${table} ${how} trigger ${trigger}`);
}

/** Writes the search and builds its indexes afterward, which takes less time than to add each part to them. */
async function writeSearch(owner: pg.Client): Promise<void> {
  const { rows: indexes } = await owner.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where schemaname = 'public' and tablename = 'search_parts' and indexdef like '% USING gin %'`,
  );
  for (const { name } of indexes) await owner.query(`drop index public.${name}`);
  const { rows } = await owner.query<{ id: string }>(
    'select id from public.parts_catalog order by part_name, id',
  );
  const ids = rows.map(({ id }) => id);
  for (let at = 0; at < ids.length; at += PARTS_AT_ONCE) {
    const few = ids.slice(at, at + PARTS_AT_ONCE);
    await owner.query('select public.write_search_parts($1), public.write_fit_keys($1)', [few]);
  }
  for (const { definition } of indexes) await owner.query(definition);
}

/** Yields rows in COPY format, in chunks of a few milliseconds of work. Reports progress once a second. */
function* copyLines(
  count: number,
  print: (line: string) => void,
  { privateLines, fitmentLines }: { privateLines: string[]; fitmentLines: string[] },
): Generator<string> {
  let written = 0;
  let reportedAt = Date.now();
  let chunk = '';
  let privateChunk = '';
  let fitmentChunk = '';
  for (const part of generateParts({ count })) {
    chunk += copyLine(part);
    if (part.private)
      privateChunk += toLine([part.id, ...PRIVATE_COLUMNS.map((column) => part.private?.[column])]);
    for (const fitment of part.fitments)
      fitmentChunk += toLine([part.id, ...FITMENT_COLUMNS.map((column) => fitment[column])]);
    written += 1;
    if (written % 100 !== 0 && written !== count) continue;
    yield chunk;
    if (privateChunk !== '') privateLines.push(privateChunk);
    if (fitmentChunk !== '') fitmentLines.push(fitmentChunk);
    chunk = '';
    privateChunk = '';
    fitmentChunk = '';
    if (Date.now() - reportedAt < 1_000) continue;
    reportedAt = Date.now();
    print(`Loading the demo parts: ${written.toLocaleString('en-US')} of ${count.toLocaleString('en-US')}`);
  }
}

function copyLine({ priceCents, coreCents, ...part }: SeedPart): string {
  const dollars = (cents: number | null) => (cents === null ? null : dollarsFromCents(cents));
  const row = { ...part, price: dollars(priceCents), core_charge: dollars(coreCents) };
  return toLine(COLUMNS.map((column) => row[column]));
}

function toLine(values: readonly (string | number | boolean | null | undefined)[]): string {
  return `${values.map(copyValue).join('\t')}\n`;
}

function copyValue(value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined) return '\\N';
  return String(value).replace(/[\\\t\n\r]/g, (character) => COPY_ESCAPES[character] ?? character);
}

const COPY_ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
