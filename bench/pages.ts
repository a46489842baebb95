import { startBareServer } from './bare-server.ts';
import { inTurns, load, printTable, type Request } from './measure.ts';
import { type BenchOptions, openCopies, type Shop } from './shop.ts';

const TURNS = 3;

const VEHICLE = new URLSearchParams({ make: 'Honda', model: 'Civic', year: '2015', category: 'Brakes' });
const RESULTS = `/?${VEHICLE}`;

export const jsonLists = {
  'JSON of a vehicle': `/api/parts?${VEHICLE}`,
  'JSON of a category': '/api/parts?category=Brakes',
  'JSON of all parts': '/api/parts',
  'JSON of a word': '/api/parts?q=brake',
};

/** Lists public pages of a shop by name. Copies of the project have other parts. */
export async function listPages(shop: Shop) {
  return {
    results: RESULTS,
    part: (await findPart(shop)).path,
    search: '/junkyard?q=brake',
    junkyard: '/junkyard',
  };
}

/** Finds a part with several units. */
export async function findPart({ address, owner }: Shop) {
  const { rows } = await owner.query<{ id: string; name: string }>(
    `select id, part_name as name from parts_catalog where price > 0 and stock_quantity > 3
     order by part_name, id limit 1`,
  );
  const { id = '', name = '' } = rows[0] ?? {};
  // A redirect leads to the address with the part's name.
  const { url } = await fetch(`${address}/part/${id}`);
  return { id, name, path: new URL(url).pathname };
}

interface Server extends Pick<Shop, 'address'>, Partial<Pick<Shop, 'readTimes'>> {
  request: Request;
}

/** Prints how many pages servers send, all in turns with a bare server. */
export async function compareServers(
  pages: Record<string, Record<string, Server>>,
  seconds: number,
): Promise<void> {
  await using bare = await startBareServer();
  const rows = [];
  for (const [page, servers] of Object.entries(pages)) {
    const all = { bare: { address: bare.address, request: { path: '/' } }, ...servers };
    const [[, most] = [], ...measured] = await inTurns(TURNS, all, (server) =>
      load(server, server.request, { seconds }),
    );
    const first = measured[0]?.[1].perSecond ?? Number.NaN;
    for (const [server, { perSecond, p99, shop, database }] of measured)
      rows.push({
        page,
        server,
        'per second': perSecond,
        'first server, times as many': first / perSecond,
        'of a bare server, %': (perSecond / (most?.perSecond ?? Number.NaN)) * 100,
        'p99, ms': p99,
        'shop, ms of CPU': shop,
        'database, ms of CPU': database,
      });
  }
  console.log(`16 clients, medians of ${TURNS} turns.\n`);
  printTable(rows);
}

/** Measures a page from the page cache, and rendered pages. */
export async function benchPages(options: BenchOptions): Promise<void> {
  await compareCopies(options, { PAGE_CACHE_MB: '128' }, async () => ({ 'results, kept': RESULTS }));
  console.log();
  await compareCopies(options, { PAGE_CACHE_MB: '0' }, listPages);
}

/** Measures lists as JSON without the page cache. */
export async function benchApiParts(options: BenchOptions): Promise<void> {
  await compareCopies(options, { PAGE_CACHE_MB: '0' }, async () => jsonLists);
}

async function compareCopies(
  { parts, against, seconds }: BenchOptions,
  environment: Record<string, string>,
  list: (shop: Shop) => Promise<Record<string, string>>,
): Promise<void> {
  await using copies = await openCopies({ parts, against, environment });
  const headers = { 'Accept-Encoding': 'br' };
  const pages: Record<string, Record<string, Server>> = {};
  for (const [copy, shop] of Object.entries(copies.shops))
    for (const [page, path] of Object.entries(await list(shop)))
      (pages[page] ??= {})[copy] = { ...shop, request: { path, headers } };
  console.log(`${parts.toLocaleString('en-US')} parts.`);
  await compareServers(pages, seconds);
}
