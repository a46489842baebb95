import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { centsFromDollars } from '#domain/money.ts';
import { randomAddress } from '../tests/support/random-address.ts';
import { runShop } from '../tests/support/run-shop.ts';
import { BENCH_SECRET, type BenchOptions, type Catalogs } from './catalogs.ts';
import { percentile, printTable } from './measure.ts';
import { pickAction, readOffered, type Shopping, startShopping, toCheckout } from './shopping.ts';

const PARTS = 20_000;
const CLIENTS = 32;
const SHOPPERS = 200;
const PIECES = 1_000_000;

/** Without payments: those are measured. */
const BROWSING = { browse: 35, search: 20, part: 30, cart: 12 };

const SECRETS = { secretKey: 'sk_test_bench', webhookSecret: 'whsec_bench' };

interface Part {
  id: string;
  name: string;
  priceCents: number;
}

/** Payments begun per second, with a provider on loopback, alone and beside shoppers. */
export async function benchCheckout(catalogs: Catalogs, { seconds }: BenchOptions): Promise<void> {
  const { url, pools } = await catalogs.open(PARTS, 'checkout');
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  await reset(owner);
  const offered = await readOffered(pools);
  const { rows } = await owner.query<{ id: string; part_name: string; price: string }>(
    'select id, part_name, price from parts_catalog where price > 0 and stock_quantity > 0 order by random()',
  );
  const parts = rows.map((row) => ({
    id: row.id,
    name: row.part_name,
    priceCents: centsFromDollars(row.price),
  }));
  const popular = parts.pop() as Part;
  await owner.query('update parts_catalog set stock_quantity = $2 where id = $1', [popular.id, PIECES]);

  const provider = fork(join(import.meta.dirname, 'stripe-process.ts'));
  provider.send(SECRETS);
  const [apiBase] = (await once(provider, 'message')) as [string];
  const shop = runShop({
    DATABASE_URL: url,
    AUTH_SECRET: BENCH_SECRET,
    TRUST_PROXY: 'true',
    LOG_LEVEL: 'error',
    STRIPE_SECRET_KEY: SECRETS.secretKey,
    STRIPE_WEBHOOK_SECRET: SECRETS.webhookSecret,
    STRIPE_API_BASE: apiBase,
  });
  const shopping = startShopping(await shop.ready(), offered);
  const turns = [
    { name: 'different parts', onePart: false, shoppers: 0 },
    { name: 'one part', onePart: true, shoppers: 0 },
    { name: `different parts, ${SHOPPERS} shoppers`, onePart: false, shoppers: SHOPPERS },
    { name: `one part, ${SHOPPERS} shoppers`, onePart: true, shoppers: SHOPPERS },
  ];
  const table = [];
  try {
    await buy(shopping, { seconds: 2, next: () => parts.pop() });
    for (const { name, onePart, shoppers } of turns) {
      const browsing = browse(shopping, shoppers);
      const { times, statuses } = await buy(shopping, {
        seconds,
        next: onePart ? () => popular : () => parts.pop(),
      });
      browsing.stop();
      table.push({
        buyers: name,
        'per second': (statuses.get(200) ?? 0) / seconds,
        'median, ms': percentile(times, 0.5),
        'p99, ms': percentile(times, 0.99),
        'shoppers p99, ms': await browsing.p99,
        'answered 503': statuses.get(503) ?? 0,
        others: [...statuses].filter(([status]) => status !== 200 && status !== 503).join(' '),
      });
    }
  } finally {
    shopping.close();
    await shop.kill('SIGTERM');
    provider.kill();
    await reset(owner);
    await owner.end();
  }
  console.log(
    `${PARTS.toLocaleString('en-US')} parts, ${CLIENTS} buyers who each begin their next payment at once.\n`,
  );
  printTable(table);
}

/** Removes what the last run has written. */
async function reset(owner: pg.Client): Promise<void> {
  await owner.query('truncate orders, limits, live_changes cascade');
  await owner.query('update parts_catalog set stock_held = 0 where stock_held > 0');
  await owner.query('vacuum analyze');
}

/** Each buyer is another visitor. */
async function buy(
  shopping: Shopping,
  { seconds, next }: { seconds: number; next: () => Part | undefined },
): Promise<{ times: number[]; statuses: Map<number, number> }> {
  const times: number[] = [];
  const statuses = new Map<number, number>();
  const until = performance.now() + seconds * 1_000;
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      for (let part = next(); part && performance.now() < until; part = next()) {
        const sentAt = performance.now();
        const status = await shopping.send(toCheckout(part), randomAddress());
        times.push(performance.now() - sentAt);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    }),
  );
  return { times: times.toSorted((a, b) => a - b), statuses };
}

/** Each shopper waits 1 to 5 seconds between pages. */
function browse(shopping: Shopping, shoppers: number): { stop(): void; p99: Promise<number> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const times: number[] = [];
  const goShopping = async () => {
    const client = randomAddress();
    await pause(Math.random() * 3_000, undefined, { signal });
    while (!signal.aborted) {
      const sentAt = performance.now();
      await shopping.act(pickAction(BROWSING), client);
      times.push(performance.now() - sentAt);
      await pause(1_000 + Math.random() * 4_000, undefined, { signal });
    }
  };
  const ended = Promise.allSettled(Array.from({ length: shoppers }, goShopping));
  return {
    stop: () => stopping.abort(),
    p99: ended.then(() =>
      percentile(
        times.toSorted((a, b) => a - b),
        0.99,
      ),
    ),
  };
}
