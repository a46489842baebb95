import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { partAddress } from '#domain/part-address.ts';
import { randomAddress } from '../tests/support/random-address.ts';
import { runShop } from '../tests/support/run-shop.ts';
import { startStripeStandIn } from '../tests/support/stripe-stand-in.ts';
import { BENCH_SECRET, type BenchOptions, type Catalog, type Catalogs } from './catalogs.ts';
import { editParts } from './edit-parts.ts';
import { median, percentile, printTable } from './measure.ts';

const CLIENTS = 16;
const TURNS = 3;

/** Of shoppers, besides the clients that send one request after the other. */
const RATE = 100;

/** The parts that are asked for: of more, most would never be. */
const MAX_PARTS = 100_000;

const STRIPE = { secretKey: 'sk_test_bench', webhookSecret: 'whsec_bench' };

/** Percent of all requests. */
const KIND_PERCENTAGES = { part: 40, list: 20, search: 20, home: 5, cart: 10, user: 5 } as const;
type Kind = keyof typeof KIND_PERCENTAGES;
const PUBLIC = new Set<Kind>(['part', 'list', 'search', 'home']);

const WORDS =
  'brake pads,alternator,headlight,wiper,door,mirror,starter,bumper,hood,brake,rotor,radiator'.split(',');

/**
 * Requests by Zipf's law (exponent 1), and one paid purchase a second. With the page cache in turns with a shop without it. A page
 * can only be kept if it was requested before, so hits are also shown as a share of those requests. `--minutes` fills the cache first.
 * `--edits` changes as many parts a minute, too.
 */
export async function benchPageCache(
  catalogs: Catalogs,
  { parts, seconds, minutes, edits }: BenchOptions,
): Promise<void> {
  const catalog = await catalogs.open(parts);
  const shopper = await createShopper(catalog);
  await using stripe = await startStripeStandIn(STRIPE);
  const start = async (megabytes: string) => {
    const shop = runShop({
      DATABASE_URL: catalog.url,
      AUTH_SECRET: BENCH_SECRET,
      TRUST_PROXY: 'true',
      PAGE_CACHE_MB: megabytes,
      LOG_LEVEL: 'info',
      STRIPE_SECRET_KEY: STRIPE.secretKey,
      STRIPE_WEBHOOK_SECRET: STRIPE.webhookSecret,
      STRIPE_API_BASE: stripe.url,
    });
    const address = await shop.ready();
    const countKept = () => shop.lines.filter((line) => line.includes('"kept":true')).length;
    return { shop, address, countKept };
  };
  const [cached, plain] = await Promise.all([start('128'), start('0')]);
  stripe.webhookUrl = `${cached.address}/functions/v1/payment-webhook`;
  const sales = new AbortController();
  let sold = 0;
  const selling = (async () => {
    while (!sales.signal.aborted) {
      const startedAt = performance.now();
      if (await buy(cached.address, shopper)) sold += 1;
      await pause(Math.max(0, startedAt + 1_000 - performance.now()));
    }
  })();
  const owner =
    edits > 0
      ? editParts(catalog.url, () => shopper.pickPart().id, { edits, signal: sales.signal })
      : undefined;
  try {
    console.log(`${parts.toLocaleString('en-US')} parts, ${shopper.description}, ${edits} edits a minute.\n`);
    const known = new Set<string>();
    const cold = await openLoop(cached.address, shopper, { seconds: seconds * 5, known });
    await closedLoop(cached.address, shopper, { seconds: minutes * 60, known });
    const turns = [];
    for (let turn = 0; turn < TURNS; turn += 1) {
      const before = cached.countKept();
      const withCache = await closedLoop(cached.address, shopper, { seconds: seconds * 5, known });
      const hits = cached.countKept() - before;
      const without = await closedLoop(plain.address, shopper, { seconds: seconds * 5, known: new Set() });
      turns.push({ ...withCache, hits, without: without.perSecond });
    }
    const before = cached.countKept();
    const warm = await openLoop(cached.address, shopper, { seconds: seconds * 5, known });
    const hits = (cached.countKept() - before) / warm.publicPages;
    console.log(`One request after the other, ${CLIENTS} clients:\n`);
    printTable(
      turns.map((turn) => ({
        'requested before, %': (turn.repeated / turn.publicPages) * 100,
        'hits, %': (turn.hits / turn.publicPages) * 100,
        'hits of requested before, %': (turn.hits / turn.repeated) * 100,
        'with the cache, per second': turn.perSecond,
        'without, per second': turn.without,
        times: turn.perSecond / turn.without,
      })),
    );
    console.log(`\nMedian: ${median(turns.map((turn) => turn.perSecond / turn.without)).toFixed(1)} times.`);
    console.log(`\n${RATE} requests a second:\n`);
    printTable([
      { cache: 'cold', 'hits, %': '', ...cold.times },
      { cache: 'warm', 'hits, %': (hits * 100).toFixed(1), ...warm.times },
    ]);
    console.log(`\n${sold} purchases were paid. Failed requests: ${cold.failed + warm.failed}.`);
  } finally {
    sales.abort();
    await Promise.all([selling, owner]);
    await Promise.all([cached.shop.kill('SIGTERM'), plain.shop.kill('SIGTERM')]);
  }
}

interface OfferedPart {
  id: string;
  name: string;
  make: string;
  model: string;
  year: number;
  category: string;
  cents: number;
}

interface Shopper {
  description: string;
  pickPart: () => OfferedPart;
  next: () => { kind: Kind; path: string };
}

async function createShopper({ pools }: Catalog): Promise<Shopper> {
  // In the order of their ids, which are random.
  const rows = await pools.public
    .selectFrom('parts_catalog')
    .select(['id', 'part_name', 'vehicle_make', 'vehicle_model', 'vehicle_year', 'category', 'price'])
    .where('vehicle_make', 'is not', null)
    .where('vehicle_model', 'is not', null)
    .where('vehicle_year', 'is not', null)
    .where('price', '>', '0')
    .orderBy('id')
    .limit(MAX_PARTS)
    .execute();
  const parts = rows.map((row): OfferedPart => ({
    id: row.id,
    name: row.part_name,
    make: row.vehicle_make ?? '',
    model: row.vehicle_model ?? '',
    year: row.vehicle_year ?? 0,
    category: row.category,
    cents: Math.round(Number(row.price) * 100),
  }));
  const lists = [
    ...new Set(
      parts.map(
        ({ make, model, year, category }) =>
          `/?${new URLSearchParams({ make, model, year: String(year), category })}`,
      ),
    ),
  ];
  const names = [...new Set(parts.flatMap(({ make, model }) => ['', make, model]))];
  const searches = names.flatMap((name) => WORDS.map((word) => `${name} ${word}`.trim()));
  const pickPart = byZipf(parts);
  const pickList = byZipf(lists);
  const pickSearch = byZipf(searches.toSorted((a, b) => shuffled(a) - shuffled(b)));
  const paths: Record<Kind, () => string> = {
    part: () => partAddress(pickPart()),
    list: pickList,
    search: () => `/junkyard?${new URLSearchParams({ q: pickSearch() })}`,
    home: () => '/',
    cart: () => (Math.random() < 0.5 ? '/cart' : `/functions/v1/own-holds`),
    user: () => '/auth/v1/user',
  };
  return {
    description: `${parts.length} parts, ${lists.length} lists and ${searches.length} searches by Zipf's law`,
    pickPart,
    next() {
      const kind = pickKind();
      return { kind, path: paths[kind]() };
    },
  };
}

/** The same sequence in each run. */
function shuffled(text: string): number {
  let number = 7;
  for (const character of text) number = (Math.imul(number, 31) + character.charCodeAt(0)) | 0;
  return Math.imul(number, 2_654_435_761) >>> 0;
}

/** The n-th of a list is picked 1/n as often as the first. */
function byZipf<T>(list: readonly T[]): () => T {
  const sums: number[] = [];
  for (let rank = 1; rank <= list.length; rank += 1) sums.push((sums.at(-1) ?? 0) + 1 / rank);
  return () => {
    const at = Math.random() * (sums.at(-1) ?? 0);
    let [from, to] = [0, sums.length - 1];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((sums[middle] ?? 0) < at) from = middle + 1;
      else to = middle;
    }
    return list[from] as T;
  };
}

function pickKind(): Kind {
  let left = Math.random() * 100;
  for (const [kind, percent] of Object.entries(KIND_PERCENTAGES)) {
    left -= percent;
    if (left < 0) return kind as Kind;
  }
  return 'part';
}

const agent = new Agent({ keepAlive: true, maxSockets: Infinity });

/** Resolves with the status of the answer, or 0 without an answer. */
function send(url: string, body?: object): Promise<{ status: number; text: string }> {
  return new Promise((resolve) => {
    const sent = request(url, {
      agent,
      method: body ? 'POST' : 'GET',
      headers: {
        'X-Forwarded-For': randomAddress(),
        ...(body
          ? { 'Content-Type': 'application/json', Origin: new URL(url).origin }
          : { 'Accept-Encoding': 'gzip, deflate, br, zstd' }),
      },
    });
    sent.on('response', (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => {
        if (body) text += String(chunk);
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    sent.on('error', () => resolve({ status: 0, text: '' }));
    sent.end(body && JSON.stringify(body));
  });
}

interface LoopOptions {
  seconds: number;
  /** The public pages that were requested before. */
  known: Set<string>;
}

async function closedLoop(address: string, shopper: Shopper, { seconds, known }: LoopOptions) {
  const until = performance.now() + seconds * 1_000;
  let count = 0;
  let publicPages = 0;
  let repeated = 0;
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      while (performance.now() < until) {
        const { kind, path } = shopper.next();
        const { status } = await send(address + path);
        if (status >= 500 || status === 0) throw new Error(`${path} was answered ${status}.`);
        count += 1;
        if (!PUBLIC.has(kind)) continue;
        publicPages += 1;
        if (known.has(path)) repeated += 1;
        known.add(path);
      }
    }),
  );
  return { perSecond: count / seconds, publicPages, repeated };
}

/** Sends requests at their times, whether or not earlier ones were answered. */
async function openLoop(address: string, shopper: Shopper, { seconds, known }: LoopOptions) {
  const bySecond: number[][] = Array.from({ length: Math.ceil(seconds) }, () => []);
  const startedAt = performance.now();
  let failed = 0;
  let publicPages = 0;
  const answers = [];
  const receive = async (path: string, { due, second }: { due: number; second: number }) => {
    const { status } = await send(address + path);
    if (status >= 500 || status === 0) failed += 1;
    bySecond[second]?.push(performance.now() - due);
  };
  for (let sent = 0; sent < seconds * RATE; sent += 1) {
    const due = startedAt + (sent * 1_000) / RATE;
    const wait = due - performance.now();
    if (wait > 0) await pause(wait);
    const { kind, path } = shopper.next();
    if (PUBLIC.has(kind)) {
      publicPages += 1;
      known.add(path);
    }
    answers.push(receive(path, { due, second: Math.floor(sent / RATE) }));
  }
  await Promise.all(answers);
  const sort = (times: number[]) => times.toSorted((a, b) => a - b);
  const all = sort(bySecond.flat());
  return {
    failed,
    publicPages,
    times: {
      'median, ms': percentile(all, 0.5),
      'p99, ms': percentile(all, 0.99),
      'p99 of the slowest second, ms': Math.max(...bySecond.map((times) => percentile(sort(times), 0.99))),
    },
  };
}

/** Buys a part and pays on the stand-in's page, which tells the shop. */
async function buy(address: string, shopper: Shopper): Promise<boolean> {
  const { id, name, cents } = shopper.pickPart();
  const { status, text } = await send(`${address}/functions/v1/create-payment`, {
    items: [{ id, name, amountCents: cents, quantity: 1 }],
    currency: 'usd',
    shippingCents: cents > 10_000 ? 0 : 1_500,
    taxCents: Math.round(cents * 0.08),
  });
  // Another may be sold out.
  if (status !== 200) return false;
  const { url } = JSON.parse(text) as { url: string };
  const paid = await fetch(url, { method: 'POST', redirect: 'manual' });
  return paid.status === 303;
}
