import type { Kysely } from 'kysely';
import pg from 'pg';
import type { DB } from '#db/types.ts';
import { countParts, searchParts } from '#features/catalog/search/search-parts.server.ts';
import { judgedSearches, readJudged } from '#tests/support/judged-searches.ts';
import { measure, median, printTable } from './measure.ts';

const CLIENTS = 8;
const PAGE = 24;
const WRITES = 50;

const NEW_PART = `(part_name, oem_number, brand, category, description, vehicle_make, vehicle_model, vehicle_year,
  part_type, price, stock_quantity)
  values ('Front Brake Pads', '45022-TR3-Z99', 'Akebono', 'Brakes', 'New, made by Akebono to the original fit.', 'Honda',
  'Civic', 2015, 'New', 54.99, 3)`;

/** An index of PostgreSQL on a copy of the parts. */
interface Peer {
  column: string;
  index: string;
  condition: string;
  value: (q: string) => unknown;
}

const SEARCHED = 'public.search_text(part_name, brand, oem_number, description, vehicle_make, vehicle_model)';

const peers: Record<string, Peer> = {
  pg_trgm: {
    column: `searched text generated always as (${SEARCHED}) stored`,
    index: 'gin (searched gin_trgm_ops)',
    condition: 'searched like all ($1)',
    value: (q) =>
      q
        .toLowerCase()
        .split(/\s+/)
        .map((word) => `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`),
  },
  tsvector: {
    column: `searched tsvector generated always as (to_tsvector('english', ${SEARCHED})) stored`,
    index: 'gin (searched)',
    condition: `searched @@ plainto_tsquery('english', $1)`,
    value: (q) => q,
  },
};

/** The judged searches by the bits of the shop, and by indexes of PostgreSQL on a copy of the parts. */
export async function benchPeers(url: string, database: Kysely<DB>, seconds: number): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: CLIENTS });
  const texts = judgedSearches.map((line) => readJudged(line).q);
  const measureReads = async (search: (q: string) => Promise<unknown>) => {
    const read = await measure((round) => search(texts[(round * 7) % texts.length] ?? ''), {
      seconds: seconds * 5,
      clients: CLIENTS,
    });
    return { 'page and count': read.median, p99: read.p99 };
  };
  const megabytes = async (relations: string[]) => {
    const { rows } = await pool.query(
      'select sum(pg_total_relation_size(oid)) as bytes from pg_class where relname = any ($1)',
      [relations],
    );
    return Number(rows[0].bytes) / 1024 ** 2;
  };
  const rows: Record<string, string | number>[] = [
    {
      index: 'bits',
      ...(await measureReads((q) =>
        Promise.all([
          searchParts(database, { filters: { q }, sort: 'best', limit: PAGE }),
          countParts(database, { q }),
        ]),
      )),
      'size, MB': await megabytes(['search_bits', 'search_choices', 'search_places', 'search_vocabulary']),
      ...(await timeWrites(pool, 'parts_catalog')),
    },
    {
      index: 'none, with all triggers but those of the search',
      'page and count': '',
      p99: '',
      'size, MB': '',
      ...(await timeWrites(
        pool,
        'parts_catalog',
        ['added', 'changed'].map(
          (change) => `alter table parts_catalog disable trigger search_${change}_parts`,
        ),
      )),
    },
  ];
  for (const [name, { column, index, condition, value }] of Object.entries(peers)) {
    await pool.query('drop table if exists bench_peer');
    await pool.query(`create table bench_peer (like parts_catalog including defaults, ${column})`);
    await pool.query('insert into bench_peer select * from parts_catalog');
    await pool.query('alter table bench_peer add primary key (id)');
    await pool.query(`create index bench_peer_idx on bench_peer using ${index}`);
    await pool.query('vacuum analyze bench_peer');
    rows.push({
      index: name,
      ...(await measureReads((q) =>
        Promise.all([
          pool.query(`select id from bench_peer where ${condition} order by id limit ${PAGE}`, [value(q)]),
          pool.query(`select count(*) from bench_peer where ${condition}`, [value(q)]),
        ]),
      )),
      'size, MB': await megabytes(['bench_peer_idx']),
      ...(await timeWrites(pool, 'bench_peer')),
    });
  }
  await pool.query('drop table bench_peer');
  await pool.end();
  console.log(`\n${texts.length} judged searches, ${CLIENTS} clients; writes one by one. Milliseconds.`);
  console.log(
    'The copies have no other triggers and no other indexes, and find less: no synonyms or positions.\n',
  );
  printTable(rows);
}

/** The medians of single statements, each rolled back. */
async function timeWrites(pool: pg.Pool, table: string, before: string[] = []) {
  const some = `id = (select id from ${table} where id > gen_random_uuid() order by id limit 1)`;
  const statements = {
    'add a part': `insert into ${table} ${NEW_PART}`,
    'change a text': `update ${table} set description = 'Seen at ' || now() where ${some}`,
    'change a price': `update ${table} set price = price * 1.1 where ${some}`,
  };
  const client = await pool.connect();
  const medians: Record<string, number> = {};
  for (const [name, statement] of Object.entries(statements)) {
    const times = [];
    for (let turn = 0; turn < WRITES; turn += 1) {
      await client.query('begin');
      for (const each of before) await client.query(each);
      const startedAt = performance.now();
      await client.query(statement);
      times.push(performance.now() - startedAt);
      await client.query('rollback');
    }
    medians[name] = median(times);
  }
  client.release();
  return medians;
}
