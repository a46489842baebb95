import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type pg from 'pg';

const LAYOUT = join(import.meta.dirname, '../start/fixtures/layout-before-release.sql.gz');

/** Two parts (one with a piece on hold for an order), a deleted part, an admin, a mail, and audit events. */
const DATA = `
  insert into auth.users (id, name, email, email_verified)
  values ('00000000-0000-4000-8000-0000000000a1', 'Olga', 'olga@example.com', true);
  insert into user_roles values ('00000000-0000-4000-8000-0000000000a1', 'admin');
  insert into profiles (user_id, display_name) values ('00000000-0000-4000-8000-0000000000a1', 'Olga');
  insert into parts_catalog (id, part_name, oem_number, category, vehicle_make, price, stock_quantity)
  values ('00000000-0000-4000-8000-0000000000b1', 'Brake Pad', '45022-TR3-A01', 'Brakes', 'Honda', 42.5, 3),
    ('00000000-0000-4000-8000-0000000000b2', 'Door Mirror', null, 'Body', null, 80, 1),
    ('00000000-0000-4000-8000-0000000000b3', 'Bent Door', null, 'Body', null, 8, 1);
  delete from parts_catalog where part_name = 'Bent Door';
  insert into orders (id, user_id, amount)
  values ('00000000-0000-4000-8000-0000000000c1', '00000000-0000-4000-8000-0000000000a1', 42.5);
  insert into order_lines (order_id, part_id, part_name, unit_price, quantity)
  values ('00000000-0000-4000-8000-0000000000c1', '00000000-0000-4000-8000-0000000000b1', 'Brake Pad', 42.5, 1);
  insert into stock_holds (order_id, part_id, quantity, expires_at)
  values ('00000000-0000-4000-8000-0000000000c1', '00000000-0000-4000-8000-0000000000b1', 1, 'infinity');
  update parts_catalog set stock_held = 1 where part_name = 'Brake Pad';
  insert into mails (recipient, subject, body, sent_at) values ('olga@example.com', 'Your order', 'Thank you.', now());
  select log_audit_event(p_action => 'search', p_details => '{"query": "brake"}');
  select log_audit_event(p_action => 'page_view');`;

/** Creates the tables and data of a shop from before the first release in an empty database. */
export async function makeEarlierShop(owner: pg.Client): Promise<void> {
  const layout = await promisify(gunzip)(await readFile(LAYOUT));
  await owner.query(layout.toString());
  await owner.query(DATA);
}

/** The rows of each table, except for the list of migrations. */
export async function readContents(owner: pg.Client): Promise<Record<string, string>> {
  const { rows: tables } = await owner.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'auth', 'audit') and tablename <> 'migrations' order by 1`,
  );
  const contents: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await owner.query(
      `select coalesce(string_agg(each::text, E'\\n' order by each::text), '') as content from ${name} as each`,
    );
    contents[name] = rows[0].content;
  }
  return contents;
}
