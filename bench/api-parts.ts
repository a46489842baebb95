import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { DB } from '#db/types.ts';
import { searchAndCountParts } from '#features/catalog/search/search-parts.server.ts';
import { NamedStatementsClient } from '#server/database/named-statements.ts';
import { randomAddress } from '../tests/support/random-address.ts';
import { runShop } from '../tests/support/run-shop.ts';
import { autocannon } from '../tools/measuring/measuring.ts';
import { bareServer } from './bare-server.ts';
import { BENCH_SECRET, type BenchOptions, type Catalogs } from './catalogs.ts';
import { measure, median, printTable } from './measure.ts';

const PARTS = 20_000;
const CLIENTS = 16;
const TURNS = 3;
const VEHICLE = { make: 'Honda', model: 'Civic', year: 2015, category: 'Brakes' };

const lists = {
  'a vehicle and category': new URLSearchParams({ ...VEHICLE, year: String(VEHICLE.year) }),
  'a category': new URLSearchParams({ category: 'Brakes' }),
  everything: new URLSearchParams(),
  'a word': new URLSearchParams({ q: 'brake' }),
};

/** Uncached. The bare server sends 12,288 bytes. */
export async function benchApiParts(catalogs: Catalogs, { seconds, against }: BenchOptions): Promise<void> {
  const { url } = await catalogs.open(PARTS);
  const statements = await statementsOfOneRequest(url);
  const bare = await bareServer(Buffer.alloc(12_288, 'x'), { 'Content-Type': 'application/json' });
  const shops = [undefined, against].flatMap((folder, index) =>
    index === 0 || folder !== undefined ? [startShop(url, folder)] : [],
  );
  try {
    const addresses = await Promise.all(shops.map((shop) => shop.ready()));
    const rows = [];
    for (const [list, query] of Object.entries(lists)) {
      const bares: number[] = [];
      const served = addresses.map((): number[] => []);
      for (let turn = 0; turn < TURNS; turn += 1) {
        bares.push(await requestsPerSecond(bare.url, seconds));
        for (const [index, address] of addresses.entries())
          served[index]?.push(await requestsPerSecond(`${address}/api/parts?${query}`, seconds));
      }
      const [now = [], before] = served;
      rows.push({
        list,
        'per second': median(now),
        ...(before && { 'per second, before': median(before) }),
        'bare, per second': median(bares),
        'share, %': (median(now) / median(bares)) * 100,
      });
    }
    const { by, perSecond } = await transactionsPerSecond(url, statements, seconds);
    console.log(`${PARTS.toLocaleString('en-US')} parts, ${CLIENTS} clients, medians of ${TURNS} turns.`);
    console.log(`${by}, the statements of the first list: ${Math.round(perSecond)} per second.\n`);
    printTable(rows);
  } finally {
    await Promise.all([...shops.map((shop) => shop.kill('SIGTERM')), bare[Symbol.asyncDispose]()]);
  }
}

function startShop(url: string, cwd: string | undefined) {
  return runShop(
    { DATABASE_URL: url, AUTH_SECRET: BENCH_SECRET, PAGE_CACHE_MB: '0', TRUST_PROXY: 'true' },
    cwd === undefined ? {} : { cwd },
  );
}

/** Uses thousands of client addresses, because of the rate limit for each. */
async function requestsPerSecond(url: string, seconds: number): Promise<number> {
  const requests = Array.from({ length: 4096 }, () => ({ headers: { 'X-Forwarded-For': randomAddress() } }));
  await autocannon({ url, connections: CLIENTS, duration: 2, requests });
  const result = await autocannon({ url, connections: CLIENTS, duration: Math.ceil(seconds), requests });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url} failed under load.`);
  return result.requests.average;
}

async function statementsOfOneRequest(url: string): Promise<CompiledQuery[]> {
  const queries: CompiledQuery[] = [];
  const database = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url }) }),
    log: ({ query }) => void queries.push(query),
  });
  await searchAndCountParts(database, { filters: VEHICLE, sort: 'name', limit: 24 });
  await database.destroy();
  return queries;
}

/** Uses the driver if pgbench is missing. */
async function transactionsPerSecond(url: string, statements: CompiledQuery[], seconds: number) {
  try {
    return { by: 'pgbench', perSecond: await byPgbench(url, statements, seconds) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const pool = new pg.Pool({ connectionString: url, max: CLIENTS, Client: NamedStatementsClient });
  const run = () => Promise.all(statements.map(({ sql, parameters }) => pool.query(sql, [...parameters])));
  const { perSecond } = await measure(run, { clients: CLIENTS, seconds });
  await pool.end();
  return { by: 'pg in a loop', perSecond };
}

async function byPgbench(url: string, statements: CompiledQuery[], seconds: number): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'partyard-bench-'));
  const script = join(folder, 'request.sql');
  await writeFile(script, statements.map((statement) => `${withLiterals(statement)};\n`).join(''));
  try {
    const { stdout } = await promisify(execFile)('pgbench', [
      '--no-vacuum',
      '--protocol=prepared',
      `--client=${CLIENTS}`,
      '--jobs=2',
      `--time=${Math.ceil(seconds)}`,
      `--file=${script}`,
      url,
    ]);
    return Number(stdout.match(/tps = ([\d.]+)/)?.[1]);
  } finally {
    await rm(folder, { recursive: true });
  }
}

function withLiterals({ sql, parameters }: CompiledQuery): string {
  return sql
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\$(\d+)/g, (_, number: string) => literal(parameters[Number(number) - 1]));
}

function literal(value: unknown): string {
  return typeof value === 'number' ? String(value) : pg.escapeLiteral(String(value));
}
