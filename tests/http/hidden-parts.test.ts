import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addDeskOrder } from '../support/desk-orders.ts';
import { deleteOrders } from '../support/orders.ts';
import { addParts } from '../support/parts.ts';
import { formAddress, loaderAddress, readLoaderData, readOutcome } from '../support/read-outcome.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

const PASSWORD = 'a password for Ada';

let shop: TestShop;
let cookie: string;

beforeAll(async () => {
  shop = await createTestShop();
  await shop.addUser({ email: 'ada@example.com', password: PASSWORD, admin: true });
  cookie = await shop.signIn('ada@example.com', PASSWORD);
});
afterAll(() => shop[Symbol.asyncDispose]());
beforeEach(async () => {
  await deleteOrders(shop.database.owner);
  await shop.database.owner.query(`
    delete from part_requests; delete from hidden_parts; delete from parts_catalog;
    delete from part_fitments; delete from part_private_facts; delete from deleted_parts; delete from part_changes;
  `);
});

async function send(path: string, fields: Record<string, string>, method = 'POST') {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  const response = await shop.request(formAddress(path, fields), {
    method,
    body,
    headers: { Cookie: cookie },
  });
  return { status: response.status, ...(await readOutcome(response)) };
}

interface EditedPart {
  part: Record<string, unknown>;
  isHidden: boolean;
}

async function edit(id: string): Promise<EditedPart> {
  const response = await shop.request(`/admin/part/${id}`, { headers: { Cookie: cookie } });
  return (await response.json()) as EditedPart;
}

/** As the form of the part, with some changed fields. */
async function save(id: string, fields: Record<string, string>) {
  const { part } = await edit(id);
  return send(`/admin/part/${id}`, { intent: 'save', seen: JSON.stringify(part), ...fields });
}

async function open(path: string) {
  const moved = await shop.request(path);
  const response = moved.status === 301 ? await shop.request(moved.headers.get('Location') ?? '') : moved;
  return { status: response.status, text: (await response.text()).replaceAll('<!-- -->', '') };
}

async function list(query: string): Promise<string[]> {
  const route = 'desk/parts/list/parts';
  const response = await shop.request(loaderAddress(`/admin?${query}`, route), {
    headers: { Cookie: cookie },
  });
  const { list: found } = await readLoaderData<{
    list: { rows: { part_name: string }[]; total: number };
  }>(response, route);
  expect(found.total).toBe(found.rows.length);
  return found.rows.map((row) => row.part_name);
}

async function countRows(table: string): Promise<number> {
  const { rows } = await shop.database.owner.query<{ rows: number }>(
    `select count(*)::integer as rows from ${table}`,
  );
  return rows[0]?.rows ?? -1;
}

const start = (ids: string[], kind: string) =>
  send('/admin/bulk-changes', { intent: 'start', ids: ids.join(','), kind, parts: String(ids.length) });

async function undo() {
  const { rows } = await shop.database.owner.query<{ id: string }>(
    'select id from part_changes order by created_at desc limit 1',
  );
  await send('/admin/bulk-changes', { intent: 'undo', id: rows[0]?.id ?? '' });
  await shop.runJobs();
}

/** No other text of the shop has these names. */
const zyx = {
  part_name: 'Zyxhood',
  oem_number: 'ZYX-12345-A',
  stock_number: 'ZYX77',
  brand: 'Zyxbrand',
  category: 'Zyxcategory',
  description: 'Zyxdescription',
  vehicle_make: 'Zyxmake',
  vehicle_model: 'Zyxmodel',
  price: 40,
  image_url: 'https://example.com/hood.webp',
};

/** Addresses, and what of the part they show. None of them repeats it from its own address. */
const placesOf = (id: string): [address: string, shown: string][] => [
  [`/part/${id}`, 'Zyxdescription'],
  [`/api/parts/${id}`, 'Zyxdescription'],
  ['/', 'Zyxmake'],
  ['/junkyard', 'Zyxhood'],
  ['/junkyard?q=zyxhood', 'Zyxdescription'],
  ['/junkyard?q=ZYX77', 'Zyxhood'],
  ['/junkyard?q=ZYX-12345-A', 'Zyxhood'],
  ['/api/parts?q=zyxhood', 'Zyxhood'],
  ['/api/parts?category=Zyxcategory', 'Zyxhood'],
  ['/api/parts?make=Zyxmake&model=Zyxmodel&year=2015', 'Zyxhood'],
  ['/api/parts/facets?make=Zyxmake', 'Zyxcategory'],
  ['/api/suggestions?q=zyxho', 'Zyxhood'],
  ['/api/suggestions?q=zyxma', 'Zyxmake'],
  ['/api/models?make=Zyxmake', 'Zyxmodel'],
  ['/api/models?make=Otherzyx', 'Othermodel'],
  ['/parts', 'Zyxmake'],
  ['/parts/Zyxmake', 'Zyxmodel'],
  ['/parts/Zyxmake/Zyxmodel/2015', 'Zyxcategory'],
  ['/parts/Otherzyx/Othermodel/2010', 'Zyxcategory'],
  ['/?make=Zyxmake&model=Zyxmodel&year=2015&category=Zyxcategory', 'Zyxhood'],
  ['/sitemap.xml', 'Zyxmake'],
  ['/sitemaps/parts.xml', 'zyxhood'],
  ['/sitemaps/make-Zyxmake.xml', 'Zyxmodel'],
  ['/feeds/google-merchant.xml', 'Zyxhood'],
];

/** The addresses that show something of the part. */
/** Lists keep the choices of their filters for a few seconds. */
async function expectNoTraces(id: string) {
  await expect.poll(() => findTraces(id), { interval: 2_500, timeout: 15_000 }).toEqual([]);
}

async function findTraces(id: string): Promise<string[]> {
  const found: string[] = [];
  for (const [address, shown] of placesOf(id)) {
    const { status, text } = await open(address);
    expect(status, address).toBeLessThan(500);
    if (text.includes(shown)) found.push(address);
  }
  return found;
}

test('a hidden part is nowhere in the shop, and back as it was when it is shown', async () => {
  const { owner } = shop.database;
  const [id = ''] = await addParts(owner, [zyx]);
  await owner.query(
    `insert into part_fitments (part_id, make, model, from_year, to_year) values ($1, 'Otherzyx', 'Othermodel', 2009, 2011)`,
    [id],
  );
  await owner.query("insert into part_private_facts (part_id, yard_place) values ($1, 'Row 1')", [id]);
  const inShop = await findTraces(id);
  expect(inShop).toEqual(placesOf(id).map(([address]) => address));
  const readRow = async () =>
    (await owner.query("select to_jsonb(parts) - 'updated_at' as part from parts_catalog as parts")).rows;
  const before = await readRow();

  expect(await save(id, { listing: 'hidden' })).toMatchObject({
    status: 200,
    message: 'Part saved and hidden from the shop',
  });
  await expectNoTraces(id);
  expect((await open(`/part/${id}`)).status).toBe(404);
  expect((await open(`/api/parts/${id}`)).status).toBe(404);
  for (const table of ['parts_catalog', 'part_fitments', 'search_parts', 'part_fit_keys', 'deleted_parts']) {
    expect(await countRows(table), table).toBe(0);
  }
  const { rows: counts } = await owner.query(
    'select sum(parts)::integer as parts from catalog_counts union all select sum(parts)::integer from fitment_counts',
  );
  expect(counts.every(({ parts }) => !parts)).toBe(true);
  await owner.query('select clean_up_catalog()');

  expect(await save(id, { listing: 'shown' })).toMatchObject({ status: 200, message: 'Part is in the shop' });
  expect(await findTraces(id)).toEqual(inShop);
  expect(await readRow()).toEqual(before);
  expect((await edit(id)).part).toMatchObject({ yard_place: 'Row 1', stock_number: 'ZYX77' });
});

describe('a draft', () => {
  const fields = {
    part_name: 'Zyxhood',
    category: 'Body',
    price: '10',
    stock_number: 'D1',
    listing: 'hidden',
  };

  test('is written, changed, found by staff and published', async () => {
    const id = randomUUID();
    const fitments = [
      {
        make: 'Honda',
        model: 'Civic',
        fromYear: 2006,
        toYear: 2011,
        engine: null,
        trim: null,
        position: null,
        note: null,
      },
    ];
    const draft = { ...fields, id, yard_place: 'Row 7', fitments: JSON.stringify(fitments) };
    expect(await send('/admin/part/new', { intent: 'save', ...draft })).toMatchObject({
      status: 200,
      message: 'Draft saved',
    });
    await expectNoTraces(id);
    expect(await list('')).toEqual([]);
    expect(await list('listing=hidden')).toEqual(['Zyxhood']);
    expect(await list('listing=hidden&q=ZYXH+body')).toEqual(['Zyxhood']);
    expect(await list('listing=hidden&q=fender')).toEqual([]);
    expect(await list('listing=hidden&price=none')).toEqual([]);
    expect(await list('listing=hidden&sort=-price')).toEqual(['Zyxhood']);

    const seen = await edit(id);
    expect(seen).toMatchObject({ isHidden: true, part: { yard_place: 'Row 7', price: '10.00' } });
    expect(JSON.parse(String(seen.part['fitments']))).toEqual(fitments);
    expect(
      await save(id, {
        price: '12',
        fitments: JSON.stringify([...fitments, { ...fitments[0], model: 'Fit' }]),
      }),
    ).toMatchObject({
      message: 'Part updated successfully',
    });
    expect(await countRows('part_fitments')).toBe(0);
    expect(await save(id, { listing: 'shown', price: '13' })).toMatchObject({
      message: 'Part is in the shop',
    });
    expect(JSON.parse((await open(`/api/parts/${id}`)).text)).toMatchObject({
      part_name: 'Zyxhood',
      price: 13,
    });
    expect(await countRows('part_fitments')).toBe(2);
    expect(await countRows('hidden_parts')).toBe(0);
  });

  test('with the stock number of another part stays a draft, unchanged', async () => {
    await addParts(shop.database.owner, [{ stock_number: 'd-1' }]);
    const id = randomUUID();
    await send('/admin/part/new', { intent: 'save', ...fields, id });
    expect(await save(id, { listing: 'shown', price: '99' })).toMatchObject({
      status: 409,
      message: 'Error saving part: another part has this stock number',
    });
    expect(await edit(id)).toMatchObject({ isHidden: true, part: { price: '10.00' } });
  });

  test('is merged with what another admin saved', async () => {
    const id = randomUUID();
    await send('/admin/part/new', { intent: 'save', ...fields, id });
    const { part } = await edit(id);
    await save(id, { price: '20' });
    const seen = JSON.stringify(part);
    expect(await send(`/admin/part/${id}`, { intent: 'save', seen, price: '30' })).toMatchObject({
      status: 409,
    });
    expect(await send(`/admin/part/${id}`, { intent: 'save', seen, brand: 'Bosch' })).toMatchObject({
      status: 200,
    });
    expect((await edit(id)).part).toMatchObject({ price: '20.00', brand: 'Bosch' });
  });

  test('comes back from the trash as a draft', async () => {
    const id = randomUUID();
    await send('/admin/part/new', { intent: 'save', ...fields, id });
    expect(await send(`/admin/part/${id}`, { intent: 'delete' })).toMatchObject({ status: 200 });
    expect([await countRows('hidden_parts'), await countRows('deleted_parts')]).toEqual([0, 1]);
    expect(await send('/admin/trash', { intent: 'restore-part', id })).toMatchObject({ status: 200 });
    expect(await edit(id)).toMatchObject({ isHidden: true, part: { part_name: 'Zyxhood' } });
    expect([await countRows('parts_catalog'), await countRows('deleted_parts')]).toEqual([0, 0]);
  });
});

test('a part that a payment holds is not hidden', async () => {
  const [id = ''] = await addParts(shop.database.owner, [{ stock_quantity: 2, stock_held: 1 }]);
  expect(await save(id, { listing: 'hidden', price: '99' })).toMatchObject({
    status: 400,
    message: 'Error hiding part: open payments hold 1. Please try again later',
  });
  expect(await edit(id)).toMatchObject({ isHidden: false, part: { price: '40.00' } });
  await start([id], 'hide');
  await shop.runJobs();
  expect(await countRows('hidden_parts')).toBe(0);
});

test('requests find their part again, orders keep it, and canceled units come back to a hidden part', async () => {
  const { owner } = shop.database;
  const [id = ''] = await addParts(owner, [{ stock_quantity: 2 }]);
  await owner.query(
    `insert into part_requests (name, email, part_name, part_id) values ('Vic', 'vic@example.com', 'Horn', $1)`,
    [id],
  );
  const order = await addDeskOrder(owner, { parts: [{ name: 'Pads', partId: id }] });
  await save(id, { listing: 'hidden' });
  const readIds = async () =>
    (await owner.query('select part_id from part_requests union all select part_id from order_lines')).rows;
  expect(await readIds()).toEqual([{ part_id: null }, { part_id: id }]);

  expect(
    await send(`/admin/orders/PY-${order.number}`, {
      intent: 'cancel',
      [`restock:${order.lineIds[0]}`]: 'yes',
    }),
  ).toMatchObject({ done: true });
  await save(id, { listing: 'shown' });
  expect(await readIds()).toEqual([{ part_id: id }, { part_id: id }]);
  const { rows } = await owner.query('select stock_quantity as stock from parts_catalog');
  expect(rows).toEqual([{ stock: 3 }]);
});

test('many parts are hidden and shown, with a preview and an undo', async () => {
  const ids = await addParts(shop.database.owner, [
    { part_name: 'Hood' },
    { part_name: 'Latch', stock_quantity: 1, stock_held: 1 },
    { part_name: 'Pads' },
  ]);
  const preview = await send('/admin/bulk-changes', { intent: 'preview', ids: ids.join(','), kind: 'hide' });
  expect(preview).toMatchObject({
    preview: {
      parts: 3,
      examples: [{ name: 'Hood' }, { name: 'Latch', skipped: 'Open payments hold 1' }, { name: 'Pads' }],
    },
  });
  await start(ids, 'hide');
  await shop.runJobs();
  expect([await list(''), await list('listing=hidden')]).toEqual([['Latch'], ['Hood', 'Pads']]);

  // A hidden part is changed as others are, and followed when its category gets another name.
  await send('/admin/bulk-changes', {
    intent: 'start',
    all: 'listing=hidden',
    parts: '2',
    kind: 'price',
    price_way: 'to',
    price_value: '9',
  });
  await shop.runJobs();
  const { rows } = await shop.database.owner.query('select price from hidden_parts');
  expect(rows).toEqual([{ price: '9.00' }, { price: '9.00' }]);
  await send('/admin/bulk-changes', {
    intent: 'start',
    all: 'listing=hidden&q=hood',
    parts: '1',
    kind: 'show',
  });
  await shop.runJobs();
  expect([await list(''), await list('listing=hidden')]).toEqual([['Hood', 'Latch'], ['Pads']]);
  await undo();
  expect(await list('listing=hidden')).toEqual(['Hood', 'Pads']);
});

test('a hidden table has the columns of the catalog', async () => {
  const { rows } = await shop.database.owner.query(`
    select attname, format_type(atttypid, atttypmod), attnotnull from pg_attribute
    where attrelid = 'parts_catalog'::regclass and attnum > 0 and not attisdropped
    except
    select attname, format_type(atttypid, atttypmod), attnotnull from pg_attribute
    where attrelid = 'hidden_parts'::regclass and attnum > 0 and not attisdropped`);
  expect(rows).toEqual([]);
});
