import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { checkSearch } from '#server/search/check-search.ts';
import type { BenchOptions, Catalogs } from './catalogs.ts';
import { printChanges } from './changes.ts';
import { percentile, printTable } from './measure.ts';

const CLIENTS = 4;
const INTERVAL_MS = 100;
const BULK = 50_000;
const CHUNKS = 5;

/**
 * Measures sales of last items alone, during bulk changes (rolled back), and during maintenance of the index, and what changes
 * cost.
 */
export async function benchWrites(catalogs: Catalogs, { parts, seconds }: BenchOptions): Promise<void> {
  const { url } = await catalogs.open(parts);
  console.log(
    `${parts.toLocaleString('en-US')} parts, ${CLIENTS} clients that sell and return last items, milliseconds.\n`,
  );
  const rolledBack = (statement: string) => async (client: pg.Client) => {
    await client.query('begin');
    await client.query(statement);
    await client.query('rollback');
  };
  const changes: Record<string, (client: pg.Client) => Promise<unknown>> = {
    nothing: () => wait(seconds * 1_000),
    [`a deletion of ${BULK}`]: rolledBack(`delete from parts_catalog where id in (
      select id from parts_catalog where category = 'Brakes' limit ${BULK})`),
    [`a load of ${BULK}`]:
      rolledBack(`insert into parts_catalog (part_name, oem_number, brand, category, description,
        vehicle_make, vehicle_model, vehicle_year, part_type, price, stock_quantity)
      select part_name, oem_number, brand, category, description, vehicle_make, vehicle_model, vehicle_year, part_type,
        price, stock_quantity
      from parts_catalog where category = 'Lighting' limit ${BULK}`),
    'a fold of the stock': (client) => client.query('select fold_search_stock()'),
    [`a check of ${CHUNKS} chunks`]: (client) => {
      let checked = 0;
      return checkSearch(async (statement) => (await client.query(statement)).rows, {
        shouldContinue: () => (checked += 1) <= CHUNKS,
      });
    },
    [`a rebuild of ${CHUNKS} chunks`]: async (client) => {
      const { rows } = await client.query(
        `select format('select search_divide_chunk(%s)', chunk) as statement
         from search_chunks order by chunk limit ${CHUNKS}`,
      );
      for (const { statement } of rows) await client.query(statement);
    },
  };
  const rows = [];
  for (const [beside, change] of Object.entries(changes)) {
    rows.push({ beside, ...(await salesBeside(url, change)) });
  }
  printTable(rows);
  await printChanges(url);
}

async function salesBeside(url: string, change: (client: pg.Client) => Promise<unknown>) {
  const clients = Array.from({ length: CLIENTS }, () => new pg.Client({ connectionString: url }));
  const bulk = new pg.Client({ connectionString: url });
  await Promise.all([bulk, ...clients].map((client) => client.connect()));
  const { rows } = await bulk.query<{ id: string }>(
    `select id from parts_catalog
     where stock_quantity = 1 and stock_held = 0 and category not in ('Brakes', 'General') limit 4000`,
  );
  const ended = new AbortController();
  const startedAt = performance.now();
  let took = 0;
  const changed = change(bulk).finally(() => {
    ended.abort();
    took = performance.now() - startedAt;
  });
  const times: number[] = [];
  const sales = clients.map(async (client, number) => {
    // Measured from the scheduled time, so that the wait for an earlier sale counts.
    let due = startedAt;
    for (let round = 0; !ended.signal.aborted; round += 1, due += INTERVAL_MS) {
      const part = rows[(Math.floor(round / 2) * CLIENTS + number) % rows.length];
      await wait(Math.max(0, due - performance.now()));
      await client.query('update parts_catalog set stock_held = $2 where id = $1', [
        part?.id,
        1 - (round % 2),
      ]);
      times.push(performance.now() - due);
    }
    for (; due < startedAt + took; due += INTERVAL_MS) times.push(startedAt + took - due);
    await client.query('update parts_catalog set stock_held = 0 where id = any ($1) and stock_held = 1', [
      rows.filter((_, index) => index % CLIENTS === number).map(({ id }) => id),
    ]);
  });
  await changed;
  await Promise.all(sales);
  await Promise.all([bulk, ...clients].map((client) => client.end()));
  times.sort((a, b) => a - b);
  return {
    sales: times.length,
    median: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    slowest: percentile(times, 1),
    'the change, s': (took / 1_000).toFixed(1),
  };
}
