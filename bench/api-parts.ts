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
import { BENCH_SECRET, type BenchOptions, type Catalogs } from './catalogs.ts';
import { measure, printTable } from './measure.ts';

const PARTS = 20_000;
const CLIENTS = 16;
const FILTERS = { make: 'Honda', model: 'Civic', year: 2015, category: 'Brakes' };
const ADDRESS = `/api/parts?${new URLSearchParams({ ...FILTERS, year: String(FILTERS.year) })}`;

export async function benchApiParts(catalogs: Catalogs, { seconds }: BenchOptions): Promise<void> {
  const { url } = await catalogs.open(PARTS);
  const statements = await statementsOfOneRequest(url);
  const shop = runShop({
    DATABASE_URL: url,
    AUTH_SECRET: BENCH_SECRET,
    PAGE_CACHE_MB: '0',
    TRUST_PROXY: 'true',
  });
  const address = await shop.ready();
  const rows = [];
  try {
    for (let turn = 0; turn < 3; turn += 1) {
      const bare = await transactionsPerSecond(url, statements, seconds);
      const served = await requestsPerSecond(`${address}${ADDRESS}`, seconds);
      rows.push({
        'GET /api/parts, per second': served,
        [`${bare.by}, per second`]: bare.perSecond,
        'share, %': (served / bare.perSecond) * 100,
      });
    }
  } finally {
    await shop.kill('SIGTERM');
  }
  console.log(`${PARTS.toLocaleString('en-US')} parts, ${CLIENTS} clients, three turns.\n`);
  printTable(rows);
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
  await searchAndCountParts(database, { filters: FILTERS, sort: 'name', limit: 24 });
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
