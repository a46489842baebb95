import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { unquoteFormula } from '#core/values/csv.ts';
import { partFileColumns, readPartCell } from '#core/imports/cells/columns.ts';
import { exportParts } from '#desk/imports/export/export-parts.server.ts';
import { findExport } from '#desk/imports/export/find-export.server.ts';
import { readFileParts } from '#desk/imports/export/read-export.server.ts';
import { csvResponse } from '#core/platform/csv-response.server.ts';
import { addParts, type PartColumns } from '../support/parts.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

const PASSWORD = 'a password for Ada';
const STORED = `/files/pictures/${'a'.repeat(32)}-1600.webp`;

let shop: TestShop;
let adminId: string;
let cookie: string;

beforeAll(async () => {
  shop = await createTestShop({ siteUrl: 'https://shop.test' });
  adminId = await shop.addUser({ email: 'ada@example.com', password: PASSWORD, admin: true });
  cookie = await shop.signIn('ada@example.com', PASSWORD);
});
afterAll(() => shop[Symbol.asyncDispose]());
beforeEach(async () => {
  await shop.database.owner.query('delete from parts_catalog');
});

const ask = (path: string) => shop.request(path, { headers: { Cookie: cookie } });

async function download(path: string): Promise<Record<string, string>[]> {
  const response = await ask(`/admin/export/${path}`);
  expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'text/csv; charset=utf-8']);
  return parse(Buffer.from(await response.arrayBuffer()), { bom: true, columns: true });
}

const add = (...parts: PartColumns[]) => addParts(shop.database.owner, parts);

/** A part with something in every table. */
async function addWhole(): Promise<string> {
  const [id = ''] = await add({
    part_name: '=HYPERLINK("http://x")',
    oem_number: '0012-A',
    brand: "'-quoted",
    description: 'Says "ok",\r\nthen more; ünï',
    stock_number: 'Y100-7',
    price: 1234.5,
    mileage: 84_000,
    mileage_source: 'cluster',
    tax_rate: '0.0775',
    needs_programming: true,
  });
  const { owner } = shop.database;
  await owner.query(
    `insert into part_private_facts (part_id, cost_price, yard_place, donor_vin, donor_arrived_on)
     values ($1, 40, 'Row 7', '1HGCM82633A004352', '2026-11-22')`,
    [id],
  );
  await owner.query(
    `insert into part_fitments (part_id, make, model, from_year, to_year, engine, note)
     values ($1, 'Honda', 'Civic | Si', 2006, 2011, '1.8L', null), ($1, 'Acura', 'CSX', 2007, 2007, null, 'Canada')`,
    [id],
  );
  await owner.query(
    'insert into part_pictures (id, part_id, place, address, width, height) values (gen_random_uuid(), $1, 1, $2, 800, 600)',
    [id, STORED],
  );
  return id;
}

test('the file has all of a part, safe for spreadsheets, and reading it again changes nothing', async () => {
  const id = await addWhole();
  const text = await (await ask('/admin/export/parts.csv?private=yes')).text();
  const bytes = Buffer.from(await (await ask('/admin/export/parts.csv')).arrayBuffer());
  expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
  const [header = [], cells = []] = parse(text, { bom: true }) as string[][];
  expect(header).toEqual(partFileColumns.map((column) => column.header));
  const row = Object.fromEntries(header.map((name, index) => [name, cells[index]]));
  expect(row).toMatchObject({
    id,
    part_name: '\'=HYPERLINK("http://x")',
    oem_number: '0012-A',
    brand: "''-quoted",
    description: 'Says "ok",\r\nthen more; ünï',
    stock_number: 'Y100-7',
    price: '1234.50',
    tax_rate: '0.07750',
    needs_programming: 'yes',
    pictures: `https://shop.test${STORED}`,
    cost_price: '40.00',
    yard_place: 'Row 7',
    donor_vin: '1HGCM82633A004352',
    donor_arrived_on: '2026-11-22',
    fitments: String.raw`2007|Acura|CSX||||Canada${'\n'}2006-2011|Honda|Civic \| Si|1.8L`,
  });
  const [part] = await asAdmin((transaction) => readFileParts(transaction, [id]));
  const context = { siteUrl: 'https://shop.test', makes: ['Honda', 'Acura'] };
  for (const [index, column] of partFileColumns.entries()) {
    const cell = unquoteFormula(cells[index] ?? '');
    expect([column.header, readPartCell(column, { cell, part, context })]).toEqual([
      column.header,
      undefined,
    ]);
  }
});

test('what only staff see is in no file without the choice, except that of the yard', async () => {
  await addWhole();
  const secrets = /40\.00|Row 7|1HGCM82633A004352|2026-11-22/;
  for (const path of ['parts.csv', 'parts.csv?private=no', 'ebay.csv?ebay_category=1']) {
    expect(await (await ask(`/admin/export/${path}`)).text()).not.toMatch(secrets);
  }
  expect((await download('yard.csv'))[0]).toMatchObject({
    stock_number: 'Y100-7',
    yard_place: 'Row 7',
    donor_vin: '1HGCM82633A004352',
  });
});

const asAdmin: Parameters<typeof findExport>[0] = (work) =>
  shop.database.pools.as({ role: 'authenticated', userId: adminId }, work);

test('all parts, or those that a search and filters find', async () => {
  await add(
    { part_name: 'Hood 1', category: 'Body' },
    { part_name: 'Hood 2', category: 'Other' },
    { part_name: 'Door', category: 'Body', price: null },
  );
  const names = async (path: string) => (await download(path)).map((row) => row['part_name']);
  expect((await names('parts.csv')).toSorted()).toEqual(['Door', 'Hood 1', 'Hood 2']);
  expect(await names('parts.csv?q=hood')).toEqual(['Hood 1', 'Hood 2']);
  expect(await names('parts.csv?category=Body')).toEqual(['Door', 'Hood 1']);
  expect(await names('parts.csv?category=Body&price=none')).toEqual(['Door']);
  expect(await names('parts.csv?q=nothing+like+it')).toEqual([]);
  const page = (await (await ask('/admin/export?category=Body&price=none')).text()).replaceAll(
    '<!-- -->',
    '',
  );
  expect(page).toContain('1 part</strong>: Category Body, without a price.');
  expect(page).toContain('https://shop.test/feeds/google-merchant.xml');
});

test('pages neither miss nor repeat a part, also if the last one of a page is deleted or there are equal names', async () => {
  const ids = await add(...Array.from({ length: 7 }, (_, index) => ({ part_name: `Hood ${index >> 1}` })));
  for (const q of ['', 'hood']) {
    const found: string[] = [];
    for await (const page of findExport(asAdmin, { q, filters: {} }, 2)) {
      found.push(...page);
      if (q && found.length === 4) {
        await shop.database.owner.query('delete from parts_catalog where id = $1', [found[3]]);
      }
    }
    expect(found.toSorted()).toEqual(ids.toSorted());
  }
});

test('a client that leaves ends the export', async () => {
  await shop.database.owner.query(
    "insert into parts_catalog (part_name, category) select 'Hood ' || n, 'Body' from generate_series(1, 450) as n",
  );
  let reads = 0;
  const chunks = exportParts({
    file: { format: 'parts', withPrivate: false },
    selection: { q: '', filters: {} },
    siteUrl: 'https://shop.test',
    run: (work) => {
      reads += 1;
      return asAdmin(work);
    },
    publicDatabase: shop.database.pools.public,
  });
  const reader = csvResponse(chunks, { name: 'parts.csv' }).body?.getReader();
  await reader?.read();
  await reader?.read();
  await reader?.cancel();
  expect(await chunks.next()).toEqual({ done: true, value: undefined });
  // The event, the ids, and at most two of nine batches: the second one is produced ahead.
  expect(reads).toBeLessThanOrEqual(4);
});

test('eBay gets what shoppers can buy', async () => {
  const [id = ''] = await add(
    { part_name: 'Alternator', price: 120, stock_quantity: 3, image_url: 'https://cdn.example/a.jpg' },
    { part_name: 'Held', price: 120, stock_quantity: 0, image_url: 'https://cdn.example/a.jpg' },
    { part_name: 'Priceless', price: null, image_url: 'https://cdn.example/a.jpg' },
    { part_name: 'Unseen', price: 10 },
    { part_name: 'Drawn', price: 10, image_url: '/parts/brake-pads.svg#very-good' },
    { part_name: 'Within', price: 10, image_url: 'data:image/png;base64,AAAA' },
  );
  const rows = await download('ebay.csv?ebay_category=177697&return_policy=30+days&category=Brakes');
  expect(
    rows.map(({ Title: title, CustomLabel: label, RelationshipDetails: details }) => [title, label, details]),
  ).toEqual([
    ['Alternator for 2015 Honda Civic', id, ''],
    ['', '', 'Year=2015|Make=Honda|Model=Civic'],
  ]);
  expect(rows[0]).toMatchObject({ Quantity: '3', ReturnProfileName: '30 days', StartPrice: '120.00' });
});

test('files for other shops have what shoppers see, and nothing else', async () => {
  await addWhole();
  const products = await download('shopify.csv');
  expect(products[0]).toMatchObject({
    'Variant SKU': 'Y100-7',
    'Variant Price': '1234.50',
    Status: 'active',
  });
  const [product] = await download('woocommerce.csv');
  expect(product).toMatchObject({ SKU: 'Y100-7', 'Regular price': '1234.50', Published: '1' });
  const texts = JSON.stringify([products, product]);
  for (const secret of ['Row 7', '1HGCM82633A004352', '40.00']) expect(texts).not.toContain(secret);
});

test('parts that eBay shows no picture of are passed over many at a time', async () => {
  await shop.database.owner.query(
    `insert into parts_catalog (part_name, category, price, stock_quantity, image_url)
     select 'Hood ' || n, 'Body', 10, 1, '/parts/hood.svg' from generate_series(1, 450) as n`,
  );
  let reads = 0;
  const publicDatabase = shop.database.pools.public.withPlugin({
    transformQuery({ node }) {
      reads += 1;
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
  const terms = { categoryId: '1', location: { place: '', zip: '' }, siteUrl: 'https://shop.test' };
  const policies = { shipping: '', returns: '', payment: '' };
  const chunks = exportParts({
    file: { format: 'ebay', terms: { ...terms, policies } },
    selection: { q: '', filters: {} },
    siteUrl: 'https://shop.test',
    run: asAdmin,
    publicDatabase,
  });
  expect(await Array.fromAsync(chunks)).toHaveLength(1);
  expect(reads).toBe(1);
});

test.each([
  ['ebay.csv', 400],
  ['ebay.csv?ebay_category=x', 400],
  ['other.csv', 404],
])('%s is refused with %i', async (path, status) => {
  const count = async () => (await findEvents()).length;
  const before = await count();
  expect((await ask(`/admin/export/${path}`)).status).toBe(status);
  expect(await count()).toBe(before);
});

async function findEvents() {
  const { rows } = await shop.database.owner.query<{ user_id: string; details: object }>(
    "select user_id, details from audit_logs where action = 'admin_export_parts' order by created_at",
  );
  return rows;
}

test('who exports what is in the audit trail', async () => {
  await download('parts.csv?q=hood&category=Body&private=yes');
  const details = {
    admin_action: true,
    format: 'parts',
    private_fields: true,
    searched: true,
    category: 'Body',
  };
  expect((await findEvents()).at(-1)).toEqual({ user_id: adminId, details });
});
