import type pg from 'pg';
import { firstNames, lastNames } from './order-names.ts';

const BULK = 50_000;

/**
 * The orders span this many years. One in a hundred was refunded, one in three hundred disputed; the last days are not shipped
 * yet.
 */
const YEARS = 3;

/** Loads orders of the catalog's parts without triggers. Does nothing if there are enough. */
export async function fillOrders(
  owner: pg.Client,
  orders: number,
  print: (line: string) => void = () => undefined,
): Promise<void> {
  const { rows } = await owner.query<{ count: number }>('select count(*)::int as count from orders');
  const existing = rows[0]?.count ?? 0;
  if (existing >= orders) return;
  await owner.query('set session_replication_role = replica');
  await owner.query('select setseed(0.5)');
  await owner.query(
    'create temp table stock on commit preserve rows as select row_number() over (order by id)::int as place, * from parts_catalog where price > 0',
  );
  await owner.query('create unique index on stock (place); analyze stock');
  // This index is built in one go at the end.
  await owner.query('drop index if exists order_search_words_idx');
  for (let from = existing; from < orders; from += BULK) {
    const to = Math.min(orders, from + BULK);
    await owner.query('begin');
    await addOrders(owner, { from, to, orders });
    await owner.query('commit');
    print(`Loading orders: ${to.toLocaleString('en-US')} of ${orders.toLocaleString('en-US')}`);
  }
  await owner.query('create index order_search_words_idx on order_search using gin (words)');
  await owner.query('set session_replication_role = origin');
  await owner.query('drop table stock');
  await owner.query('vacuum analyze');
}

async function addOrders(
  owner: pg.Client,
  { from, to, orders }: { from: number; to: number; orders: number },
): Promise<void> {
  // Squares make the first names of the lists popular.
  await owner.query(
    `create temp table fresh on commit drop as
     select gen_random_uuid() as id, n,
       now() - make_interval(secs => (1 - n / $3::float8) * $4::float8 * 365 * 86400) as created_at,
       ($5::text[])[1 + floor(power(random(), 2) * cardinality($5::text[]))::int] as first_name,
       ($6::text[])[1 + floor(power(random(), 2) * cardinality($6::text[]))::int] as last_name,
       (2000000000 + random() * 7999999999)::bigint::text as phone,
       random() as fate,
       random() as money,
       case when random() < 0.12 then 'pickup' else 'ship' end as fulfillment,
       1 + floor(power(random(), 4) * 4)::int as parts
     from generate_series($1::int + 1, $2::int) as n`,
    [from, to, orders, YEARS, firstNames, lastNames],
  );
  await owner.query(
    `create temp table fresh_lines on commit drop as
     select gen_random_uuid() as line_id, chosen.order_id, stock.*
     from (
       select fresh.id as order_id, 1 + floor(power(random(), 1.5) * (select max(place) from stock))::int as place
       from fresh, generate_series(1, fresh.parts)
     ) as chosen join stock using (place)`,
  );
  await owner.query(
    'create index on fresh_lines (order_id); create index on fresh (id); analyze fresh, fresh_lines',
  );
  await owner.query(
    `insert into orders (id, created_at, paid_at, amount, email, customer_name, phone, fulfillment, pickup_location,
       payment_id, ended, status, stock, refunded, dispute, progress, ship_by, product_name, shipping_address)
     select id, created_at, case when is_paid then created_at + interval '3 minutes' end, amount,
       lower(first_name || '.' || replace(last_name, '''', '') || n % 1000 || '@example.' || case when n % 3 = 0 then 'org' else 'com' end),
       first_name || ' ' || last_name, '+1' || phone, fulfillment, case when fulfillment = 'pickup' then 'Main yard' end,
       case when is_paid then 'pi_' || n end, case when not is_paid then 'expired' end,
       case when not is_paid then 'expired' when money < 0.003 then 'disputed' when money < 0.013 then 'refunded'
         when money < 0.0132 then 'canceled' else 'completed' end,
       case when not is_paid then 'released' when money between 0.013 and 0.0132 then 'released' else 'sold' end,
       case when is_paid and money between 0.003 and 0.013 then amount when is_paid and money between 0.02 and 0.04 then 5 else 0 end,
       case when is_paid and money < 0.001 and age < interval '60 days' then 'open' when is_paid and money < 0.003 then 'lost' end,
       case when not is_paid or money between 0.013 and 0.0132 then null
         when money between 0.003 and 0.013 then case when fate < 0.99 then 'canceled' else 'to_pack' end
         when age < interval '2 days' then (array['to_pack', 'to_pack', 'packed', 'partly_shipped',
           case fulfillment when 'pickup' then 'ready' else 'packed' end])[1 + floor(fate * 5)::int]
         when fulfillment = 'pickup' then 'picked_up'
         when fate < 0.02 then 'canceled' when age < interval '9 days' then 'shipped' else 'delivered' end,
       case when is_paid and money not between 0.013 and 0.0132 then created_at + interval '1 day' end,
       name, jsonb_build_object('line1', n || ' Harbor Drive', 'city', 'San Diego', 'state', 'CA', 'postalCode', '92101', 'country', 'US')
     from (
       select fresh.*, n % 10 <> 0 as is_paid, now() - created_at as age,
         (select sum(price) from fresh_lines where order_id = fresh.id) as amount,
         (select min(part_name) || case when count(*) > 1 then ' and ' || count(*) - 1 || ' more' else '' end
          from fresh_lines where order_id = fresh.id) as name
       from fresh
     ) as planned
     order by n`,
  );
  await owner.query(
    `insert into order_lines (id, order_id, part_id, part_name, oem_number, part_type, unit_price, quantity, vehicle)
     select line_id, order_id, id, part_name, oem_number, part_type, price, 1, concat_ws(' ', vehicle_year, vehicle_make, vehicle_model)
     from fresh_lines`,
  );
  await owner.query(
    `insert into shipments (order_id, method, carrier, tracking, shipped_at, shipped_by)
     select orders.id, 'parcel', 'UPS', '1Z' || upper(substr(md5(n::text), 1, 16)), orders.created_at + interval '1 day', null
     from fresh join orders on orders.id = fresh.id where progress in ('partly_shipped', 'shipped', 'delivered')`,
  );
  await owner.query(
    `insert into order_search (order_id, number, words)
     select orders.id, number, order_search_words(orders) from orders join fresh on fresh.id = orders.id
     where payment_id is not null`,
  );
  await owner.query(
    `insert into refunds (order_id, payment_id, provider_id, reason, state, amount, done_at)
     select orders.id, payment_id, 're_' || n, 'provider', case when fate < 0.001 then 'failed' else 'done' end, refunded,
       case when fate >= 0.001 then now() end
     from orders join fresh on fresh.id = orders.id where refunded > 0`,
  );
  await owner.query(
    `insert into alerts (kind, subject, order_id, settled_at)
     select 'dispute-opened', orders.id::text, orders.id, case when dispute = 'lost' then now() end
     from orders join fresh on fresh.id = orders.id where dispute is not null`,
  );
}
