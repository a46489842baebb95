import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SHOPPING_SERVICE, shopCapabilities, shoppingServices, UCP_VERSION } from '#core/agents/ucp.ts';
import { inTurns, measure, printTable } from './measure.ts';
import { type BenchOptions, openShop } from './shop.ts';

const TURNS = 5;
const PAGE = 24;

/** Each platform may ask so often (app/core/limits/limits.ts) that several share the requests. */
const PLATFORMS = 10;

const vehicle = { year: 2015, make: 'Honda', model: 'Civic' };
const car = 'make=Honda&model=Civic&year=2015&fits=true&sort=best';

/** What is searched -> the same question to GET /api/parts, and to the catalog of assistants. */
const questions: Record<string, { list: string; search: object }> = {
  'a word': { list: 'q=brake', search: { query: 'brake' } },
  'a category': { list: 'category=Brakes', search: { filters: { categories: ['Brakes'] } } },
  'a car and a category': {
    list: `${car}&category=Brakes`,
    search: { filters: { vehicle, categories: ['Brakes'] } },
  },
  'a car and a word': {
    list: 'q=brake&car=2015,Honda,Civic&only_fits=true',
    search: { query: 'brake', filters: { vehicle } },
  },
  'a text with a car': { list: 'q=2015+honda+civic+brake', search: { query: '2015 honda civic brake' } },
};

/** Compares the search of assistants with GET /api/parts, by one client, without the page cache. */
export async function benchAgents({ parts, seconds }: BenchOptions): Promise<void> {
  await using shop = await openShop({ parts, environment: { PAGE_CACHE_MB: '0' } });
  await using profiles = await startProfiles();
  const read = async (path: string, init?: RequestInit) => {
    const response = await fetch(shop.address + path, init);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.text();
  };
  const rows = [];
  for (const [question, { list, search }] of Object.entries(questions)) {
    const body = JSON.stringify({ ...search, pagination: { limit: PAGE } });
    const ways = {
      list: () => read(`/api/parts?${list}&limit=${PAGE}`),
      agents: (round: number) =>
        read('/api/ucp/catalog/search', {
          method: 'POST',
          headers: {
            'Content-Type': 'application/json',
            'UCP-Agent': `profile="${profiles.url}/${round % PLATFORMS}"`,
          },
          body,
        }),
    };
    const [[, byList] = [], [, byAgents] = []] = await inTurns(TURNS, ways, async (ask) => {
      const before = shop.readTimes();
      const { perSecond, median } = await measure(ask, { seconds: seconds / TURNS });
      const after = shop.readTimes();
      const spent = after.shop + after.database - before.shop - before.database;
      return { median, cost: spent / (perSecond * (seconds / TURNS)) };
    });
    const [first = Number.NaN, second = Number.NaN] = [byList?.cost, byAgents?.cost];
    rows.push({
      question,
      'GET /api/parts': first,
      search_catalog: second,
      'times the cost': second / first,
      'median, ms': byList?.median ?? Number.NaN,
      'of search_catalog': byAgents?.median ?? Number.NaN,
    });
  }
  console.log(
    `${parts.toLocaleString('en-US')} parts, pages of ${PAGE}, milliseconds of processor time for each request of one client, medians of ${TURNS} turns.\n`,
  );
  printTable(rows);
}

/** Serves the profiles of platforms that sign nothing. */
async function startProfiles() {
  const capabilities = Object.fromEntries(
    Object.entries(shopCapabilities).map(([name, described]) => [
      name,
      [{ version: UCP_VERSION, ...described }],
    ]),
  );
  const { spec, rest: schema } = shoppingServices;
  const services = { [SHOPPING_SERVICE]: [{ version: UCP_VERSION, spec, transport: 'rest', schema }] };
  const profile = JSON.stringify({
    ucp: { version: UCP_VERSION, services, capabilities, payment_handlers: {} },
  });
  const server = createServer((_, response) =>
    response
      .writeHead(200, { 'Content-Type': 'application/json', 'Cache-Control': 'public, max-age=3600' })
      .end(profile),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
