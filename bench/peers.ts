import { runShop, type ShopProcess } from '../tests/support/run-shop.ts';
import { randomAddress } from '../tests/support/random-address.ts';
import { autocannon } from '../tools/measuring/measuring.ts';
import { bareServer } from './bare-server.ts';
import { BENCH_SECRET, type BenchOptions, type Catalogs } from './catalogs.ts';
import { median, printTable } from './measure.ts';
import { CLIENTS, listPages } from './pages.ts';

const PARTS = 20_000;
const TURNS = 3;

interface Peer {
  address: string;
  pages: Record<string, Question>;
}

interface Question {
  path: string;
  /** Of our own that is compared. */
  like: readonly string[];
  headers?: Record<string, string>;
  body?: string;
}

const fields =
  'totalItems items { productId productName slug sku description priceWithTax { ... on SinglePrice { value } } inStock }';

/** With 20,000 products each, on their usual ports. Those that do not run are left out. */
const peers: Record<string, Peer> = {
  EverShop: {
    address: 'http://localhost:3300',
    pages: {
      category: { path: '/brakes', like: ['results', 'junkyard'] },
      search: { path: '/search?keyword=brake', like: ['search'] },
      product: { path: process.env.EVERSHOP_PRODUCT ?? '/', like: ['part'] },
    },
  },
  Vendure: {
    address: 'http://localhost:3100',
    pages: {
      collection: {
        path: '/shop-api',
        like: ['JSON of a vehicle', 'JSON of a category', 'JSON of all parts'],
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          query: `{ search(input: { collectionSlug: "brakes", take: 24, groupByProduct: true }) { ${fields} } }`,
        }),
      },
    },
  },
  Medusa: {
    address: 'http://localhost:3200',
    pages: {
      prices: {
        path: `/store/products?limit=24&region_id=${process.env.MEDUSA_REGION}&fields=id,title,handle,thumbnail,*variants.calculated_price`,
        like: ['JSON of a vehicle', 'JSON of a category', 'JSON of all parts'],
        headers: { 'x-publishable-api-key': process.env.MEDUSA_KEY ?? '' },
      },
      word: {
        path: '/store/products?limit=24&q=brake',
        like: ['JSON of a word'],
        headers: { 'x-publishable-api-key': process.env.MEDUSA_KEY ?? '' },
      },
    },
  },
};

/** Pages and lists without the page cache, in turns with the peers that run on this machine. */
export async function benchPeers(catalogs: Catalogs, { seconds }: BenchOptions): Promise<void> {
  const catalog = await catalogs.open(PARTS);
  const environment = {
    DATABASE_URL: catalog.url,
    AUTH_SECRET: BENCH_SECRET,
    PAGE_CACHE_MB: '0',
    TRUST_PROXY: 'true',
  };
  const shops: Record<string, ShopProcess> = {
    'one process': runShop(environment),
    'two processes': runShop({ ...environment, WORKERS: '2' }),
  };
  await using bare = await bareServer(Buffer.alloc(12_288, 'x'), { 'Content-Type': 'application/json' });
  try {
    const rows = [];
    for (const [name, path] of Object.entries(await listQuestions(catalog))) {
      const asked: Record<string, Question & { address: string }> = {
        bare: { address: bare.url, path: '', like: [] },
      };
      for (const [label, shop] of Object.entries(shops))
        asked[label] = { address: await shop.ready(), path, like: [] };
      for (const [peer, { address, pages }] of Object.entries(peers)) {
        if (!(await isThere(address))) continue;
        for (const [page, question] of Object.entries(pages))
          if (question.like.includes(name)) asked[`${peer}, ${page}`] = { ...question, address };
      }
      const perSecond: Record<string, number[]> = {};
      for (let turn = 0; turn < TURNS; turn += 1)
        for (const [label, question] of Object.entries(asked))
          (perSecond[label] ??= []).push(await ask(question, seconds));
      const { bare: ceiling = [], ...others } = perSecond;
      for (const [label, counts] of Object.entries(others))
        rows.push({
          page: name,
          server: label,
          'per second': median(counts),
          'of a bare server, %': (median(counts) / median(ceiling)) * 100,
          'times as many in two processes': median(perSecond['two processes'] ?? []) / median(counts),
          'times as many in one process': median(perSecond['one process'] ?? []) / median(counts),
        });
    }
    console.log(
      `${PARTS.toLocaleString('en-US')} products, ${CLIENTS} clients, medians of ${TURNS} turns.\n`,
    );
    printTable(rows);
  } finally {
    await Promise.all(Object.values(shops).map((shop) => shop.kill('SIGTERM')));
  }
}

async function listQuestions(catalog: Parameters<typeof listPages>[0]): Promise<Record<string, string>> {
  return {
    ...(await listPages(catalog)),
    'JSON of a vehicle': '/api/parts?make=Honda&model=Civic&year=2015&category=Brakes',
    'JSON of a category': '/api/parts?category=Brakes',
    'JSON of all parts': '/api/parts',
    'JSON of a word': '/api/parts?q=brake',
  };
}

async function isThere(address: string): Promise<boolean> {
  return await fetch(address).then(
    () => true,
    () => false,
  );
}

/** Uses many addresses of clients, because servers limit each of them. */
async function ask(
  { address, path, headers, body }: Question & { address: string },
  seconds: number,
): Promise<number> {
  const requests = Array.from({ length: 4_096 }, () => ({
    headers: { ...headers, 'X-Forwarded-For': randomAddress() },
    ...(body !== undefined && { method: 'POST' as const, body }),
  }));
  const options = { url: address + path, connections: CLIENTS, requests, timeout: 30 };
  await autocannon({ ...options, duration: 2 });
  const result = await autocannon({ ...options, duration: Math.ceil(seconds) });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${address + path} failed under load: ${result.non2xx}, ${result.errors}.`);
  return result.requests.average;
}
