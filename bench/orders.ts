import pg from 'pg';
import { readOrdersQuery } from '#features/order-desk/orders-address.ts';
import { listOrders } from '#features/order-desk/list-orders.server.ts';
import { countViews } from '#features/order-desk/order-views.server.ts';
import { findNeighbors } from '#features/order-desk/find-neighbors.server.ts';
import type { Pools } from '#server/database/pools.ts';
import type { BenchOptions, Catalogs } from './catalogs.ts';
import { fillOrders } from './fill-orders.ts';
import { percentile, printTable } from './measure.ts';

const STAFF = '00000000-0000-4000-8000-00000000000d';
const timeZone = 'America/Los_Angeles';

/** Deep pages are reached by following this many. */
const DEEP_PAGE = 40;

export async function benchOrders(catalogs: Catalogs, { orders, seconds }: BenchOptions): Promise<void> {
  const { url, pools } = await catalogs.open(20_000, `orders_${orders}`);
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  try {
    await fillOrders(owner, orders, (line) => console.error(line));
    await owner.query(
      "insert into auth.users (id, name, email) values ($1, 'Stan', 'stan@example.com') on conflict do nothing",
      [STAFF],
    );
    await owner.query("insert into user_roles values ($1, 'staff') on conflict do nothing", [STAFF]);
    console.log(`${orders.toLocaleString('en-US')} orders, one client, pages of 25, milliseconds.\n`);
    const rows = [];
    for (const parameters of await chooseQueries(owner)) {
      rows.push(await measureQuery(pools, parameters, seconds));
    }
    rows.push(
      await time('the counts of all views', seconds, () =>
        asStaff(pools, (transaction) => countViews(transaction, { timeZone })),
      ),
    );
    printTable(rows);
    const slowest = rows.toSorted((one, other) => other.p95 - one.p95)[0];
    console.log(`\nSlowest p95: ${slowest?.p95.toFixed(0)} ms (${slowest?.query})`);
  } finally {
    await owner.end();
  }
}

type Work<T> = (transaction: Parameters<Parameters<Pools['as']>[1]>[0]) => Promise<T>;

const asStaff = <T>(pools: Pools, work: Work<T>) => pools.as({ role: 'authenticated', userId: STAFF }, work);

async function chooseQueries(owner: pg.Client): Promise<string[]> {
  const { rows } = await owner.query(
    `select number, email, right(phone, 4) as ending, phone, customer_name as name, shipments.tracking, oem_number as oem
     from orders join shipments on order_id = orders.id join order_lines on order_lines.order_id = orders.id
     where oem_number is not null and number > (select max(number) / 2 from orders) order by number limit 1`,
  );
  const some = rows[0];
  const days = (from: number, to: number) => {
    const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);
    return `from=${day(from)}&to=${day(to)}`;
  };
  const views = ['today', 'to-ship', 'overdue', 'shipped', 'problems', 'all'];
  const searches = [
    'brake',
    'michael',
    'brake michael smith',
    'featherstonehaugh',
    'zimmermann xiomara transmission',
    'michael 2012 honda',
    'qqqq',
    'a',
    'com',
    `PY-${some.number}`,
    some.email,
    some.ending,
    some.phone,
    some.name,
    some.tracking,
    some.oem,
  ];
  return [
    ...views.map((view) => `view=${view}`),
    ...['to_pack', 'packed', 'partly_shipped', 'shipped', 'delivered', 'canceled'].map(
      (state) => `view=all&state=${state}`,
    ),
    'view=all&fulfillment=pickup',
    'view=to-ship&fulfillment=pickup',
    `view=all&${days(400, 370)}`,
    `view=shipped&${days(1_000, 1_000)}`,
    `view=all&${days(1_090, 0)}`,
    `view=all&${days(900, 870)}&q=brake`,
    `view=all&${days(900, 900)}&q=featherstonehaugh`,
    ...searches.map((q) => `view=all&q=${encodeURIComponent(q)}`),
    ...['to-ship', 'problems', 'shipped'].flatMap((view) => [
      `view=${view}&q=brake`,
      `view=${view}&q=zimmermann`,
    ]),
    'view=all&state=canceled&q=brake',
    'view=all&state=canceled&q=zimmermann',
    'view=all&state=to_pack&q=michael',
  ];
}

async function measureQuery(pools: Pools, parameters: string, seconds: number) {
  const query = readOrdersQuery(new URLSearchParams(parameters));
  const list = () => asStaff(pools, (transaction) => listOrders(transaction, query, { timeZone }));
  const first = await time(decodeURIComponent(parameters), seconds, list);
  let pages = 1;
  for (; pages < DEEP_PAGE; pages += 1) {
    const { next } = await list();
    if (next === null) break;
    query.after = next;
  }
  const deep = await time('', seconds / 2, list);
  const { rows } = await list();
  const [row] = rows;
  const neighbors = row
    ? await time('', seconds / 2, () =>
        asStaff(pools, (transaction) =>
          findNeighbors(transaction, query, { number: row.number, shipBy: row.shipBy && '1' }, { timeZone }),
        ),
      )
    : undefined;
  return {
    ...first,
    p95: Math.max(first.p95, deep.p95),
    page: pages,
    'its median': deep.median,
    'its p95': deep.p95,
    'neighbors p95': neighbors?.p95 ?? 0,
  };
}

async function time(query: string, seconds: number, work: () => Promise<unknown>) {
  const times: number[] = [];
  await work();
  const until = performance.now() + seconds * 1_000;
  while (times.length < 5 || performance.now() < until) {
    const begun = performance.now();
    await work();
    times.push(performance.now() - begun);
  }
  times.sort((a, b) => a - b);
  return { query, median: percentile(times, 0.5), p95: percentile(times, 0.95) };
}
