import { execFile } from 'node:child_process';
import { Agent, request } from 'node:http';
import { setTimeout as rest } from 'node:timers/promises';
import { promisify } from 'node:util';
import { partAddress } from '#domain/part-address.ts';
import { partFromRow } from '#domain/catalog-row.ts';
import { searchParts } from '#features/catalog/search/search-parts.server.ts';
import { randomAddress } from '../tests/support/random-address.ts';
import { runShop } from '../tests/support/run-shop.ts';
import { BENCH_SECRET, type BenchOptions, type Catalogs } from './catalogs.ts';
import { printTable, share } from './measure.ts';

/** What a shopper rests between two pages, in milliseconds. */
const LEAST_REST = 1_000;
const MOST_REST = 5_000;

/** Of a hundred pages that shoppers ask for. */
const HABITS = { browse: 35, search: 20, part: 30, cart: 12, checkout: 3 } as const;
type Deed = keyof typeof HABITS;

const WORDS = [
  'brake',
  'pads',
  'alternator',
  'headlight',
  'wiper',
  'door',
  'mirror',
  'starter',
  'bumper',
  'hood',
];

/** The slowest of a hundred pages may take so long, in milliseconds. */
const PATIENCE = 200;

/** Shoppers at once, more and more of them until the slowest of a hundred answers takes too long. */
export async function benchShoppers(catalogs: Catalogs, { parts, seconds }: BenchOptions): Promise<void> {
  const { url, pools } = await catalogs.open(parts);
  const { parts: rows } = await searchParts(pools.public, {
    filters: { inStock: true },
    sort: 'name',
    limit: 400,
  });
  const offered = rows
    .map(partFromRow)
    .filter(({ priceCents, year, make, model }) => priceCents && year && make && model);
  const shop = runShop({ DATABASE_URL: url, AUTH_SECRET: BENCH_SECRET, TRUST_PROXY: 'true' });
  const address = await shop.ready();
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
  const memory = async () => residentMegabytes(shop.pid);

  const any = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;
  const deeds: Record<Deed, () => { path: string; body?: object }> = {
    browse() {
      const { make, model, year, category } = any(offered);
      return {
        path: `/?${new URLSearchParams({ make: `${make}`, model: `${model}`, year: `${year}`, category })}`,
      };
    },
    search: () => ({ path: `/junkyard?${new URLSearchParams({ q: `${any(WORDS)} ${any(offered).make}` })}` }),
    part: () => ({ path: partAddress(any(offered)) }),
    cart: () => ({ path: `/api/parts?ids=${any(offered).id},${any(offered).id}` }),
    checkout() {
      const { id, name, priceCents } = any(offered);
      const cents = priceCents ?? 0;
      return {
        path: '/functions/v1/create-payment',
        body: {
          items: [{ id, name, amountCents: cents, quantity: 1 }],
          currency: 'usd',
          shippingCents: cents > 10_000 ? 0 : 1_500,
          taxCents: Math.round(cents * 0.08),
        },
      };
    },
  };

  console.log(`${parts.toLocaleString('en-US')} parts; at rest ${(await memory()).toFixed(0)} MB.\n`);
  const table = [];
  try {
    for (let shoppers = 200; shoppers <= 20_000; shoppers = Math.ceil(shoppers * 1.5)) {
      const seen = await during(shoppers, seconds * 3);
      const row = {
        shoppers,
        'per second': seen.all.length / (seconds * 3),
        'median, ms': share(seen.all, 0.5),
        'p99, ms': share(seen.all, 0.99),
        'slowest kind': seen.slowest,
        'refused, %': (seen.refused / seen.all.length) * 100,
        failed: seen.failed,
        'memory, MB': await memory(),
      };
      table.push(row);
      if (row['p99, ms'] > PATIENCE) break;
    }
  } finally {
    agent.destroy();
    await shop.kill('SIGTERM');
  }
  printTable(table);

  /** So many shoppers for so many seconds; what they saw once all had begun. */
  async function during(shoppers: number, lasting: number) {
    const times: Record<Deed, number[]> = { browse: [], search: [], part: [], cart: [], checkout: [] };
    let refused = 0;
    let failed = 0;
    const begun = performance.now() + MOST_REST;
    const until = begun + lasting * 1_000;
    const goShopping = async () => {
      const client = randomAddress();
      await rest(Math.random() * MOST_REST);
      while (performance.now() < until) {
        const deed = habit();
        const asked = performance.now();
        const status = await ask(deeds[deed](), client);
        if (asked > begun && asked < until) {
          times[deed].push(performance.now() - asked);
          if (status >= 500 || status === 0) failed += 1;
          else if (status >= 400) refused += 1;
        }
        await rest(LEAST_REST + Math.random() * (MOST_REST - LEAST_REST));
      }
    };
    await Promise.all(Array.from({ length: shoppers }, goShopping));
    const sorted = Object.entries(times).map(([deed, each]) => ({
      deed,
      p99: share(
        each.toSorted((a, b) => a - b),
        0.99,
      ),
    }));
    const [slowest] = sorted.toSorted((a, b) => b.p99 - a.p99);
    return {
      all: Object.values(times)
        .flat()
        .toSorted((a, b) => a - b),
      slowest: `${slowest?.deed} ${slowest?.p99.toFixed(0)} ms`,
      refused,
      failed,
    };
  }

  function ask({ path, body }: { path: string; body?: object }, client: string): Promise<number> {
    return new Promise((resolve) => {
      const sent = request(`${address}${path}`, {
        agent,
        method: body ? 'POST' : 'GET',
        headers: {
          'X-Forwarded-For': client,
          'Accept-Encoding': 'br',
          ...(body && { 'Content-Type': 'application/json', Origin: address }),
        },
      });
      sent.on('response', (response) => response.resume().on('end', () => resolve(response.statusCode ?? 0)));
      sent.on('error', () => resolve(0));
      sent.end(body && JSON.stringify(body));
    });
  }
}

function habit(): Deed {
  let left = Math.random() * 100;
  for (const [deed, percent] of Object.entries(HABITS)) {
    left -= percent;
    if (left < 0) return deed as Deed;
  }
  return 'part';
}

/** What a process keeps in memory. */
async function residentMegabytes(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
  return Number(stdout) / 1_024;
}
