import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { readProcessorTime } from '../tests/support/processor-time.ts';
import { atRate, median, printTable, summarize } from './measure.ts';
import { type BenchOptions, openShop, type Shop } from './shop.ts';

const SALES_PER_SECOND = 40;
const SELLERS = 4;
const BULK = 50_000;

/** Parts in one transaction of a bulk change or an import. */
const STEP = 500;
const TURNS = 15;

const COLUMNS = `part_name, oem_number, brand, category, description, vehicle_make, vehicle_model, vehicle_year, part_type,
  price, stock_quantity, origin, mileage, grade`;

/** Measures sales beside other work, and PostgreSQL's cost of changes. The work and the changes are rolled back. */
export async function benchWrites({ parts, seconds }: BenchOptions): Promise<void> {
  await using shop = await openShop({ parts });
  await printSales(shop, seconds);
  await printChanges(shop);
}

async function printSales(shop: Shop, seconds: number): Promise<void> {
  const rolledBack = (statement: string) => async () => {
    await shop.owner.query('begin');
    await shop.owner.query(statement);
    await shop.owner.query('rollback');
  };
  const works: Record<string, () => Promise<unknown>> = {
    nothing: () => pause(seconds * 1_000),
    [`a deletion of ${BULK}`]: rolledBack(`delete from parts_catalog where id in (
      select id from parts_catalog where category = 'Brakes' limit ${BULK})`),
    [`a load of ${BULK}`]: rolledBack(`insert into parts_catalog (${COLUMNS})
      select ${COLUMNS} from parts_catalog where category = 'Lighting' limit ${BULK}`),
  };
  const { rows: last } = await shop.owner.query<{ id: string }>(
    `select id from parts_catalog
     where stock_quantity = 1 and stock_held = 0 and category not in ('Brakes', 'General') limit 4000`,
  );
  const sellers = new pg.Pool({ connectionString: shop.databaseUrl, max: SELLERS });
  // One sale holds the last unit, and the next one releases it.
  const sell = (turn: number) =>
    sellers.query('update parts_catalog set stock_held = 1 - stock_held where id = $1', [
      last[Math.floor(turn / 2) % last.length]?.id,
    ]);
  const rows = [];
  for (const [beside, work] of Object.entries(works)) {
    const ended = new AbortController();
    const startedAt = performance.now();
    const selling = atRate(sell, { perSecond: SALES_PER_SECOND, signal: ended.signal });
    await work();
    const took = (performance.now() - startedAt) / 1_000;
    ended.abort();
    const { median: middle, p99, slowest } = summarize(await selling);
    rows.push({ beside, median: middle, p99, slowest, 'the work, s': took });
  }
  await sellers.query('update parts_catalog set stock_held = 0 where id = any ($1) and stock_held = 1', [
    last.map(({ id }) => id),
  ]);
  await sellers.end();
  console.log(`${SALES_PER_SECOND} sales of last units a second by ${SELLERS} connections, milliseconds.\n`);
  printTable(rows);
}

/** Ids of the parts replace $ids. */
const ADD = `insert into parts_catalog (${COLUMNS}) select ${COLUMNS} from parts_catalog where id = any ($ids)`;
const PRICE = 'update parts_catalog set price = price * 1.5, updated_at = now() where id = any ($ids)';
const SELL = 'update parts_catalog set stock_quantity = 0 where id = any ($ids)';
const DELETE = 'delete from parts_catalog where id = any ($ids)';

async function printChanges({ owner }: Shop): Promise<void> {
  const { rows: backends } = await owner.query<{ pid: number }>('select pg_backend_pid() as pid');
  const used = () => readProcessorTime(backends[0]?.pid ?? 0);
  /** Returns milliseconds of processor time of each step. */
  const change = async (statement: string, ids: readonly string[], step: number) => {
    const times = [];
    for (let place = 0; place < ids.length; place += step) {
      await owner.query('begin');
      const before = used();
      const some = ids.slice(place, place + step);
      await owner.query(statement.replaceAll('$ids', `'{${some.join(',')}}'::uuid[]`));
      await owner.query('set constraints all immediate');
      times.push(used() - before);
      await owner.query('rollback');
    }
    return times;
  };
  const one = async (name: string, statement: string) => {
    // The first statements plan those of triggers.
    const times = await change(statement, spread.slice(0, 5 + TURNS), 1);
    return { change: name, 'processor time, ms': median(times.slice(5)) };
  };
  const many = async (name: string, statement: string, ids: readonly string[], step = ids.length) => {
    const times = await change(statement, ids, step);
    return {
      change: `${name.replace('#', ids.length.toLocaleString('en-US'))}${step < ids.length ? `, ${step} at once` : ''}`,
      'processor time, ms': times.reduce((sum, time) => sum + time, 0),
    };
  };
  const read = async (statement: string) =>
    (await owner.query<{ id: string }>(statement)).rows.map(({ id }) => id);
  const spread = await read(
    'select id from parts_catalog where price > 0 and stock_quantity > stock_held order by md5(id::text) limit 10000',
  );
  // The parts are in the order of the panel's list.
  const listed = await read(
    'select id from parts_catalog where price > 0 order by part_name, id offset 5000 limit 50000',
  );
  const category = await read("select id from parts_catalog where category = 'Brakes' limit 70000");
  console.log('\nProcessor time of PostgreSQL, of one part medians.\n');
  printTable([
    await one('add a part', ADD),
    await one('change a price', PRICE),
    await one('sell the last unit', SELL),
    await one('delete a part', DELETE),
    await many('add # parts', ADD, spread),
    await many('change # prices', PRICE, listed, STEP),
    await many('delete the # parts of a category', DELETE, category),
  ]);
}
