import type pg from 'pg';
import { listOrders } from '#core/orders/list-orders.server.ts';
import { countViews } from '#core/orders/order-views.server.ts';
import { ordersList } from '#core/orders/orders-address.ts';
import { countWaiting } from '#desk/today/count-waiting.server.ts';
import { countOpenAlerts, readForAdmins, readToDo } from '#desk/today/read-today.server.ts';
import type { Pools } from '#server/database/pools.ts';
import { fillOrders } from '../tests/support/fill-orders.ts';
import { measure, printTable } from './measure.ts';
import { type BenchOptions, openShop, openShopPools } from './shop.ts';

const STAFF = '00000000-0000-4000-8000-00000000000d';
const timeZone = 'America/Los_Angeles';

/** The deep page of a list is this one, or the list's last. */
const DEEP_PAGE = 40;

/** Measures lists and searches of the order desk without HTTP. */
export async function benchOrders({ orders, seconds }: BenchOptions): Promise<void> {
  await using shop = await openShop({ parts: 20_000, name: `orders-${orders}` });
  await using pools = await openShopPools(shop);
  const { owner } = shop;
  await fillOrders(owner, orders, (line) => console.error(line));
  await owner.query(
    `insert into auth.users (id, name, email) values ('${STAFF}', 'Stan', 'stan@example.com') on conflict do nothing;
     insert into user_roles values ('${STAFF}', 'staff') on conflict do nothing`,
  );
  const rows = [];
  for (const parameters of await chooseQueries(owner))
    rows.push(await measureQuery(pools, parameters, seconds));
  const counts = await measure(() => asStaff(pools, (transaction) => countViews(transaction, { timeZone })), {
    seconds,
  });
  rows.push({ query: 'the counts of all views', median: counts.median, p95: counts.p95 });
  const today = await measure(
    () =>
      asStaff(pools, async (transaction) => {
        await readToDo(transaction, { timeZone });
        await countOpenAlerts(transaction);
        await countWaiting(transaction, { timeZone });
      }),
    { seconds },
  );
  rows.push({ query: 'Today of staff', median: today.median, p95: today.p95 });
  await owner.query(`update user_roles set role = 'admin' where user_id = '${STAFF}'`);
  const day = new Date().toISOString().slice(0, 10);
  const forAdmins = await measure(
    () => asStaff(pools, (transaction) => readForAdmins(transaction, { today: day, timeZone })),
    { seconds },
  );
  await owner.query(`update user_roles set role = 'staff' where user_id = '${STAFF}'`);
  rows.push({ query: 'what Today adds for admins', median: forAdmins.median, p95: forAdmins.p95 });
  console.log(`${orders.toLocaleString('en-US')} orders, one client, pages of 25, milliseconds.\n`);
  printTable(rows);
}

type Work<T> = (transaction: Parameters<Parameters<Pools['as']>[1]>[0]) => Promise<T>;

const asStaff = <T>(pools: Pools, work: Work<T>) => pools.as({ role: 'authenticated', userId: STAFF }, work);

async function chooseQueries(owner: pg.Client): Promise<string[]> {
  const { rows } = await owner.query<Record<string, string>>(
    `select 'PY-' || number as number, email, right(phone, 4) as ending, phone, customer_name, shipments.tracking, oem_number
     from orders join shipments on order_id = orders.id join order_lines on order_lines.order_id = orders.id
     where oem_number is not null and number > (select max(number) / 2 from orders) order by number limit 1`,
  );
  const days = (from: number, to: number) => {
    const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);
    return `from=${day(from)}&to=${day(to)}`;
  };
  const views = ['today', 'to-ship', 'overdue', 'on-hold', 'shipped', 'problems', 'all'];
  const states = ['to_pack', 'packed', 'partly_shipped', 'shipped', 'delivered', 'canceled'];
  const texts =
    'brake,michael,brake michael smith,featherstonehaugh,zimmermann xiomara transmission,michael 2012 honda,qqqq,a,com';
  return [
    ...views.map((view) => `view=${view}`),
    ...states.map((state) => `view=all&state=${state}`),
    'view=all&fulfillment=pickup',
    'view=to-ship&fulfillment=pickup',
    `view=all&${days(400, 370)}`,
    `view=shipped&${days(1_000, 1_000)}`,
    `view=all&${days(1_090, 0)}`,
    `view=all&${days(900, 870)}&q=brake`,
    `view=all&${days(900, 900)}&q=featherstonehaugh`,
    ...[...texts.split(','), ...Object.values(rows[0] ?? {})].map(
      (q) => `view=all&q=${encodeURIComponent(q)}`,
    ),
    ...['view=to-ship', 'view=problems', 'view=shipped', 'view=all&state=canceled'].flatMap((list) => [
      `${list}&q=brake`,
      `${list}&q=zimmermann`,
    ]),
    'view=all&state=to_pack&q=michael',
  ];
}

async function measureQuery(pools: Pools, parameters: string, seconds: number) {
  const query = ordersList.read(new URLSearchParams(parameters));
  const list = () => asStaff(pools, (transaction) => listOrders(transaction, query, { timeZone }));
  const first = await measure(list, { seconds });
  let page = 1;
  for (; page < DEEP_PAGE; page += 1) {
    const { next } = await list();
    if (next === null) break;
    query.after = next;
  }
  const deep = await measure(list, { seconds });
  return {
    query: decodeURIComponent(parameters),
    median: first.median,
    p95: Math.max(first.p95, deep.p95),
    'deep page': page,
    'its median': deep.median,
    'its p95': deep.p95,
  };
}
