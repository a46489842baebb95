import { request } from 'node:http';
import pg from 'pg';
import { partFromRow } from '#domain/catalog-row.ts';
import { partAddress } from '#domain/part-address.ts';
import { searchParts } from '#features/catalog/search/search-parts.server.ts';
import { randomAddress } from '../tests/support/random-address.ts';
import { type RunOptions, runShop, type ShopProcess } from '../tests/support/run-shop.ts';
import { autocannon } from '../tools/measuring/measuring.ts';
import { bareServer, type BareServer } from './bare-server.ts';
import { BENCH_SECRET, type BenchOptions, type Catalog, type Catalogs } from './catalogs.ts';
import { readProcessorTime } from './database-time.ts';
import { median, printTable } from './measure.ts';

export const CLIENTS = 16;
const TURNS = 3;

const VEHICLE = { make: 'Honda', model: 'Civic', year: '2015', category: 'Brakes' };
export const RESULTS = `/?${new URLSearchParams(VEHICLE)}`;

const jsonLists = {
  'a vehicle and category': `/api/parts?${new URLSearchParams(VEHICLE)}`,
  'a category': '/api/parts?category=Brakes',
  'all parts': '/api/parts',
  'a word': '/api/parts?q=brake',
};

/** Pages for one server thread in turns with a bare server, and with another copy of the project (`--against`). */
export async function benchPages(catalogs: Catalogs, options: BenchOptions): Promise<void> {
  const catalog = await catalogs.open(options.parts);
  console.log(
    `${options.parts.toLocaleString('en-US')} parts, ${CLIENTS} clients, medians of ${TURNS} turns.`,
  );
  console.log('The bare server sends the same bytes as the cached page, and 12 kB beside rendered pages.\n');
  const cached = await withShops(catalog, { PAGE_CACHE_MB: '64' }, {}, async ([shop]) => {
    const headers = { 'accept-encoding': 'br' };
    const page = await fetchRaw(`${shop?.address}${RESULTS}`, headers);
    await using bare = await bareServer(page.body, page.headers);
    const address = `${shop?.address}${RESULTS}`;
    return await compare('cached, brotli', address, { headers, bare, seconds: options.seconds });
  });
  printTable([cached]);
  console.log();
  printTable(await measureUncached(catalog, await listPages(catalog), options));
}

/** Lists as JSON, uncached, measured as pages are. */
export async function benchApiParts(catalogs: Catalogs, options: BenchOptions): Promise<void> {
  const catalog = await catalogs.open(options.parts);
  printTable(await measureUncached(catalog, jsonLists, options));
}

function measureUncached(
  catalog: Catalog,
  paths: Record<string, string>,
  { seconds, against }: BenchOptions,
) {
  return withShops(catalog, { PAGE_CACHE_MB: '0' }, { against }, async (shops) => {
    await using bare = await bareServer(Buffer.alloc(12_000, 'x'), { 'Content-Type': 'text/html' });
    const rows = [];
    for (const [name, path] of Object.entries(paths)) {
      for (const { address, label, ...shop } of shops) {
        const { body } = await fetchRaw(address + path);
        const compared = await compare(`${name}${label}`, address + path, { bare, seconds, ...shop });
        rows.push({ ...compared, 'page, kB': body.length / 1_000 });
      }
    }
    return rows;
  });
}

export async function listPages({ pools }: Catalog): Promise<Record<string, string>> {
  const { category, make, model } = VEHICLE;
  const filters = { make, model, year: Number(VEHICLE.year), category, inStock: true };
  const { parts } = await searchParts(pools.public, { filters, sort: 'name', limit: 1 });
  const [part] = parts.map(partFromRow);
  if (!part) throw new Error('The catalog has no part for the vehicle.');
  return { results: RESULTS, part: partAddress(part), search: '/junkyard?q=brake', junkyard: '/junkyard' };
}

interface Measured {
  address: string;
  label: string;
  /** The processor time of its main thread, and of all connections to the database, in milliseconds. */
  readTimes: () => Promise<{ thread: number; database: number }>;
}

async function withShops<Result>(
  { url }: Catalog,
  environment: Record<string, string>,
  { against }: { against?: string | undefined },
  use: (shops: Measured[]) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const start = (options: RunOptions) =>
    runShop({ DATABASE_URL: url, AUTH_SECRET: BENCH_SECRET, TRUST_PROXY: 'true', ...environment }, options);
  const shops: [label: string, ShopProcess][] = [['', start({})]];
  if (against) shops.push([', other copy', start({ cwd: against })]);
  try {
    return await use(
      await Promise.all(
        shops.map(async ([label, shop]) => ({
          label,
          address: await shop.ready(),
          async readTimes() {
            const { rows } = await client.query<{ pid: number }>(
              'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
            );
            const database = rows.reduce((sum, { pid }) => sum + readProcessorTime(pid), 0);
            return { thread: readProcessorTime(shop.pid), database };
          },
        })),
      ),
    );
  } finally {
    await Promise.all([client.end(), ...shops.map(([, shop]) => shop.kill('SIGTERM'))]);
  }
}

interface CompareOptions extends Partial<Pick<Measured, 'readTimes'>> {
  headers?: Record<string, string>;
  bare: BareServer;
  seconds: number;
}

async function compare(page: string, address: string, { headers, bare, seconds, readTimes }: CompareOptions) {
  const turns: Record<'ceiling' | 'served' | 'thread' | 'database', number>[] = [];
  await perSecond(address, 1, headers);
  for (let turn = 0; turn < TURNS; turn += 1) {
    const ceiling = await perSecond(bare.url, seconds);
    const before = await readTimes?.();
    const served = await perSecond(address, seconds, headers);
    const after = await readTimes?.();
    const spent = (name: 'thread' | 'database') =>
      after && before ? (after[name] - before[name]) / (served * seconds) : 0;
    turns.push({ ceiling, served, thread: spent('thread'), database: spent('database') });
  }
  const middle = (name: 'ceiling' | 'served' | 'thread' | 'database') =>
    median(turns.map((turn) => turn[name]));
  return {
    page,
    'per second': middle('served'),
    'bare, per second': middle('ceiling'),
    'share, %': (middle('served') / middle('ceiling')) * 100,
    ...(readTimes && { 'thread, ms': middle('thread'), 'database, ms': middle('database') }),
  };
}

/** Uses thousands of client addresses, because of the rate limit for each. */
export async function perSecond(
  url: string,
  seconds: number,
  headers: Record<string, string> = {},
): Promise<number> {
  const requests = Array.from({ length: 4_096 }, () => ({
    headers: { ...headers, 'X-Forwarded-For': randomAddress() },
  }));
  const result = await autocannon({ url, connections: CLIENTS, requests, duration: Math.ceil(seconds) });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url} failed under load.`);
  return result.requests.average;
}

function fetchRaw(url: string, headers: Record<string, string> = {}) {
  return new Promise<{ headers: Record<string, string>; body: Buffer }>((resolve, reject) => {
    request(url, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', () => {
          const { date: _, connection: __, 'keep-alive': ___, ...kept } = response.headers;
          resolve({ headers: kept as Record<string, string>, body: Buffer.concat(chunks) });
        });
    })
      .on('error', reject)
      .end();
  });
}
