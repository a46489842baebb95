import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { DB } from '#db/types.ts';
import { readFacets } from '#features/catalog/search/facets.server.ts';
import { countParts, searchParts } from '#features/catalog/search/search-parts.server.ts';
import type { BenchOptions, Catalogs } from './catalogs.ts';
import { readProcessorTime } from './database-time.ts';
import { median, printTable } from './measure.ts';
import { described, searches } from './searches.ts';

const WARM_UPS = 7;
const TURNS = 36;

const SOME_USED_PART = `id = (
  select id from parts_catalog where id > gen_random_uuid() and mileage is not null and grade is not null order by id limit 1)`;

const writes = {
  'add a part': `insert into parts_catalog (part_name, oem_number, brand, category, description, vehicle_make,
      vehicle_model, vehicle_year, part_type, price, stock_quantity, origin, mileage, grade)
    values ('Front Brake Pads', '45022-TR3-Z99', 'Akebono', 'Brakes', 'Made by Akebono to the original fit.', 'Honda',
      'Civic', 2015, 'Good', 54.99, 3, 'used', 61000, 'B')`,
  'change a text': `update parts_catalog set description = 'Seen at ' || now() where ${SOME_USED_PART}`,
  'change a price': `update parts_catalog set price = price * 1.1 where ${SOME_USED_PART}`,
  'sell a part': `update parts_catalog set stock_held = stock_quantity where ${SOME_USED_PART}`,
};

/** Processor time of PostgreSQL for one client, which depends little on other programs. Linux only. */
export async function benchProcessorTime(
  catalogs: Catalogs,
  { parts, seconds }: BenchOptions,
): Promise<void> {
  const { url } = await catalogs.open(parts);
  // One connection, whose process is measured.
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  const database = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  const { rows: backends } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  const used = () => readProcessorTime(backends[0]?.pid ?? 0);

  const measure = async (work: () => Promise<unknown>) => {
    for (let turn = 0; turn < WARM_UPS; turn += 1) await work();
    const times = [];
    const until = performance.now() + seconds * 1_000;
    while (times.length < 5 || performance.now() < until) {
      const before = used();
      await work();
      times.push(used() - before);
    }
    return median(times);
  };
  console.log(
    `${parts.toLocaleString('en-US')} parts, processor time of PostgreSQL, medians, milliseconds.\n`,
  );
  const rows = [];
  for (const filters of searches) {
    rows.push({
      search: described(filters),
      'first page': await measure(() => searchParts(database, { filters, sort: 'best', limit: 24 })),
      count: await measure(() => countParts(database, filters)),
      facets: await measure(() => readFacets(database, filters)),
    });
  }
  printTable(rows);

  console.log('\nSingle statements, each rolled back.\n');
  const written = [];
  for (const [name, statement] of Object.entries(writes)) {
    const times = [];
    for (let turn = 0; turn < WARM_UPS + TURNS; turn += 1) {
      await pool.query('begin');
      const before = used();
      await pool.query(statement);
      if (turn >= WARM_UPS) times.push(used() - before);
      await pool.query('rollback');
    }
    written.push({ statement: name, median: median(times) });
  }
  printTable(written);
  await pool.end();
}
