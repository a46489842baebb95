import { readFileSync } from 'node:fs';
import pg from 'pg';
import { median, printTable } from './measure.ts';

const TURNS = 6;
const WAITS = 100_000;
const STAFF = '00000000-0000-4000-8000-000000000052';

/** Changes of parts, rolled back one by one, and what people wait for. */
export async function benchFitmentWrites(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows: backend } = await client.query('select pg_backend_pid() as pid');
  const spent = () => Number(readFileSync(`/proc/${backend[0].pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  const measured = async (statements: string[], turns = TURNS) => {
    const times = [];
    for (let turn = 0; turn <= turns; turn += 1) {
      await client.query('begin');
      const before = spent();
      for (const statement of statements) await client.query(statement.replaceAll('$turn', String(turn)));
      times.push(spent() - before);
      await client.query('rollback');
    }
    return median(times.slice(1));
  };
  const { rows: parts } = await client.query(
    `select id from parts_catalog where vehicle_make = 'Honda' and vehicle_model = 'Civic' and stock_quantity > 0
     order by id limit ${TURNS + 1}`,
  );
  const id = `(array['${parts.map((row) => row.id).join("','")}']::uuid[])[$turn + 1]`;
  const columns = `part_name, oem_number, brand, category, description, vehicle_make, vehicle_model, vehicle_year,
    part_type, price, stock_quantity`;
  const copies = `insert into parts_catalog (${columns})
    select ${columns} from parts_catalog order by id offset 5000 limit 1000`;
  const listed = `insert into part_fitments (part_id, make, model, from_year, to_year)
    select ${id}, 'Honda', model, 1995 + number, 1998 + number from generate_series(1, 10) as number,
      unnest(array['Civic', 'Accord']) as model`;
  const changes: Record<string, string[]> = {
    'add a part': [
      `insert into parts_catalog (${columns}) select ${columns} from parts_catalog where id = ${id}`,
    ],
    'change its price': [`update parts_catalog set price = price + 1 where id = ${id}`],
    'change its year': [`update parts_catalog set vehicle_year = vehicle_year - 20 where id = ${id}`],
    'change its number': [`update parts_catalog set oem_number = '99999-XYZ-A01' where id = ${id}`],
    'sell its last piece': [`update parts_catalog set stock_quantity = 0 where id = ${id}`],
    'list 20 vehicles instead': [`delete from part_fitments where part_id = ${id}`, listed],
    'save its code': [
      `delete from part_private_facts where part_id = ${id}`,
      `insert into part_private_facts (part_id, interchange_code) values (${id}, '999-77777')`,
    ],
  };
  const rows = [];
  for (const [change, statements] of Object.entries(changes)) {
    rows.push({ change, milliseconds: await measured(statements) });
  }
  rows.push({ change: 'import 1,000 parts', milliseconds: await measured([copies], 1) });

  await addWaits(client);
  await client.query(`insert into auth.users (id, name, email) values ('${STAFF}', 'Staff', 'staff@bench.example') on conflict do nothing;
    insert into user_roles (user_id, role) values ('${STAFF}', 'staff') on conflict do nothing`);
  for (const change of ['add a part', 'sell its last piece'])
    rows.push({
      change: `${change}, with ${WAITS} waits`,
      milliseconds: await measured(changes[change] ?? []),
    });
  rows.push({
    change: 'a restock',
    milliseconds: await measured([
      `update parts_catalog set stock_quantity = 3 where id = (select part_id from stock_waits order by id offset $turn limit 1)`,
    ]),
  });
  rows.push({
    change: 'find who waits for a part',
    milliseconds: await measured([
      `select from find_stock_waits((select part_id from stock_waits order by id offset $turn limit 1))`,
    ]),
  });
  const asStaff = [`set local role authenticated`, `set local app.user_id = '${STAFF}'`];
  rows.push({
    change: 'list what is awaited',
    milliseconds: await measured([...asStaff, 'select * from awaited_parts(null, null, 26)']),
  });
  rows.push({
    change: 'count the waits',
    milliseconds: await measured([
      ...asStaff,
      'select count(*) from stock_waits where told_at is null and ended_at is null and confirmed_at is not null',
    ]),
  });
  await client.query(
    `delete from stock_waits where email like '%@bench.example'; delete from auth.users where id = '${STAFF}'`,
  );
  await client.end();
  console.log('\nWrites, and what people wait for: processor time of PostgreSQL.\n');
  printTable(rows);
}

async function addWaits(client: pg.Client): Promise<void> {
  await client.query(
    `insert into stock_waits (email, part_id, part_name, vehicle_make, vehicle_model, vehicle_year, oem_number, confirmed_at)
     select 'person' || number || '@bench.example', id, part_name, vehicle_make, vehicle_model, vehicle_year, oem_number, now()
     from (
       select parts.*, row_number() over () as place, count(*) over () as sold_out
       from (select * from parts_catalog where stock_quantity = 0 order by id limit 20000) as parts
     ) as parts, generate_series(1, (2 * ${WAITS} / sold_out)::integer + 1) as number
     where number <= 1 + place % (2 * ${WAITS} / sold_out + 1)
     limit ${WAITS}`,
  );
  await client.query('vacuum analyze stock_waits');
}
