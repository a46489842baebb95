import { execFile } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { randomAddress } from '../tests/support/random-address.ts';
import { runShop } from '../tests/support/run-shop.ts';
import { BENCH_SECRET, type BenchOptions, type Catalogs } from './catalogs.ts';
import { percentile, printTable } from './measure.ts';
import { type Action, pickAction, readOffered, startShopping } from './shopping.ts';

const MIN_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 5_000;

/** Percent of all requests. */
const ACTION_PERCENTAGES = { browse: 35, search: 20, part: 30, cart: 12, checkout: 3 };

const MAX_P99_MS = 200;

/** Simulates more and more concurrent shoppers, until the 99th percentile is too slow. */
export async function benchShoppers(catalogs: Catalogs, { parts, seconds }: BenchOptions): Promise<void> {
  const { url, pools } = await catalogs.open(parts);
  const offered = await readOffered(pools);
  const shop = runShop({ DATABASE_URL: url, AUTH_SECRET: BENCH_SECRET, TRUST_PROXY: 'true' });
  const address = await shop.ready();
  const shopping = startShopping(address, offered);
  const memory = async () => residentMegabytes(shop.pid);

  console.log(`${parts.toLocaleString('en-US')} parts; at rest ${(await memory()).toFixed(0)} MB.\n`);
  const table = [];
  try {
    for (let shoppers = 200; shoppers <= 20_000; shoppers = Math.ceil(shoppers * 1.5)) {
      const seen = await simulate(shoppers, seconds * 3);
      const row = {
        shoppers,
        'per second': seen.all.length / (seconds * 3),
        'median, ms': percentile(seen.all, 0.5),
        'p99, ms': percentile(seen.all, 0.99),
        'slowest kind': seen.slowest,
        'refused, %': (seen.refused / seen.all.length) * 100,
        failed: seen.failed,
        'memory, MB': await memory(),
      };
      table.push(row);
      if (row['p99, ms'] > MAX_P99_MS) break;
    }
  } finally {
    shopping.close();
    await shop.kill('SIGTERM');
  }
  printTable(table);

  async function simulate(shoppers: number, duration: number) {
    const times: Record<Action, number[]> = { browse: [], search: [], part: [], cart: [], checkout: [] };
    let refused = 0;
    let failed = 0;
    const startedAt = performance.now() + MAX_PAUSE_MS;
    const until = startedAt + duration * 1_000;
    const goShopping = async () => {
      const client = randomAddress();
      await pause(Math.random() * MAX_PAUSE_MS);
      while (performance.now() < until) {
        const action = pickAction(ACTION_PERCENTAGES);
        const sentAt = performance.now();
        const status = await shopping.act(action, client);
        if (sentAt > startedAt && sentAt < until) {
          times[action].push(performance.now() - sentAt);
          if (status >= 500 || status === 0) failed += 1;
          else if (status >= 400) refused += 1;
        }
        await pause(MIN_PAUSE_MS + Math.random() * (MAX_PAUSE_MS - MIN_PAUSE_MS));
      }
    };
    await Promise.all(Array.from({ length: shoppers }, goShopping));
    const sorted = Object.entries(times).map(([action, each]) => ({
      action,
      p99: percentile(
        each.toSorted((a, b) => a - b),
        0.99,
      ),
    }));
    const [slowest] = sorted.toSorted((a, b) => b.p99 - a.p99);
    return {
      all: Object.values(times)
        .flat()
        .toSorted((a, b) => a - b),
      slowest: `${slowest?.action} ${slowest?.p99.toFixed(0)} ms`,
      refused,
      failed,
    };
  }
}

async function residentMegabytes(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
  return Number(stdout) / 1_024;
}
