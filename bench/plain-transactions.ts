import pg from 'pg';

/**
 * The yardstick: the statements that a purchase of one part needs at least, by a plain client, over copies of the tables
 * without triggers and foreign keys. The embedded PostgreSQL has no pgbench.
 */
export interface PlainTransactions {
  url: string;
  clients: number;
  seconds: number;
  /** All of them buy the same part. */
  onePart: boolean;
}

const TABLES = ['parts_catalog', 'orders', 'order_lines', 'stock_holds'];

process.once('message', async (options: PlainTransactions) => {
  process.send?.(await run(options));
});

async function run({ url, clients, seconds, onePart }: PlainTransactions): Promise<number> {
  const connections = await Promise.all(
    Array.from({ length: clients }, async () => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      return client;
    }),
  );
  const [first] = connections as [pg.Client];
  await first.query('drop schema if exists plain cascade; create schema plain');
  for (const table of TABLES)
    await first.query(
      `create table plain.${table} (like public.${table} including defaults including identity including indexes)`,
    );
  await first.query(
    'insert into plain.parts_catalog select * from public.parts_catalog; analyze plain.parts_catalog',
  );
  await first.query('update plain.parts_catalog set stock_quantity = 1000000');
  const { rows } = await first.query<{ id: string }>('select id from plain.parts_catalog order by id');

  let done = 0;
  const until = performance.now() + seconds * 1_000;
  await Promise.all(
    connections.map(async (client) => {
      const send = (name: string, text: string, values: unknown[] = []) =>
        client.query({ name, text, values });
      while (performance.now() < until) {
        const part = rows[onePart ? 0 : Math.floor(Math.random() * rows.length)]?.id;
        const order = crypto.randomUUID();
        await send('begin', 'begin');
        await send('lock', 'select price from plain.parts_catalog where id = $1 for update', [part]);
        await send('order', 'insert into plain.orders (id, amount) values ($1, 58.20)', [order]);
        await send(
          'line',
          `insert into plain.order_lines (order_id, part_id, part_name, unit_price, quantity)
           values ($1, $2, 'Pads', 40, 1)`,
          [order, part],
        );
        await send(
          'hold',
          'insert into plain.stock_holds (order_id, part_id, quantity, expires_at) values ($1, $2, 1, now())',
          [order, part],
        );
        await send('part', 'update plain.parts_catalog set stock_held = stock_held + 1 where id = $1', [
          part,
        ]);
        await send('commit', 'commit');
        done += 1;
      }
    }),
  );
  await first.query('drop schema plain cascade');
  await Promise.all(connections.map((client) => client.end()));
  return done / seconds;
}
