import type { Request } from './measure.ts';
import { compareServers, jsonLists, listPages } from './pages.ts';
import { type BenchOptions, openShop } from './shop.ts';

const PARTS = 20_000;

const EVERSHOP = 'http://localhost:3300';
const VENDURE = 'http://localhost:3100';
const vendureFields =
  'totalItems items { productId productName slug sku description priceWithTax { ... on SinglePrice { value } } inStock }';
const vendureList: Request = {
  path: '/shop-api',
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({
    query: `{ search(input: { collectionSlug: "brakes", take: 24, groupByProduct: true }) { ${vendureFields} } }`,
  }),
};

/** Other shops have 20,000 products each, on their usual ports. `like` names the pages of this shop to compare with. */
const peers: { name: string; address: string; request: Request; like: string[] }[] = [
  {
    name: 'EverShop, category',
    address: EVERSHOP,
    request: { path: '/brakes' },
    like: ['results', 'junkyard'],
  },
  {
    name: 'EverShop, search',
    address: EVERSHOP,
    request: { path: '/search?keyword=brake' },
    like: ['search'],
  },
  {
    name: 'EverShop, product',
    address: EVERSHOP,
    request: { path: process.env.EVERSHOP_PRODUCT ?? '/' },
    like: ['part'],
  },
  {
    name: 'Vendure, collection',
    address: VENDURE,
    request: vendureList,
    like: ['JSON of a vehicle', 'JSON of a category', 'JSON of all parts'],
  },
];

/** Measures pages and lists without the page cache, of one and of two processes, in turns with the peers on this machine. */
export async function benchPeers({ seconds }: BenchOptions): Promise<void> {
  const running: typeof peers = [];
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
