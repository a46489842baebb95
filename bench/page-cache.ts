import { randomAddress } from '../tests/support/random-address.ts';
import { atRate, inTurns, load, printTable, summarize } from './measure.ts';
import { type BenchOptions, openShop } from './shop.ts';
import { createShopper, type Shopper, toPayment } from './shopper.ts';

const TURNS = 3;
const PER_SECOND = 100;
const METRICS_TOKEN = 'a-token-for-measurements-that-is-long-enough';

/**
 * Compares a shop with the page cache to one without it, in turns on the same database, while one purchase a second is paid.
 * Clients fill the cache for `minutes` first.
 */
export async function benchPageCache({ parts, seconds, minutes }: BenchOptions): Promise<void> {
  await using cached = await openShop({ parts, environment: { PAGE_CACHE_MB: '128', METRICS_TOKEN } });
  await using uncached = await openShop({
    parts,
    environment: { PAGE_CACHE_MB: '0', DATABASE_URL: cached.databaseUrl },
  });
  const shopper = await createShopper(cached);
  const duration = seconds * 5;
  const next = () => ({ path: shopper.next() });

  /** Returns the percentage of requests for public pages that found a kept page. */
  async function countHits<Result>(work: () => Promise<Result>): Promise<[result: Result, hits: number]> {
    const before = await readCounts(cached.address);
    const result = await work();
    const after = await readCounts(cached.address);
    const [hits, misses] = [after.hit - before.hit, after.miss - before.miss];
    return [result, (hits / (hits + misses)) * 100];
  }
  async function measureRate(cache: string) {
    const [times, hits] = await countHits(() =>
      atRate(shopper.visit, { perSecond: PER_SECOND, signal: AbortSignal.timeout(duration * 1_000) }),
    );
    const { median, p99 } = summarize(times);
    const bySecond = Array.from({ length: duration }, (_, second) =>
      summarize(times.slice(second * PER_SECOND, (second + 1) * PER_SECOND)),
    );
    const slowest = Math.max(...bySecond.map((figures) => figures.p99));
    return {
      cache,
      'hits, %': hits,
      'median, ms': median,
      'p99, ms': p99,
      'p99 of the slowest second': slowest,
    };
  }

  const closing = new AbortController();
  let paid = 0;
  const buy = async () => {
    if (await buyPart(cached.address, shopper)) paid += 1;
  };
  const buying = atRate(buy, { perSecond: 1, signal: closing.signal });
  const cold = await measureRate('cold');
  await load(cached, next, { seconds: minutes * 60 });
  const turns = await inTurns(TURNS, { 'with the cache': cached, 'without it': uncached }, async (shop) => {
    const [figures, hits] = await countHits(() => load(shop, next, { seconds: duration }));
    return { ...figures, hits: shop === cached ? hits : 0 };
  });
  const warm = await measureRate('warm');
  closing.abort();
  await buying;

  console.log(`${parts.toLocaleString('en-US')} parts, 16 clients, medians of ${TURNS} turns.\n`);
  const slowest = Math.min(...turns.map(([, { perSecond }]) => perSecond));
  printTable(
    turns.map(([shop, { perSecond, hits, p99, ...spent }]) => ({
      shop,
      'per second': perSecond,
      times: perSecond / slowest,
      'hits, %': hits,
      'p99, ms': p99,
      'shop, ms of CPU': spent.shop,
    })),
  );
  console.log(`\n${PER_SECOND} requests a second, ${paid} paid purchases in all:\n`);
  printTable([cold, warm]);
}

async function readCounts(address: string): Promise<Record<'hit' | 'miss', number>> {
  const response = await fetch(`${address}/metrics`, {
    headers: { Authorization: `Bearer ${METRICS_TOKEN}` },
  });
  const text = await response.text();
  const read = (result: string) =>
    Number(text.match(new RegExp(`^partyard_page_cache_requests_total.*${result}.* (\\d+)$`, 'm'))?.[1]);
  return { hit: read('hit'), miss: read('miss') };
}

/** Buys a part, and pays on the shop's test page. Returns false if the part is sold out. */
async function buyPart(address: string, shopper: Shopper): Promise<boolean> {
  const headers = { Origin: address, 'X-Forwarded-For': randomAddress() };
  const started = await fetch(`${address}/functions/v1/create-payment`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: toPayment(shopper.pickPart()),
  });
  if (!started.ok) return false;
  const { url } = (await started.json()) as { url: string };
  const body = new URLSearchParams({ email: 'buyer@example.com', choice: 'pay' });
  const paid = await fetch(url, { method: 'POST', headers, body, redirect: 'manual' });
  return paid.status < 400;
}
