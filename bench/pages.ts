import { request } from 'node:http';
import { randomAddress } from '../tests/support/random-address.ts';
import { runShop } from '../tests/support/run-shop.ts';
import { autocannon } from '../tools/measuring/measuring.ts';
import { bareServer, type BareServer } from './bare-server.ts';
import { BENCH_SECRET, type BenchOptions, type Catalogs } from './catalogs.ts';
import { median, printTable } from './measure.ts';

export const CLIENTS = 16;
const TURNS = 3;

export const RESULTS = '/?make=Honda&model=Civic&year=2015&category=Brakes';

export async function benchPages(catalogs: Catalogs, { parts, seconds }: BenchOptions): Promise<void> {
  const { url } = await catalogs.open(parts);
  const rows = [];
  for (const kept of [true, false]) {
    const shop = runShop({
      DATABASE_URL: url,
      AUTH_SECRET: BENCH_SECRET,
      PAGE_CACHE_MB: kept ? '64' : '0',
      TRUST_PROXY: 'true',
    });
    const address = `${await shop.ready()}${RESULTS}`;
    const headers: Record<string, string> = kept ? { 'accept-encoding': 'br' } : {};
    const page = await fetchRaw(address, headers);
    const bare = kept
      ? await bareServer(page.body, page.headers)
      : await bareServer(Buffer.alloc(12_000, 'x'), { 'Content-Type': 'text/html' });
    try {
      rows.push(await compare(kept ? 'cached, brotli' : 'rendered', { address, headers, bare, seconds }));
    } finally {
      await Promise.all([shop.kill('SIGTERM'), bare.stop()]);
    }
  }
  console.log(`${RESULTS}, ${CLIENTS} clients, medians of ${TURNS} turns.`);
  console.log('The bare server sends the same bytes, or 12 kB for the rendered page.\n');
  printTable(rows);
}

async function compare(
  page: string,
  {
    address,
    headers,
    bare,
    seconds,
  }: { address: string; headers: Record<string, string>; bare: BareServer; seconds: number },
) {
  const served: number[] = [];
  const ceiling: number[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    ceiling.push(await requestsPerSecond(bare.url, seconds));
    served.push(await requestsPerSecond(address, seconds, headers));
  }
  return {
    page,
    'per second': median(served),
    'bare, per second': median(ceiling),
    'share, %': (median(served) / median(ceiling)) * 100,
  };
}

/** Uses thousands of client addresses, because of the rate limit for each. */
export async function requestsPerSecond(
  url: string,
  seconds: number,
  headers: Record<string, string> = {},
): Promise<number> {
  const requests = Array.from({ length: 4_096 }, () => ({
    headers: { ...headers, 'X-Forwarded-For': randomAddress() },
  }));
  const options = { url, connections: CLIENTS, requests };
  await autocannon({ ...options, duration: 1 });
  const result = await autocannon({ ...options, duration: Math.ceil(seconds) });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url} failed under load.`);
  return result.requests.average;
}

function fetchRaw(url: string, headers: Record<string, string>) {
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
