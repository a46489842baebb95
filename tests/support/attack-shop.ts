import { TestBrowser } from './accounts.ts';
import { checkOut } from './checkout.ts';
import { addParts } from './parts.ts';
import { addressOf, routesOf, type ShopRoute } from './routes.ts';
import { createTestShop, type TestShop } from './test-shop.ts';

export const PASSWORD = 'a long password';

export async function createAttackedShop(options: Parameters<typeof createTestShop>[0] = {}) {
  const shop = await createTestShop(options);
  // The first read of the shop's profile creates a key.
  await shop.agents.publicKeys();
  const { owner } = shop.database;
  const [part = ''] = await addParts(owner, [{ price: 40, stock_quantity: 1000 }]);
  const [olga, admin] = [new TestBrowser(shop), new TestBrowser(shop)];
  const olgaId = await shop.addUser({ email: 'olga@example.com', password: PASSWORD });
  const adminId = await shop.addUser({ email: 'admin@example.com', password: PASSWORD, admin: true });
  await owner.query(
    "insert into profiles (user_id, display_name, phone) values ($1, 'Olga Secret', '555-0101'), ($2, 'Ada', null)",
    [olgaId, adminId],
  );
  await olga.signIn('olga@example.com', PASSWORD);
  await admin.signIn('admin@example.com', PASSWORD);
  const { orderId } = await checkOut(shop, [{ id: part, amountCents: 4000 }], { cookie: olga.cookie });
  const routes = routesOf(shop.build);
  const known: Record<string, string> = {
    address: `horn-${part}`,
    orderId,
    id: part,
    userId: olgaId,
    make: 'Honda',
    model: 'Civic',
    year: '2015',
    action: 'begin',
    topic: 'limits',
    version: '1',
    name: 'a.png',
  };
  const address = ({ path }: ShopRoute) => addressOf(path, (name) => known[name] ?? 'x');
  /** Sends a request as the admin. */
  const send = (method: string, path: string, body: unknown) =>
    admin.request(path, {
      method,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  const form = (path: string, fields: Record<string, string>) =>
    admin.request(path, { method: 'POST', body: new URLSearchParams(fields) });
  return { shop, routes, address, part, orderId, olga, olgaId, admin, adminId, send, form };
}

export type AttackedShop = Awaited<ReturnType<typeof createAttackedShop>>;

/** Returns checksums of all tables except counters and reports of changes, to verify that nothing changed. */
export async function contentOf({ database: { owner } }: TestShop): Promise<Record<string, string>> {
  const { rows } = await owner.query(
    `select schemaname || '.' || tablename as name from pg_tables where schemaname in ('public', 'auth', 'graphile_worker')
      -- Customers are counted again from what is stored.
      and tablename not in ('limits', 'live_changes', 'customers', 'customer_changes') and tablename not like '%known_crontabs'`,
  );
  const content: Record<string, string> = {};
  for (const { name } of rows) {
    const { rows: sums } = await owner.query(
      `select md5(coalesce(string_agg(row::text, '|' order by row::text), '')) as sum from ${name} as row`,
    );
    content[name] = sums[0].sum;
  }
  return content;
}
