import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ActionResult } from '#core/values/action-result.ts';
import { formColumns } from '#core/catalog/part-fields.ts';
import { checkOut, deliver } from '../support/checkout.ts';
import { addParts } from '../support/parts.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

const PASSWORD = 'a password for parts';
const VIN = '1M8GDM9AXKP042788';

let shop: TestShop;
let admin: string;
let buyer: string;

beforeAll(async () => {
  shop = await createTestShop();
  await shop.addUser({ email: 'ada@example.com', password: PASSWORD, admin: true });
  await shop.addUser({ email: 'olga@example.com', password: PASSWORD });
  admin = await shop.signIn('ada@example.com', PASSWORD);
  buyer = await shop.signIn('olga@example.com', PASSWORD);
});
afterAll(() => shop[Symbol.asyncDispose]());
beforeEach(() =>
  shop.database.owner.query(
    'delete from parts_catalog; delete from part_private_facts; delete from deleted_parts',
  ),
);

async function open(path: string, cookie = ''): Promise<string> {
  const response = await shop.request(path, { headers: { cookie } });
  return (await response.text()).replaceAll('<!-- -->', '');
}

async function save(id: string, fields: Record<string, string>) {
  const body = new FormData();
  for (const [name, value] of Object.entries({ intent: 'save', ...fields })) body.set(name, value);
  const response = await shop.request(`/admin/part/${id}`, {
    method: 'POST',
    body,
    headers: { cookie: admin },
  });
  return { status: response.status, ...((await response.json()) as ActionResult) };
}

async function change(id: string, fields: Record<string, string>) {
  const { part } = JSON.parse(await open(`/admin/part/${id}`, admin)) as { part: Record<string, unknown> };
  const seen = JSON.stringify(
    Object.fromEntries(Object.keys(fields).map((name) => [name, part[name] ?? null])),
  );
  return save(id, { ...fields, seen });
}

const blank = Object.fromEntries(formColumns.map((column) => [column, '']));
const alternator = {
  ...blank,
  part_name: 'Alternator',
  category: 'Electrical',
  oem_number: '31100-RNA-A01',
  vehicle_make: 'Honda',
  vehicle_model: 'Civic',
  vehicle_year: '2010',
  part_type: 'Like New',
  price: '120',
  stock_quantity: '5',
  image_url: '/parts/alternator.svg',
  stock_number: 'Y100-7',
  mileage: '84000',
  mileage_source: 'cluster',
  donor_year: '2010',
  donor_model: 'Honda Civic',
  donor_trim: 'EX',
  donor_color: 'Blue',
  donor_vin: VIN.toLowerCase(),
  donor_arrived_on: '2025-03-01',
  tested_how: 'Bench tested at 14.2 V',
  tested_by: 'Canary Tester',
  warranty: '90 days',
  yard_place: 'Canary Row 7',
  cost_price: '731.37',
};

async function addAlternator(fields: Record<string, string> = {}): Promise<string> {
  expect(await save('new', { ...alternator, ...fields })).toMatchObject({ done: true });
  const { rows } = await shop.database.owner.query(
    'select id from parts_catalog order by created_at desc limit 1',
  );
  return rows[0].id;
}

const stored = async (id: string) =>
  (
    await shop.database.owner.query(
      'select * from parts_catalog left join part_private_facts on part_id = id where id = $1',
      [id],
    )
  ).rows[0];

describe("the admin's form", () => {
  test('saves all facts, computes the grade, and keeps private facts in their own table', async () => {
    const id = await addAlternator();
    expect(await stored(id)).toMatchObject({
      mileage: 84_000,
      grade: 'A',
      donor_vin: VIN,
      donor_vin_tail: '2788',
      warranty: '90 days',
      cost_price: '731.37',
      yard_place: 'Canary Row 7',
    });
    expect(await change(id, { mileage: '210000' })).toMatchObject({ done: true });
    expect(await stored(id)).toMatchObject({ mileage: 210_000, grade: 'C', donor_vin: VIN });
    expect(await change(id, { mileage: '', mileage_source: '' })).toMatchObject({ done: true });
    expect(await stored(id)).toMatchObject({ mileage: null, grade: 'X' });
    expect(await change(id, { yard_place: 'Row 8' })).toMatchObject({ done: true });
    expect(await stored(id)).toMatchObject({ yard_place: 'Row 8', cost_price: '731.37' });
  });

  test('names what is wrong, and saves nothing', async () => {
    const id = await addAlternator();
    const before = await stored(id);
    for (const [fields, column] of [
      [{ donor_vin: '1M8GDM9AXKP042789' }, 'donor_vin'],
      [{ donor_vin: 'IM8GDM9AXKP042788' }, 'donor_vin'],
      [{ warranty: '7 days' }, 'warranty'],
      [{ damage_codes: '2Z1' }, 'damage_codes'],
      [{ mileage_source: '' }, 'mileage_source'],
      [{ grade_lowered_to: 'C' }, 'grade_reason'],
      [{ donor_arrived_on: '2025-02-30' }, 'donor_arrived_on'],
      [{ origin: 'stolen' }, 'origin'],
    ] as [Record<string, string>, string][]) {
      const result = await change(id, fields);
      expect([result.status, Object.keys(result.errors ?? {})], JSON.stringify(fields)).toEqual([
        400,
        [column],
      ]);
    }
    expect(await stored(id)).toEqual(before);
    expect(await change(id, { donor_vin: '1M8GDM9AXKP042789', accept_vin: 'on' })).toMatchObject({
      done: true,
    });
    // It was accepted before.
    expect(await change(id, { donor_color: 'Red' })).toMatchObject({ done: true });
  });

  test('a stock number belongs to one part, in any spelling', async () => {
    await addAlternator();
    expect(await save('new', { ...alternator, stock_number: 'y1007' })).toMatchObject({
      status: 409,
      message: 'Error saving part: another part has this stock number',
    });
  });

  test('a deleted part is restored with its private facts, which go with the archive', async () => {
    const { owner } = shop.database;
    const id = await addAlternator();
    await owner.query('delete from parts_catalog');
    await owner.query("select clean_up_catalog(); select restore_deleted_parts(now() - interval '1 day')");
    expect(await stored(id)).toMatchObject({ grade: 'A', donor_vin: VIN });
    await owner.query('delete from parts_catalog');
    await owner.query(
      "update deleted_parts set deleted_at = now() - interval '31 days'; select clean_up_catalog()",
    );
    expect((await owner.query('select from part_private_facts')).rowCount).toBe(0);
  });
});

test('parts with facts that were written without the form are graded at night', async () => {
  const { owner } = shop.database;
  const mileage = { mileage: 50_000, mileage_source: 'cluster' };
  const ids = await addParts(owner, [
    { part_name: 'Alternator', ...mileage },
    { part_name: 'Alternator', ...mileage, mileage: 150_000, donor_year: 2010 },
    { part_name: 'Hood', category: 'Body', damage_codes: '1D2' },
    { part_name: 'Alternator', ...mileage, mileage_source: null },
    { part_name: 'Alternator', ...mileage, origin: 'new_oem' },
    { part_name: 'Alternator', ...mileage, mileage: 250_000, grade: 'B' },
    { part_name: 'Brake Pads', ...mileage },
    { part_name: 'Alternator' },
  ]);
  await owner.query("insert into part_private_facts (part_id, donor_arrived_on) values ($1, '2025-06-01')", [
    ids[1],
  ]);
  for (const unknown of ['X', 'X']) {
    await shop.runRegularTask('grade-parts');
    const { rows } = await owner.query('select id, grade from parts_catalog');
    const grades = new Map(rows.map(({ id, grade }) => [id, grade]));
    expect(ids.map((id) => grades.get(id))).toEqual(['A', 'A', 'B', unknown, null, 'B', null, null]);
  }
});

test('shoppers see what is known of a used part, on its page, in lists, the API, and for search engines', async () => {
  const id = await addAlternator();
  const page = await open((await shop.request(`/part/${id}`)).headers.get('Location') ?? '');
  for (const text of [
    'Used · Grade A · 84,000 mi',
    'Grade A<span',
    'at no more than 15,000 a year.',
    '84,000 miles',
    'From the instrument cluster',
    '2010 Honda Civic EX, Blue, VIN ending in 2788',
    'Bench tested at 14.2 V',
    'Y100-7',
    'Used part: 90 days',
    '"itemCondition":"https://schema.org/UsedCondition"',
    '{"@type":"PropertyValue","name":"Grade","value":"A"}',
    '{"@type":"PropertyValue","name":"Stock number","value":"Y100-7"}',
  ]) {
    expect(page).toContain(text);
  }
  expect(await open('/junkyard')).toContain('Used\u00A0· Grade A\u00A0· 84,000 mi');
  const { parts } = JSON.parse(await open(`/api/parts?ids=${id}`));
  expect(parts[0]).toMatchObject({ origin: 'used', grade: 'A', mileage: 84_000, stock_number: 'Y100-7' });
  const feed = await open('/feeds/google-merchant.xml');
  expect(feed).toContain('<g:condition>used</g:condition>');
  expect(feed).toContain(
    '<g:attribute_name>Mileage</g:attribute_name><g:attribute_value>84000 mi</g:attribute_value>',
  );
});

test('damage is told in words and drawn, and a lowered grade has its reason', async () => {
  const [id = ''] = await addParts(shop.database.owner, [{ part_name: 'Hood', category: 'Body' }]);
  const codes = { damage_codes: '1d1, 5P.5', grade_lowered_to: 'C', grade_reason: 'Repainted' };
  expect(await change(id, codes)).toMatchObject({ done: true });
  expect(await stored(id)).toMatchObject({ damage_codes: '1D1 5P.5', grade: 'C' });
  const page = await open((await shop.request(`/part/${id}`)).headers.get('Location') ?? '');
  expect(page).toContain('We lowered this grade: Repainted.');
  expect(page).toContain('<li>1 unit of dents at the top front</li>');
  expect(page).toContain(
    'aria-label="1 unit of dents at the top front, Half a unit of parking lot dings at the center"',
  );
});

describe('an order', () => {
  async function buy(cookie: string, id: string): Promise<{ orderId: string; page: string }> {
    const { orderId, status } = await checkOut(shop, [{ id, name: 'Alternator', amountCents: 12_000 }], {
      cookie,
    });
    expect(status).toBe(200);
    await deliver(shop, orderId, 'paid');
    const { rows } = await shop.database.owner.query('select number from orders where id = $1', [orderId]);
    return { orderId, page: `/orders/PY-${rows[0].number}` };
  }

  test('keeps what was sold, with the VIN for its buyer alone', async () => {
    const { owner } = shop.database;
    const id = await addAlternator();
    const { page } = await buy(buyer, id);
    await change(id, { origin: 'rebuilt', mileage: '', mileage_source: '', donor_vin: '', warranty: '' });
    const own = await open(page, buyer);
    expect(own).toContain('2010 Honda Civic, Used, Like New');
    expect(own).toContain(`Grade A · 84,000 mi · Stock number Y100-7 · Warranty 90 days · Donor VIN ${VIN}`);
    expect(await open(`${page}/invoice`, buyer)).toContain('Used, Like New');
    const print = async (kind: string) =>
      (await open(`/admin/orders-print?orders=${page.split('/')[2]}&kind=${kind}`, admin)).replaceAll(
        /<script[\s\S]*?<\/script>/g,
        '',
      );
    for (const kind of ['slips', 'invoices']) {
      const sheet = await print(kind);
      expect(sheet).toContain('Used, Like New');
      expect(sheet).not.toMatch(/Canary|1M8G/);
    }
    const pulls = await print('pulls');
    expect(pulls).toContain('>Canary Row 7<');
    expect(pulls).toContain('Stock number Y100-7');
    await owner.query('delete from parts_catalog');
    expect(await open(page, buyer)).toContain(VIN);
    expect(await open(page)).not.toContain(VIN);
    const { rows } = await owner.query("select public.buyer_order($1, null, 'dana@example.com') as seen", [
      page.split('-')[1],
    ]);
    expect(rows[0].seen.lines).toMatchObject([{ origin: 'used', vin: null, warranty: '90 days' }]);
    const { rows: mails } = await owner.query('select body from mails where recipient = $1', [
      'dana@example.com',
    ]);
    expect(mails.map(({ body }) => body).join('\n')).toContain('for 2010 Honda Civic, Used, Like New');
    expect(mails.map(({ body }) => body).join('\n')).not.toContain(VIN);
  });

  test('from before facts were kept tells its condition', async () => {
    const { owner } = shop.database;
    const { orderId, page } = await buy(buyer, await addAlternator());
    await owner.query(
      'update order_lines set origin = null, grade = null, mileage = null where order_id = $1',
      [orderId],
    );
    await owner.query('delete from sold_vins');
    expect(await open(page, buyer)).toContain('Used, Like New');
  });
});

describe('private facts', () => {
  const canaries = [VIN, VIN.toLowerCase(), VIN.slice(0, 13), 'Canary', '731.37', '2025-03-01'];

  function findCanaries(text: string): string[] {
    return canaries.filter((canary) => text.includes(canary));
  }

  test('are on no page, and in no API, feed, sitemap, suggestion, count, stream or copy for visitors and buyers', async () => {
    const id = await addAlternator();
    const address = (await shop.request(`/part/${id}`)).headers.get('Location') ?? '';
    const places = [
      ...['', '?make=Honda&model=Civic&year=2010&category=Electrical'].map((search) => `/${search}`),
      ...['', '?q=alternator', `?q=${VIN}`, '?q=Canary', '?q=731.37'].map((search) => `/junkyard${search}`),
      address,
      `${address}.data`,
      '/junkyard.data',
      '/cart',
      '/parts/Honda/Civic/2010',
      '/api/parts',
      `/api/parts?ids=${id}`,
      `/api/parts?q=${VIN}`,
      '/api/parts/count?q=Canary',
      ...['Canary', VIN, 'y100', 'alt'].map((text) => `/api/suggestions?q=${text}`),
      '/api/models?make=Honda',
      '/feeds/google-merchant.xml',
      '/sitemap.xml',
      ...[...(await open('/sitemap.xml')).matchAll(/<loc>[^<]*(\/sitemaps\/[^<]*)</g)].map(
        ([, path = '']) => path,
      ),
      `/admin/part/${id}`,
      '/admin/part-choices',
      '/admin.data',
      '/admin',
    ];
    for (const cookie of ['', buyer]) {
      for (const place of places) {
        const text = await open(place, cookie);
        const echoed = decodeURIComponent(place);
        expect(
          findCanaries(text).filter((canary) => !echoed.includes(canary)),
          `${place} ${cookie && 'as a buyer'}`,
        ).toEqual([]);
      }
    }
    // A private fact finds nothing.
    for (const text of ['Canary', VIN, VIN.slice(0, 13)]) {
      expect(JSON.parse(await open(`/api/parts?q=${text}`)).total).toBe(0);
      expect(JSON.parse(await open(`/api/suggestions?q=${text}`)).suggestions).toEqual([]);
    }
  });

  test('reach no table, notification, audit row or copy that others read', async () => {
    const { owner } = shop.database;
    const heard: string[] = [];
    owner.on('notification', ({ payload }) => heard.push(payload ?? ''));
    const { rows: channels } = await owner.query(
      "select 'catalog_changed' as name union select 'live_changes'",
    );
    for (const { name } of channels) await owner.query(`listen ${name}`);
    const id = await addAlternator();
    await change(id, { yard_place: 'Canary Row 8', price: '121' });
    await shop.runJobs();
    const { rows: tables } = await owner.query(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname in ('public', 'audit', 'graphile_worker', 'auth') and tablename not in ('part_private_facts')`,
    );
    expect(tables.length).toBeGreaterThan(40);
    for (const { name } of tables) {
      const { rows } = await owner.query(
        `select to_jsonb(kept)::text as text from ${name} as kept where to_jsonb(kept)::text ~ 'Canary|731\\.37|${VIN}'`,
      );
      expect(rows, name).toEqual([]);
    }
    expect(findCanaries(heard.join('\n'))).toEqual([]);
    const copy = await open('/profile/data', buyer);
    expect(findCanaries(copy)).toEqual([]);
  });
});
