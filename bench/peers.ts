import type { Request } from './measure.ts';
import { compareServers, jsonLists, listPages } from './pages.ts';
import { type BenchOptions, openShop } from './shop.ts';

const PARTS = 20_000;

interface Peer {
  name: string;
  address: string;
  request: Request;
  /** The pages of this shop to compare with. */
  like: readonly string[];
}

const vendureFields =
  'totalItems items { productId productName slug sku description priceWithTax { ... on SinglePrice { value } } inStock }';

/** Other shops with 20,000 products each, on their usual ports. Those that do not run are left out. */
const peers: Peer[] = [
  {
    name: 'EverShop, category',
    address: 'http://localhost:3300',
    request: { path: '/brakes' },
    like: ['results', 'junkyard'],
  },
  {
    name: 'EverShop, search',
    address: 'http://localhost:3300',
    request: { path: '/search?keyword=brake' },
    like: ['search'],
  },
  {
    name: 'EverShop, product',
    address: 'http://localhost:3300',
    request: { path: process.env.EVERSHOP_PRODUCT ?? '/' },
    like: ['part'],
  },
  {
    name: 'Vendure, collection',
    address: 'http://localhost:3100',
    request: {
      path: '/shop-api',
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        query: `{ search(input: { collectionSlug: "brakes", take: 24, groupByProduct: true }) { ${vendureFields} } }`,
      }),
    },
    like: ['JSON of a vehicle', 'JSON of a category', 'JSON of all parts'],
  },
];

/** Pages and lists without the page cache, of one and of two processes, in turns with the peers that run on this machine. */
export async function benchPeers({ seconds }: BenchOptions): Promise<void> {
  const running: Peer[] = [];
  for (const peer of peers) if (await fetch(peer.address).catch(() => undefined)) running.push(peer);
  const environment = { PAGE_CACHE_MB: '0' };
  await using one = await openShop({ parts: PARTS, environment });
  await using two = await openShop({
    parts: PARTS,
    environment: { ...environment, WORKERS: '2', DATABASE_URL: one.databaseUrl },
  });
  const paths = { ...(await listPages(one)), ...jsonLists };
  const pages = Object.entries(paths).map(([page, path]) => [
    page,
    {
      'one process': { ...one, request: { path } },
      'two processes': { ...two, request: { path } },
      ...Object.fromEntries(
        running.filter(({ like }) => like.includes(page)).map((peer) => [peer.name, peer]),
      ),
    },
  ]);
  await compareServers(Object.fromEntries(pages), seconds);
}
