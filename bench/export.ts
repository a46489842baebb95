import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { randomAddress } from '../tests/support/random-address.ts';
import { addAdmin, signIn } from './admin.ts';
import { BENCH_SECRET, type BenchOptions, type Catalogs } from './catalogs.ts';
import { percentile, printTable } from './measure.ts';
import { runWatchedShop, type Second, type WatchedShop } from './watched-shop.ts';

/** Exports of the whole catalog and of a category, with the memory of the process and the p99 of a page beside them. */
export async function benchExport(catalogs: Catalogs, { parts, seconds }: BenchOptions): Promise<void> {
  const { url } = await catalogs.open(parts);
  await addAdmin(url);
  const rows = [];
  for (const path of ['parts.csv?private=yes', 'parts.csv?category=Brakes', 'ebay.csv?ebay_category=33564']) {
    // A process of its own, because memory that was once used is not always given back.
    await using shop = await runWatchedShop({
      DATABASE_URL: url,
      AUTH_SECRET: BENCH_SECRET,
      TRUST_PROXY: 'true',
    });
    const cookie = await signIn(shop.address);
    await measurePage(shop.address, wait(seconds * 1_000));
    const { length } = shop.readSeconds();
    const alone = await measurePage(shop.address, wait(seconds * 1_000));
    const turnAlone = longestTurn(shop.readSeconds().slice(length));
    const { megabytes: atRest } = await shop.watch(2);
    rows.push({ file: path, ...(await readFile(shop, path, cookie, { alone, turnAlone, atRest })) });
  }
  console.log(
    `${parts.toLocaleString('en-US')} parts, one reader, and one client that reads a page all the time.\n`,
  );
  printTable(rows);
}

function longestTurn(seconds: readonly Second[]): number {
  return Math.max(...seconds.map(({ most }) => most));
}

interface Before {
  alone: number;
  turnAlone: number;
  atRest: number;
}

async function readFile(
  shop: WatchedShop,
  path: string,
  cookie: string,
  { alone, turnAlone, atRest }: Before,
) {
  const { length } = shop.readSeconds();
  const sentAt = performance.now();
  const download = countLines(`${shop.address}/admin/export/${path}`, cookie);
  const [{ bytes, lines }, beside] = await Promise.all([download, measurePage(shop.address, download)]);
  const seconds = (performance.now() - sentAt) / 1_000;
  const watched = shop.readSeconds().slice(length);
  const most = Math.max(...watched.map(({ memory }) => memory)) / 1024 / 1024;
  return {
    lines,
    MB: bytes / 1e6,
    seconds,
    'at rest, MB': atRest,
    'more at most, MB': most - atRest,
    'turn alone, ms': turnAlone,
    'turn beside, ms': longestTurn(watched),
    'page p99 alone, ms': alone,
    'page p99 beside, ms': beside,
  };
}

function countLines(url: string, cookie: string): Promise<{ bytes: number; lines: number }> {
  return new Promise((resolve, reject) => {
    const headers = { Cookie: cookie, 'Accept-Encoding': 'identity', 'X-Forwarded-For': randomAddress() };
    const client = request(url, { headers }, (response) => {
      let bytes = 0;
      let lines = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines += 1;
      });
      response.on('end', () => {
        if (response.statusCode === 200) resolve({ bytes, lines });
        else reject(new Error(`${url} was answered ${response.statusCode}`));
      });
      response.on('error', reject);
    });
    client.on('error', reject).end();
  });
}

/** Searches until `end`. Returns the p99 in milliseconds. */
async function measurePage(address: string, end: Promise<unknown>): Promise<number> {
  const times: number[] = [];
  const over = new AbortController();
  void end.finally(() => over.abort()).catch(() => undefined);
  for (let round = 0; !over.signal.aborted; round += 1) {
    const sentAt = performance.now();
    const response = await fetch(`${address}/api/parts?q=brake+${round % 50}&limit=24`, {
      headers: { 'X-Forwarded-For': randomAddress() },
    });
    await response.arrayBuffer();
    times.push(performance.now() - sentAt);
    await wait(20);
  }
  return percentile(
    times.toSorted((one, other) => one - other),
    0.99,
  );
}
