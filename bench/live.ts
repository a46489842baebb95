import { Agent, type ClientRequest, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { partTopic } from '#domain/live.ts';
import { liveAddress } from '#domain/live-address.ts';
import { searchParts } from '#features/catalog/search/search-parts.server.ts';
import { randomAddress } from '../tests/support/random-address.ts';
import { BENCH_SECRET, type BenchOptions, type Catalogs } from './catalogs.ts';
import { measure, percentile, printTable } from './measure.ts';
import { runWatchedShop } from './watched-shop.ts';

const STREAMS = 5_000;
/** As many as a page of results shows. The first is the same for all. */
const PARTS_PER_PAGE = 24;
const CHANGES = 10;
const CHANGES_PER_SECOND = 100;
const PAGE = '/?make=Honda&model=Civic&year=2015&category=Brakes';

/** Measures open streams at rest, how fast a change reaches all of them, and what pages take meanwhile. */
export async function benchLive(catalogs: Catalogs, { seconds }: BenchOptions): Promise<void> {
  const { url, pools } = await catalogs.open(20_000);
  const { parts } = await searchParts(pools.public, {
    filters: { inStock: true },
    sort: 'name',
    limit: 1_000,
  });
  const ids = parts.map(({ id }) => id);
  const [shared = ''] = ids;
  const changeStock = (id: string) =>
    pools.as({ role: 'service_role' }, (transaction) =>
      transaction
        .updateTable('parts_catalog')
        .set(({ eb }) => ({ stock_quantity: eb('stock_quantity', '+', 1) }))
        .where('id', '=', id)
        .execute(),
    );

  await using shop = await runWatchedShop({
    DATABASE_URL: url,
    AUTH_SECRET: BENCH_SECRET,
    TRUST_PROXY: 'true',
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const fetchPage = () => get(`${shop.address}${PAGE}`, agent);
  await measure(fetchPage, { seconds: 1 });
  const pageAlone = await measure(fetchPage, { seconds });
  await wait(5_000);
  const before = await shop.watch(10);
  const streams: ClientRequest[] = [];
  let arrived: number[] = [];
  let messages = 0;
  try {
    for (let opened = 0; opened < STREAMS; opened += 100) {
      streams.push(
        ...(await Promise.all(
          Array.from({ length: 100 }, (_, index) => {
            const own = Array.from(
              { length: PARTS_PER_PAGE - 1 },
              (__, place) => ids[(opened + index * PARTS_PER_PAGE + place) % ids.length] ?? shared,
            );
            return openStream(shop.address, [shared, ...own], (text) => {
              messages += 1;
              if (text.includes(shared)) arrived.push(performance.now());
            });
          }),
        )),
      );
    }
    await wait(5_000);
    const rest = await shop.watch(10);
    console.log(
      `${STREAMS} streams of ${PARTS_PER_PAGE} parts each: ${(rest.megabytes - before.megabytes).toFixed(0)} MB more, ` +
        `${(rest.cpuPercent - before.cpuPercent).toFixed(1)} % of a core more at rest, longest turn ` +
        `${rest.longestTurn.toFixed(1)} ms (${before.longestTurn.toFixed(1)} ms without streams).\n`,
    );

    const times: number[] = [];
    const watchedChanges = shop.watch(CHANGES);
    for (let change = 0; change < CHANGES; change += 1) {
      arrived = [];
      const sentAt = performance.now();
      await changeStock(shared);
      await wait(1_000);
      times.push(...arrived.map((at) => at - sentAt));
    }
    const changes = await watchedChanges;
    times.sort((a, b) => a - b);

    const changing = setInterval(() => void changeStock(shared), 1_000);
    const pageMeanwhile = await measure(fetchPage, { seconds: Math.max(seconds, 5) });
    clearInterval(changing);

    await wait(1_000);
    messages = 0;
    const watchedMany = shop.watch(10);
    const until = performance.now() + 10_000;
    let made = 0;
    while (performance.now() < until) {
      await changeStock(ids[made % ids.length] ?? shared);
      made += 1;
      await wait(Math.max(0, made * (1_000 / CHANGES_PER_SECOND) - (10_000 - (until - performance.now()))));
    }
    const many = await watchedMany;

    printTable([
      {
        what: `one change to all ${STREAMS}`,
        'reached, %': (times.length / CHANGES / STREAMS) * 100,
        'median, ms': percentile(times, 0.5),
        'p99, ms': percentile(times, 0.99),
        'last, ms': times.at(-1) ?? 0,
        'longest turn, ms': changes.longestTurn,
      },
    ]);
    console.log();
    printTable([
      { page: 'without streams', 'p99, ms': pageAlone.p99, 'per second': pageAlone.perSecond },
      { page: 'one change a second', 'p99, ms': pageMeanwhile.p99, 'per second': pageMeanwhile.perSecond },
    ]);
    console.log(
      `\n${(made / 10).toFixed(0)} changes a second: ${(messages / STREAMS / 10).toFixed(1)} messages a second and stream, ` +
        `${many.cpuPercent.toFixed(0)} % of a core, longest turn ${many.longestTurn.toFixed(1)} ms.`,
    );
  } finally {
    for (const stream of streams) stream.destroy();
    agent.destroy();
  }
}

function openStream(
  address: string,
  ids: readonly string[],
  onMessage: (text: string) => void,
): Promise<ClientRequest> {
  return new Promise((resolve, reject) => {
    const sent = request(`${address}${liveAddress([...new Set(ids)].map(partTopic))}`, {
      agent: false,
      headers: { 'X-Forwarded-For': randomAddress() },
    });
    sent.once('error', reject);
    sent.once('response', (response) => {
      if (response.statusCode !== 200)
        return reject(new Error(`A stream was answered ${response.statusCode}`));
      sent.on('error', () => undefined);
      response.on('error', () => undefined);
      response.setEncoding('latin1').once('data', () => {
        resolve(sent);
        response.on('data', onMessage);
      });
    });
    sent.end();
  });
}

function get(url: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    request(
      url,
      { agent, headers: { 'X-Forwarded-For': randomAddress(), 'Accept-Encoding': 'br' } },
      (response) => {
        response.resume().on('end', resolve);
      },
    )
      .on('error', reject)
      .end();
  });
}
