import pg from 'pg';
import { readProcessorTime } from './database-time.ts';
import { median, printTable } from './measure.ts';

const TURNS = 15;
/** Parts in one transaction of a bulk change or an import. */
const STEP = 500;

const COLUMNS = `part_name, oem_number, brand, category, description, vehicle_make, vehicle_model, vehicle_year, part_type,
  price, stock_quantity, origin, mileage, grade`;

/** $ids: the parts. */
const changes: Record<string, string> = {
  'add a part': `insert into parts_catalog (${COLUMNS}) select ${COLUMNS} from parts_catalog where id = any ($ids)`,
  'change a price': 'update parts_catalog set price = price * 1.5, updated_at = now() where id = any ($ids)',
  'change a text': "update parts_catalog set description = 'Seen again' where id = any ($ids)",
  'sell the last piece': 'update parts_catalog set stock_quantity = 0 where id = any ($ids)',
  'delete a part': 'delete from parts_catalog where id = any ($ids)',
};

interface Connection extends AsyncDisposable {
  /** Milliseconds of processor time of a statement that is rolled back. */
  run(statement: string, ids: readonly string[]): Promise<number>;
}

async function connect(url: string): Promise<Connection> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const used = () => readProcessorTime(rows[0]?.pid ?? 0);
  return {
    async run(statement, ids) {
      await client.query('begin');
      const before = used();
      await client.query(statement.replaceAll('$ids', `'{${ids.join(',')}}'::uuid[]`));
      await client.query('set constraints all immediate');
      const time = used() - before;
      await client.query('rollback');
      return time;
    },
    [Symbol.asyncDispose]: () => client.end(),
  };
}

/** What changes cost on a connection that did only them, and on one that changed more or fewer parts before. */
export async function printChanges(url: string): Promise<void> {
  await using reader = Object.assign(new pg.Client({ connectionString: url }), {
    async [Symbol.asyncDispose]() {
      await reader.end();
    },
  });
  await reader.connect();
  const read = async (statement: string) =>
    (await reader.query<{ id: string }>(statement)).rows.map(({ id }) => id);
  const ones = await read(
    `select id from parts_catalog where price > 0 and stock_quantity > stock_held order by md5(id::text) limit ${TURNS + 5}`,
  );
  // In the order of the admin's list, as a change of all that it finds.
  const many = await read(
    `select part_id as id from search_places where price > 0 order by chunk, slot offset 5000 limit ${STEP * 100}`,
  );

  const inTurn = async (connection: Connection, statement: string) => {
    const times = [];
    for (const id of ones) times.push(await connection.run(statement, [id]));
    return median(times.slice(5));
  };
  const step = async (connection: Connection, statement: string) => {
    const times = [];
    for (let turn = 0; turn < 3; turn += 1) times.push(await connection.run(statement, many.slice(0, STEP)));
    return median(times);
  };
  await using other = await connect(url);
  await using single = await connect(url);
  for (const statement of Object.values(changes)) {
    await other.run(statement, many.slice(0, STEP));
    await single.run(statement, ones.slice(0, 1));
  }
  const rows = [];
  for (const [change, statement] of Object.entries(changes)) {
    await using fresh = await connect(url);
    await using stepping = await connect(url);
    rows.push({
      change,
      'fresh connection': await inTurn(fresh, statement),
      'after other work on the connection': await inTurn(other, statement),
      [`${STEP} at once`]: await step(stepping, statement),
      [`${STEP} after single changes`]: await step(single, statement),
    });
  }
  console.log('\nProcessor time of PostgreSQL for changes that are rolled back, medians, milliseconds.\n');
  printTable(rows);

  const inSteps = async (statement: string, ids: readonly string[]) => {
    await using connection = await connect(url);
    let time = 0;
    for (let place = 0; place < ids.length; place += STEP) {
      time += await connection.run(statement, ids.slice(place, place + STEP));
    }
    return time / 1_000;
  };
  const atOnce = async (statement: string, ids: readonly string[]) => {
    await using connection = await connect(url);
    return (await connection.run(statement, ids)) / 1_000;
  };
  const category = await read(`select id from parts_catalog where category = 'Brakes' limit 70000`);
  const spread = await read('select id from parts_catalog order by md5(id::text) limit 10000');
  const { 'add a part': add = '', 'change a price': price = '', 'delete a part': remove = '' } = changes;
  console.log('\nMany parts, seconds of processor time of PostgreSQL.\n');
  printTable([
    { change: `add ${spread.length} parts`, seconds: await atOnce(add, spread) },
    { change: `add ${spread.length} parts, ${STEP} at once`, seconds: await inSteps(add, spread) },
    { change: `change ${many.length} prices, ${STEP} at once`, seconds: await inSteps(price, many) },
    { change: `delete the ${category.length} parts of a category`, seconds: await atOnce(remove, category) },
  ]);
}
