import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { conditionColumns } from '#core/catalog/condition.ts';
import { formColumns, type PartColumns } from '#core/catalog/part-fields.ts';
import { addParts } from '../support/parts.ts';
import { formAddress, readOutcome } from '../support/read-outcome.ts';
import { addressOf, routesOf } from '../support/routes.ts';
import { randomAddress } from '../support/random-address.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

const PASSWORD = 'a password for Ada';

let shop: TestShop;
let cookie: string;
let strangersCookie: string;

beforeAll(async () => {
  shop = await createTestShop();
  await shop.addUser({ email: 'ada@example.com', password: PASSWORD, admin: true });
  await shop.addUser({ email: 'sam@example.com', password: PASSWORD });
  cookie = await shop.signIn('ada@example.com', PASSWORD);
  strangersCookie = await shop.signIn('sam@example.com', PASSWORD);
});
afterAll(() => shop[Symbol.asyncDispose]());
beforeEach(async () => {
  await shop.database.owner.query(
    'delete from parts_catalog; delete from conditions; delete from deleted_parts',
  );
});

const asked = (path: string, init: RequestInit = {}) =>
  shop.request(path, { ...init, headers: { Cookie: cookie, ...init.headers } });

/** A page's text as an admin reads it. */
async function read(path: string) {
  const response = await asked(path);
  expect(response.status).toBe(200);
  return (await response.text()).replaceAll('<!-- -->', '');
}

async function send(path: string, fields?: Record<string, string | Blob>, method = 'POST') {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields ?? {})) body.set(name, value);
  const response = await asked(formAddress(path, fields ?? {}), { method, body });
  return { status: response.status, ...(await readOutcome(response)) };
}

const savePart = (id: string, fields: Record<string, string | Blob>) =>
  send(`/admin/part/${id}`, { intent: 'save', ...fields });

const blank = Object.fromEntries(formColumns.map((column) => [column, '']));
const horn = { ...blank, part_name: 'Horn', category: 'General' };

const dot = { width: 4, height: 3, channels: 3, background: '#c33' } as const;

async function parts() {
  const { rows } = await shop.database.owner.query('select * from parts_catalog order by part_name, id');
  return rows;
}

describe('users without a role are redirected to /auth before any data is read', () => {
  test('at every address of the panel, with every method', async () => {
    const id = '00000000-0000-4000-8000-00000000000a';
    const routes = routesOf(shop.build).filter(({ path }) => /^\/admin(\/|$)/.test(path));
    expect(routes.length).toBeGreaterThan(10);
    for (const route of routes) {
      const place = addressOf(route.path, () => id);
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
        for (const who of ['', strangersCookie]) {
          // The limit by address is lower than these requests.
          const headers = { Cookie: who, 'X-Forwarded-For': randomAddress() };
          const response = await shop.request(place, { method, headers });
          const result = [method, place, response.status, response.headers.get('Location')];
          expect(result, 'Routes of the panel belong below only-staff.ts in app/routes.ts').toEqual([
            method,
            place,
            302,
            '/auth',
          ]);
        }
      }
    }
  }, 60_000);

  test.each([
    ['save', '/admin/part/new'],
    ['delete', '/admin/part/00000000-0000-4000-8000-00000000000a'],
    ['save', '/admin/conditions'],
    ['delete', '/admin/categories'],
  ])('to %s at %s changes nothing', async (intent, place) => {
    await addParts(shop.database.owner, [{ id: '00000000-0000-4000-8000-00000000000a' }]);
    const body = new FormData();
    for (const [name, value] of Object.entries({ ...horn, intent, name: 'Brakes', parts: '9' }))
      body.set(name, value);
    for (const who of ['', strangersCookie]) {
      const response = await shop.request(place, { method: 'POST', body, headers: { Cookie: who } });
      expect([response.status, response.headers.get('Location')]).toEqual([302, '/auth']);
    }
    expect(await parts()).toHaveLength(1);
  });

  test('client navigation sends no data either', async () => {
    const response = await shop.request('/admin.data', { headers: { Cookie: strangersCookie } });
    expect(response.status).toBe(202);
    expect(await response.text()).toContain('/auth');
  });
});

describe('the parts table', () => {
  const names = (html: string) => [...html.matchAll(/Edit ([^"]*)"/g)].map(([, name]) => name).slice(0, 25);
  /** The table and the cards both show the name of each part. */
  const once = (all: unknown[]) => [...new Set(all)];

  beforeEach(() =>
    addParts(shop.database.owner, [
      {
        part_name: 'Alternator',
        category: 'Electrical',
        brand: 'Denso',
        oem_number: '31100-5A2-A02',
        vehicle_year: 2015,
        price: null,
        stock_quantity: 0,
      },
      {
        part_name: 'Brake Caliper',
        category: 'Brakes & Rotors',
        vehicle_year: 2016,
        price: 90,
        stock_quantity: 5,
      },
      {
        part_name: 'Hood',
        category: 'Body',
        vehicle_make: 'Ford',
        vehicle_model: 'F-150',
        vehicle_year: 1990,
        description: 'Dent on the left',
        price: 300,
        stock_quantity: 6,
      },
      {
        part_name: 'Wiper',
        category: 'Body',
        oem_number: '20159',
        vehicle_year: 1999,
        price: 0,
        stock_quantity: 1,
      },
    ]),
  );

  test('the figures match the catalog after each change', async () => {
    const figures = async () =>
      [...(await read('/admin')).matchAll(/<dt[^>]*>([^<]*)<\/dt><dd[^>]*>([\d,]+)<\/dd>/g)].map(
        ([, label, value]) => `${label} ${value}`,
      );
    expect(await figures()).toEqual([
      'Total Parts 4',
      'Categories 3',
      'With Prices 2',
      'Out of Stock 1',
      'Low Stock 2',
    ]);
    const { owner } = shop.database;
    await owner.query("update parts_catalog set stock_quantity = 0, price = 10 where part_name = 'Wiper'");
    await owner.query("delete from parts_catalog where part_name = 'Alternator'");
    const changed = ['Total Parts 3', 'Categories 2', 'With Prices 3', 'Out of Stock 1', 'Low Stock 1'];
    expect(await figures()).toEqual(changed);
    await shop.database.pools.as({ role: 'service_role' }, (transaction) =>
      transaction.selectNoFrom((of) => of.fn('clean_up_catalog').as('done')).execute(),
    );
    expect(await figures()).toEqual(changed);
    expect((await owner.query('select from catalog_tallies')).rowCount).toBe(1);
    for (const [stock, low] of [
      [5, 2],
      [6, 1],
    ]) {
      await owner.query("update parts_catalog set stock_quantity = $1 where part_name = 'Wiper'", [stock]);
      expect(await figures()).toContain(`Low Stock ${low}`);
    }
    for (const [lowStock, low] of [
      [6, 3],
      [0, 0],
      [5, 1],
    ]) {
      await owner.query('update shop_settings set values = $1', [{ limits: { lowStock } }]);
      expect(await figures()).toContain(`Low Stock ${low}`);
    }
  });

  test.each([
    ['caliper', ['Brake Caliper']],
    ['ROTORS', ['Brake Caliper']],
    ['denso', ['Alternator']],
    ['31100-5a2', ['Alternator']],
    ['dent', ['Hood']],
    ['honda', ['Alternator', 'Brake Caliper', 'Wiper']],
    ['f-150', ['Hood']],
    ['2015', ['Alternator', 'Wiper']],
    ['honda 2015 electrical', ['Alternator']],
    ['999', ['Wiper']],
    ['body', ['Hood', 'Wiper']],
    ['nothing of the kind', []],
    ['%', []],
    ['category=body', []],
  ])('a search for %s', async (q, expected) => {
    const html = await read(`/admin?${new URLSearchParams({ q })}`);
    expect(once(names(html))).toEqual(expected);
    expect(html).toContain(`${expected.length} part${expected.length === 1 ? '' : 's'}`);
  });

  test.each([
    ['name', ['Alternator', 'Brake Caliper', 'Hood', 'Wiper']],
    ['-name', ['Wiper', 'Hood', 'Brake Caliper', 'Alternator']],
    ['price', ['Alternator', 'Wiper', 'Brake Caliper', 'Hood']],
    ['-price', ['Hood', 'Brake Caliper', 'Wiper', 'Alternator']],
    ['stock', ['Alternator', 'Wiper', 'Brake Caliper', 'Hood']],
    ['-stock', ['Hood', 'Brake Caliper', 'Wiper', 'Alternator']],
    ['nonsense', ['Alternator', 'Brake Caliper', 'Hood', 'Wiper']],
  ])('sorts by %s', async (sort, expected) => {
    expect(once(names(await read(`/admin?sort=${sort}`)))).toEqual(expected);
  });

  test.each(['name', '-name', 'price', '-price', 'stock', '-stock'])(
    'forward and back, pages sorted by %s show each part once',
    async (sort) => {
      await addParts(
        shop.database.owner,
        Array.from({ length: 60 }, (_, index) => ({
          part_name: `Bolt ${index % 7}`,
          description: `number${index}`,
          price: index % 3,
          stock_quantity: index % 5,
        })),
      );
      const step = (html: string, way: string) =>
        html.match(new RegExp(`href="(/admin\\?[^"]*${way}=[^"]*)"`))?.[1]?.replaceAll('&amp;', '&');
      const shown = (html: string) => once([...html.matchAll(/number\d+/g)].map(([each]) => each));
      const pages: unknown[][] = [];
      const backwards: unknown[][] = [];
      let html = await read(`/admin?q=bolt&sort=${sort}`);
      expect(step(html, 'before')).toBeUndefined();
      for (;;) {
        pages.push(shown(html));
        const next = step(html, 'after');
        if (!next) break;
        html = await read(next);
      }
      for (;;) {
        backwards.unshift(shown(html));
        const previous = step(html, 'before');
        if (!previous) break;
        html = await read(previous);
      }
      expect(pages.map((page) => page.length)).toEqual([25, 25, 10]);
      expect(new Set(pages.flat()).size).toBe(60);
      expect(backwards).toEqual(pages);
    },
  );

  test.each(['after=x', 'before=x', 'after=W10', `after=${'x'.repeat(9_000)}`, 'q=%00', 'sort=%00', 'q=%FF'])(
    'an invalid address causes no error: %s',
    async (parameters) => {
      expect((await asked(`/admin?${parameters}`)).status).toBe(200);
    },
  );

  test('holds are shown next to the stock, and hidden columns stay hidden', async () => {
    await shop.database.owner.query("update parts_catalog set stock_held = 2 where part_name = 'Hood'");
    expect(await read('/admin?q=hood')).toContain('2 held');
    const response = await asked('/admin', {
      headers: { Cookie: `${cookie}; admin-hidden-columns=brand.price` },
    });
    const html = await response.text();
    const heads = [...html.matchAll(/<th scope="col"[^>]*>(.*?)<\/th>/g)].map(([, head = '']) =>
      head.replace(/<[^>]*>/g, ''),
    );
    expect(heads.slice(1)).toEqual([
      'Part Name',
      'Category',
      'Vehicle',
      'Condition',
      'Stock',
      'Image',
      'Actions',
    ]);
  });
});

describe('the part form', () => {
  test('a part with all its fields', async () => {
    const added = await savePart('new', {
      ...blank,
      part_name: ' Brake Pads ',
      oem_number: '45022-TR3-A01',
      brand: 'Akebono',
      category: 'Brakes',
      subcategory: 'Pads',
      description: 'Front axle',
      vehicle_make: 'Honda',
      vehicle_model: 'Civic',
      vehicle_year: '2015',
      vehicle_engine: '1.8L',
      part_type: 'Good',
      price: '49.9',
      stock_quantity: '3',
      image_url: 'https://example.com/pads.jpg',
    });
    expect(added).toEqual({ status: 200, done: true, message: 'Part added successfully' });
    expect(await parts()).toMatchObject([
      {
        part_name: 'Brake Pads',
        oem_number: '45022-TR3-A01',
        brand: 'Akebono',
        category: 'Brakes',
        subcategory: 'Pads',
        description: 'Front axle',
        vehicle_make: 'Honda',
        vehicle_model: 'Civic',
        vehicle_year: 2015,
        vehicle_engine: '1.8L',
        part_type: 'Good',
        price: '49.90',
        stock_quantity: 3,
        image_url: 'https://example.com/pads.jpg',
      },
    ]);
  });

  test('blank fields become null, blank stock 0, and a year or price of 0 null', async () => {
    await savePart('new', { ...horn, vehicle_year: '0', price: '0.00' });
    expect(await parts()).toMatchObject([
      {
        oem_number: null,
        brand: null,
        subcategory: null,
        description: null,
        vehicle_make: null,
        vehicle_model: null,
        vehicle_year: null,
        vehicle_engine: null,
        part_type: null,
        price: null,
        stock_quantity: 0,
        image_url: null,
      },
    ]);
  });

  test.each([
    [{ stock_quantity: '0' }, 'Out of Stock'],
    [{ stock_quantity: '' }, 'Out of Stock'],
    [{ stock_quantity: '0', part_type: 'Good' }, 'Good'],
    [{ stock_quantity: '1' }, null],
  ])(
    'without stock and condition, a part is Out of Stock if that condition exists: %j',
    async (fields, condition) => {
      await shop.database.owner.query(
        "insert into conditions (name, color_class) values ('Out of Stock', 'bg-red-100 text-red-800')",
      );
      await savePart('new', { ...horn, ...fields });
      expect(await parts()).toMatchObject([{ part_type: condition }]);
    },
  );

  test.each([
    [{ part_name: '' }, { part_name: 'Part name is required' }],
    [{ part_name: '  ' }, { part_name: 'Part name is required' }],
    [{ category: '' }, { category: 'Category is required' }],
    [{ category: '', new_category: '' }, { new_category: 'Category is required' }],
    [{ image_url: 'no address' }, { image_url: 'Please enter a valid URL' }],
    [{ image_url: 'javascript:alert(1)' }, { image_url: 'Please enter a valid URL' }],
    [{ image_url: '//example.com/x.png' }, { image_url: 'Please enter a valid URL' }],
    [{ image_url: 'data:text/html,x' }, { image_url: 'Please enter a valid URL' }],
    [{ stock_quantity: '-1' }, { stock_quantity: 'Stock quantity must be a whole number, 0 or more' }],
    [{ stock_quantity: '1.5' }, { stock_quantity: 'Stock quantity must be a whole number, 0 or more' }],
    [
      { stock_quantity: '99999999999' },
      { stock_quantity: 'Stock quantity must be a whole number, 0 or more' },
    ],
    [{ price: '1e9' }, { price: 'Price must be dollars and cents, such as 49.99' }],
    [{ price: '-1' }, { price: 'Price must be dollars and cents, such as 49.99' }],
    [{ brand: 'x\0y' }, { brand: 'This contains an invalid character' }],
    [{ part_name: 'x'.repeat(201) }, { part_name: 'At most 200 characters' }],
  ])('%j is refused', async (fields, errors) => {
    expect(await savePart('new', { ...horn, ...fields } as Record<string, string>)).toEqual({
      status: 400,
      done: false,
      errors,
    });
    expect(await parts()).toEqual([]);
  });

  test('a new category is trimmed, and refused if it has only spaces', async () => {
    const none = await savePart('new', { ...horn, category: '', new_category: '  ' });
    expect(none).toMatchObject({
      status: 400,
      message: 'Please select a category or enter a new category name',
    });
    await savePart('new', { ...horn, category: '', new_category: ' Horns ' });
    expect(await parts()).toMatchObject([{ category: 'Horns' }]);
  });

  test.each(['/pictures/horn.webp', 'data:image/png;base64,iVBORw0KGgo=', 'http://example.com/a b.png'])(
    'an image can be %s',
    async (image_url) => {
      expect(await savePart('new', { ...horn, image_url })).toMatchObject({ done: true });
      expect(await parts()).toMatchObject([{ image_url }]);
    },
  );

  test('a body that is not a form is refused', async () => {
    const bodies = ['', 'x', '{"part_name":1}'];
    for (const body of bodies) {
      for (const type of ['text/plain', 'multipart/form-data', 'application/x-www-form-urlencoded']) {
        const response = await asked('/admin/part/new', {
          method: 'POST',
          body,
          headers: { 'Content-Type': type },
        });
        expect(response.status).toBe(type === 'text/plain' ? 415 : 400);
      }
    }
    expect((await asked('/admin/part/x')).status).toBe(404);
    expect((await asked('/admin/part/00000000-0000-4000-8000-00000000000a')).status).toBe(404);
  });
});

describe('changing a part', () => {
  async function open(id: string) {
    const { part } = (await (await asked(`/admin/part/${id}`)).json()) as { part: PartColumns };
    const fields = Object.fromEntries(
      Object.entries(part).map(([name, value]) => [name, String(value ?? '')]),
    );
    return { fields, seen: JSON.stringify(part) };
  }

  test('keeps unchanged fields', async () => {
    const [id = ''] = await addParts(shop.database.owner, [
      { description: 'As it was', image_url: '/horn.png' },
    ]);
    const [before] = await parts();
    const { fields, seen } = await open(id);
    expect(await savePart(id, { ...fields, seen, price: '41.5' })).toEqual({
      status: 200,
      done: true,
      message: 'Part updated successfully',
    });
    const [after] = await parts();
    expect(after).toEqual({ ...before, price: '41.50', updated_at: expect.any(Date) });
    expect(after.updated_at > before.updated_at).toBe(true);
  });

  test('changes of two admins to different fields are merged without a question', async () => {
    const [id = ''] = await addParts(shop.database.owner, [{ price: 40, description: 'As it was' }]);
    const { fields, seen } = await open(id);
    await savePart(id, { ...fields, seen, price: '50', oem_number: 'X-1', category: 'Body' });
    expect(await savePart(id, { ...fields, seen, brand: 'Denso', description: '' })).toEqual({
      status: 200,
      done: true,
      message: 'Part updated successfully',
    });
    expect(await parts()).toMatchObject([
      { price: '50.00', oem_number: 'X-1', category: 'Body', brand: 'Denso', description: null },
    ]);
  });

  test('a field that both admins changed shows both values, and the choice applies to the values shown', async () => {
    const { owner } = shop.database;
    const [id = ''] = await addParts(owner, [{ price: 40, brand: 'Bosch' }]);
    const { fields, seen } = await open(id);
    await owner.query("update parts_catalog set price = 50, brand = 'Aisin', subcategory = 'Pads'");
    const mine = { ...fields, seen, price: '60', brand: 'Denso', description: 'New' };
    const question = await savePart(id, mine);
    expect(question).toEqual({
      status: 409,
      done: false,
      conflicts: [
        { field: 'brand', mine: 'Denso', theirs: 'Aisin' },
        { field: 'price', mine: '60.00', theirs: '50.00' },
      ],
    });
    expect(await parts()).toMatchObject([{ price: '50.00', brand: 'Aisin' }]);

    // The price changes again before the response arrives.
    await owner.query('update parts_catalog set price = 55');
    const choices = {
      brand: { keep: 'theirs', theirs: 'Aisin' },
      price: { keep: 'mine', theirs: '50.00' },
    };
    expect(await savePart(id, { ...mine, choices: JSON.stringify(choices) })).toMatchObject({
      status: 409,
      conflicts: [{ field: 'price', mine: '60.00', theirs: '55.00' }],
    });
    choices.price.theirs = '55.00';
    expect(await savePart(id, { ...mine, choices: JSON.stringify(choices) })).toMatchObject({
      done: true,
    });
    expect(await parts()).toMatchObject([
      { price: '60.00', brand: 'Aisin', subcategory: 'Pads', description: 'New' },
    ]);
  });

  test('equal changes of both admins cause no question', async () => {
    const [id = ''] = await addParts(shop.database.owner, [{ price: 40 }]);
    const { fields, seen } = await open(id);
    for (const brand of ['A', 'B']) {
      expect(await savePart(id, { ...fields, seen, price: '50.0', brand })).toMatchObject(
        brand === 'A' ? { done: true } : { conflicts: [{ field: 'brand' }] },
      );
    }
  });

  test('a stored value that the form normalizes counts as unchanged', async () => {
    const { owner } = shop.database;
    const [id = ''] = await addParts(owner, [
      {
        part_name: ' Horn ',
        oem_number: '',
        description: 'Two\nlines',
        price: 0,
        vehicle_year: 0,
        image_url: '',
      },
    ]);
    const [before] = await parts();
    const { fields, seen } = await open(id);
    await savePart(id, {
      ...fields,
      seen,
      description: 'Two\r\nlines',
      brand: 'Denso',
    });
    expect(await parts()).toEqual([{ ...before, brand: 'Denso', updated_at: expect.any(Date) }]);
    const { rows } = await owner.query(
      "select details from audit_logs where action = 'admin_update_part' and resource_id = $1",
      [id],
    );
    expect(rows).toMatchObject([{ details: { changed: ['brand'] } }]);
  });

  test('the audit trail lists what this admin changed, and nothing for a form without changes', async () => {
    const { owner } = shop.database;
    const [id = ''] = await addParts(owner, [{ price: 40, stock_quantity: 4 }]);
    const { fields, seen } = await open(id);
    await owner.query("update parts_catalog set price = 45, stock_quantity = 3, brand = 'Aisin'");
    await savePart(id, { ...fields, seen, stock_quantity: '6', description: 'New' });
    const [saved] = await parts();
    expect(await savePart(id, { ...fields, seen })).toMatchObject({ done: true });
    expect(await parts()).toEqual([saved]);
    const { rows } = await owner.query(
      "select details from audit_logs where action = 'admin_update_part' and resource_id = $1",
      [id],
    );
    expect(rows).toMatchObject([
      {
        details: {
          changed: ['description', 'stock_quantity'],
          price: '45.00',
          stock_quantity: 5,
          before: { price: '45.00', stock_quantity: 3 },
        },
      },
    ]);
  });

  test('an uploaded picture conflicts with the picture URL of another admin', async () => {
    const { owner } = shop.database;
    const [id = ''] = await addParts(owner, [{ image_url: '/horn.png' }]);
    const { fields, seen } = await open(id);
    await owner.query("update parts_catalog set image_url = '/bell.png'");
    const picture = new File([new Uint8Array(await sharp({ create: dot }).png().toBuffer())], 'dot.png');
    const mine = { ...fields, seen, image_url: '', picture };
    const { conflicts = [] } = await savePart(id, mine);
    expect(conflicts).toEqual([
      { field: 'image_url', mine: expect.stringMatching(/^\/files\/pictures\//), theirs: '/bell.png' },
    ]);
    const choices = JSON.stringify({ image_url: { keep: 'mine', theirs: '/bell.png' } });
    expect(await savePart(id, { ...mine, choices })).toMatchObject({ done: true });
    const [{ image_url: stored }] = await parts();
    expect(stored).toMatch(/^\/files\/pictures\//);
    const { rowCount } = await owner.query(
      "select from audit_logs where action = 'admin_store_picture' and resource_id = $1",
      [stored],
    );
    expect(rowCount).toBe(1);
  });

  test.each([
    ['untouched', 4, 3, 0, '4', 3, undefined],
    ['stock arrived', 4, 3, 0, '10', 9, 'it changed from 4 to 3 while you were editing, and you added 6.'],
    ['broken pieces', 4, 3, 0, '2', 1, 'it changed from 4 to 3 while you were editing, and you removed 2.'],
    ['all pieces gone', 4, 3, 0, '0', 0, 'it changed from 4 to 3 while you were editing, and you removed 4.'],
    ['less than the held stock', 9, 6, 2, '1', 2, 'and you removed 8. Pending payments hold 2.'],
    ['the maximum', 0, 5, 0, '2147483647', 2_147_483_647, 'and you added 2147483647.'],
    [
      'both removed one',
      4,
      3,
      0,
      '3',
      2,
      'it changed from 4 to 3 while you were editing, and you removed 1.',
    ],
  ])('stock changes are added: %s', async (_, before, now, held, typed, after, note) => {
    const { owner } = shop.database;
    const [id = ''] = await addParts(owner, [{ stock_quantity: before, part_type: 'Good' }]);
    const { fields, seen } = await open(id);
    await owner.query('update parts_catalog set stock_quantity = $1, stock_held = $2', [now, held]);
    const saved = await savePart(id, { ...fields, seen, brand: 'A', stock_quantity: typed });
    expect(saved).toEqual({
      status: 200,
      done: true,
      message: 'Part updated successfully',
      ...(note && { note: expect.stringContaining(note) }),
    });
    if (note) expect(saved.note).toMatch(new RegExp(`^Stock is now ${after}: `));
    expect(await parts()).toMatchObject([{ brand: 'A', stock_quantity: after, stock_held: held }]);
  });

  test('a concurrent sale is not lost when the form is saved', async () => {
    const { owner } = shop.database;
    const [id = ''] = await addParts(owner, [{ stock_quantity: 4 }]);
    const { fields, seen } = await open(id);
    await owner.query('begin');
    await owner.query('update parts_catalog set stock_quantity = stock_quantity - 1');
    const saving = savePart(id, { ...fields, seen, stock_quantity: '10' });
    await vi.waitFor(async () => {
      const { rowCount } = await owner.query(
        "select from pg_locks where not granted and locktype = 'transactionid'",
      );
      expect(rowCount).toBe(1);
    });
    await owner.query('commit');
    expect(await saving).toMatchObject({ done: true });
    expect(await parts()).toMatchObject([{ stock_quantity: 9 }]);
  });

  test('a part without condition that sold out meanwhile is Out of Stock when it is saved', async () => {
    const { owner } = shop.database;
    await owner.query(
      "insert into conditions (name, color_class) values ('Out of Stock', 'bg-red-100 text-red-800')",
    );
    const [id = ''] = await addParts(owner, [{ stock_quantity: 1, part_type: null }]);
    const { fields, seen } = await open(id);
    await owner.query('update parts_catalog set stock_quantity = 0');
    await savePart(id, { ...fields, seen, brand: 'A' });
    expect(await parts()).toMatchObject([{ stock_quantity: 0, part_type: 'Out of Stock' }]);
  });

  test.each([
    { stock_quantity: 1.5 },
    { stock_quantity: -1 },
    { stock_quantity: 1e300 },
    { price: 40 },
    { brand: undefined, part_name: undefined },
  ])('invalid seen values are refused: %j', async (claimed) => {
    const [id = ''] = await addParts(shop.database.owner, [{ stock_quantity: 4 }]);
    const { fields, seen } = await open(id);
    const forged = JSON.stringify({ ...JSON.parse(seen), ...claimed });
    expect(await savePart(id, { ...fields, seen: forged })).toMatchObject({ status: 400 });
    for (const choices of ['x', '[]', '{"price":1}', '{"price":{"keep":"both","theirs":null}}']) {
      expect(await savePart(id, { ...fields, seen, choices })).toMatchObject({ status: 400 });
    }
  });

  describe('a form from a page of another build', () => {
    test.each(formColumns)('without %s leaves that field unchanged', async (column) => {
      const { owner } = shop.database;
      const [id = ''] = await addParts(owner, [
        {
          oem_number: '45022',
          subcategory: 'Pads',
          vehicle_engine: '1.8L',
          description: 'As it was',
          image_url: '/horn.png',
        },
      ]);
      const [before] = await parts();
      const { fields, seen } = await open(id);
      const { [column]: _, ...sent } = fields;
      const { [column]: __, ...known } = JSON.parse(seen);
      const other: Record<string, string> =
        column === 'brand' ? { subcategory: 'Rotors' } : { brand: 'Denso' };
      expect(await savePart(id, { ...sent, ...other, seen: JSON.stringify(known) })).toEqual({
        status: 200,
        done: true,
        message: 'Part updated successfully',
      });
      expect(await parts()).toEqual([{ ...before, ...other, updated_at: expect.any(Date) }]);
    });

    test('does not conflict on fields that it lacks', async () => {
      const { owner } = shop.database;
      const [id = ''] = await addParts(owner, [{ price: 40, stock_quantity: 4 }]);
      const { fields, seen } = await open(id);
      const { price: _, stock_quantity: __, ...sent } = fields;
      await owner.query('update parts_catalog set price = 45, stock_quantity = 3');
      expect(await savePart(id, { ...sent, seen, brand: 'Denso' })).toEqual({
        status: 200,
        done: true,
        message: 'Part updated successfully',
      });
      expect(await parts()).toMatchObject([{ brand: 'Denso', price: '45.00', stock_quantity: 3 }]);
    });

    test('with a field that no longer exists is accepted', async () => {
      const [id = ''] = await addParts(shop.database.owner, [{}]);
      const { fields, seen } = await open(id);
      const earlier = { ...fields, brand: 'Denso', color: 'red' };
      const known = JSON.stringify({ ...JSON.parse(seen), color: 'blue' });
      expect(await savePart(id, { ...earlier, seen: known })).toMatchObject({ done: true });
      expect(await savePart('new', { ...horn, color: 'red' })).toMatchObject({ done: true });
      expect(await parts()).toMatchObject([{ brand: 'Denso' }, { part_name: 'Horn' }]);
    });

    test('adds a part with defaults for missing fields', async () => {
      expect(await savePart('new', { part_name: 'Horn', category: 'Electrical' })).toMatchObject({
        status: 200,
      });
      const [part] = await parts();
      expect(part).toMatchObject({
        part_name: 'Horn',
        category: 'Electrical',
        stock_quantity: 0,
        price: null,
      });
      expect(await savePart('new', {})).toEqual({
        status: 400,
        done: false,
        errors: { part_name: 'Part name is required', category: 'Category is required' },
      });
      expect(await parts()).toHaveLength(1);
    });
  });

  test('stock below the held pieces is refused', async () => {
    const [id = ''] = await addParts(shop.database.owner, [{ stock_quantity: 4, stock_held: 3 }]);
    const { fields, seen } = await open(id);
    expect(await savePart(id, { ...fields, seen, stock_quantity: '2' })).toEqual({
      status: 409,
      done: false,
      message: 'Error saving part: open payments hold more than that',
    });
  });

  test('changing a deleted part fails', async () => {
    const [id = ''] = await addParts(shop.database.owner, [{}]);
    const { fields, seen } = await open(id);
    const deleted = { status: 200, done: true, message: 'Part deleted successfully' };
    expect(await send(`/admin/part/${id}`, { intent: 'delete' })).toEqual(deleted);
    expect(await send(`/admin/part/${id}`, { intent: 'delete' })).toEqual(deleted);
    expect(await savePart(id, { ...fields, seen })).toMatchObject({
      status: 400,
      message: 'Error saving part: it has been deleted',
    });
    expect(await savePart(id, { ...fields, seen: '{}' })).toMatchObject({ status: 400 });
  });
});

describe('pictures', () => {
  const png = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#c33' } })
      .png()
      .toBuffer();
  const file = (content: Uint8Array<ArrayBuffer>, name: string, type = 'image/png') =>
    new File([content], name, { type });

  test.each(['png', 'jpeg', 'webp'] as const)(
    'a %s is converted to WebP in the sizes that the shop shows',
    async (format) => {
      const original = new Uint8Array(
        await sharp(await png(2000, 1000))
          .toFormat(format)
          .toBuffer(),
      );
      const picture = file(original, 'anything.txt', 'text/plain');
      expect(await savePart('new', { ...horn, picture })).toMatchObject({ done: true });
      const [{ image_url: address }] = await parts();
      expect(address).toMatch(/^\/files\/pictures\/[\da-f]{32}-1600\.webp$/);
      for (const width of [320, 800, 1600]) {
        const response = await shop.request(address.replace('1600', String(width)));
        expect(response.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
        expect(response.headers.get('Content-Type')).toBe('image/webp');
        const made = await sharp(await response.arrayBuffer()).metadata();
        expect([made.format, made.width, made.height]).toEqual(['webp', width, width / 2]);
      }
      // The shop shows the nearest size.
      expect(await (await shop.request('/junkyard')).text()).toContain(address.replace('1600', '800'));

      const { names } = (await (await asked('/admin/files')).json()) as { names: string[] };
      const name = names.find((each) => each.startsWith(address.slice(16, 48))) ?? '';
      const kept = await asked(`/admin/files/${name}`);
      expect(kept.headers.get('Cache-Control')).toBe('private, max-age=3600');
      expect(new Uint8Array(await kept.arrayBuffer())).toEqual(original);
      // A name is never used again, so that no file of a new part is deleted with an old one.
      await savePart('new', { ...horn, picture });
      expect(new Set((await parts()).map((part) => part.image_url)).size).toBe(2);
    },
  );

  test('a photo is rotated upright and loses its location', async () => {
    const photo = await sharp(await png(40, 20))
      .jpeg()
      .withExif({ IFD0: { Copyright: 'secret place' }, IFD3: {} })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    await savePart('new', { ...horn, picture: file(new Uint8Array(photo), 'photo.jpg') });
    const [{ image_url: address }] = await parts();
    const made = await sharp(await (await shop.request(address)).arrayBuffer()).metadata();
    expect([made.width, made.height, made.exif]).toEqual([20, 40, undefined]);
  });

  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  test.each([
    ['a script in an SVG', async () => Buffer.from(svg), 'Only PNG, JPG and WEBP pictures can be uploaded.'],
    [
      'an HTML page',
      async () => Buffer.from('<!doctype html>'),
      'Only PNG, JPG and WEBP pictures can be uploaded.',
    ],
    ['a GIF', async () => Buffer.from('GIF89a......'), 'Only PNG, JPG and WEBP pictures can be uploaded.'],
    [
      'a truncated picture',
      async () => (await png(300, 300)).subarray(0, 60),
      "This file is damaged: it can't be read as a picture.",
    ],
    [
      'an SVG that begins like a PNG',
      async () => Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from(svg)]),
      "This file is damaged: it can't be read as a picture.",
    ],
    [
      'a decompression bomb: 100 megapixels in 100 kB',
      async () => png(10_000, 10_000),
      'The picture must not have more than 50 megapixels.',
    ],
    ['10 MB and a byte', async () => Buffer.alloc(10_000_001), 'The picture must not be larger than 10 MB.'],
  ])('%s is refused, whatever its name is', async (_, content, error) => {
    const picture = file(new Uint8Array(await content()), 'picture.png');
    expect(await savePart('new', { ...horn, picture })).toEqual({
      status: 400,
      done: false,
      errors: { picture: error },
    });
    expect(await parts()).toEqual([]);
  });

  test('a body over the limit is not read', async () => {
    const response = await asked('/admin/part/new', {
      method: 'POST',
      body: Buffer.alloc(12 * 1024 * 1024),
      headers: {
        'Content-Type': 'multipart/form-data; boundary=x',
        'Content-Length': String(12 * 1024 * 1024),
      },
    });
    expect(response.status).toBe(413);
  });

  test.each([
    '/files/pictures/none.webp',
    '/files/pictures/..%2F..%2Fpackage.webp',
    '/files/originals/x.png',
  ])('%s is not found', async (address) => {
    expect((await shop.request(address)).status).toBe(404);
  });

  test('names are listed in order, 100 per page, and no file is overwritten', async () => {
    for (let number = 0; number < 101; number += 1) {
      await shop.files.put(`list/${String(number).padStart(3, '0')}.png`, new Uint8Array([number]));
    }
    const first = await shop.files.list('list');
    expect([first.length, first[0], first[99]]).toEqual([100, '000.png', '099.png']);
    expect(await shop.files.list('list', { offset: 100 })).toEqual(['100.png']);
    expect(await shop.files.list('list', { limit: 2, offset: 1 })).toEqual(['001.png', '002.png']);
    expect(await shop.files.put('list/000.png', new Uint8Array([7]))).toBe(false);
    expect(await shop.files.get('list/000.png')).toEqual(Buffer.from([0]));
    for (const bad of ['/admin/files?limit=x', '/admin/files?offset=-1', '/admin/files?limit=5000']) {
      expect((await asked(bad)).status).toBe(400);
    }
    expect((await asked(`/admin/files/${'a'.repeat(300)}.png`)).status).toBe(404);
  });
});

describe('conditions', () => {
  const fair = { name: 'Fair', color_class: 'bg-orange-100 text-orange-800', sort_order: '2' };
  const conditions = async () =>
    (await shop.database.owner.query('select * from conditions order by sort_order')).rows;
  const save = (id: string, fields: Record<string, string>) =>
    send('/admin/conditions', { ...fields, intent: 'save', id });

  test('the list is empty, has one condition, shows its change, and is empty again', async () => {
    expect(await read('/admin/conditions')).toContain(
      'No conditions found. Add your first condition to get started.',
    );
    expect(await save('new', fair)).toMatchObject({
      message: 'Condition added successfully',
    });
    const [{ id }] = await conditions();
    expect(await save(id, { ...fair, name: ' Fine ' })).toMatchObject({
      message: 'Condition updated successfully',
    });
    expect(await conditions()).toEqual([{ ...fair, id, name: 'Fine', sort_order: 2 }]);
    expect(await read('/admin/conditions')).toContain('bg-orange-100 text-orange-800');
    expect(await send('/admin/conditions', { intent: 'delete', id })).toMatchObject({
      message: 'Condition deleted successfully',
    });
    expect(await conditions()).toEqual([]);
    expect(await save(id, fair)).toMatchObject({
      status: 400,
      message: 'Error saving condition: it has been deleted',
    });
  });

  test.each([
    [{ name: ' ' }, { name: 'Condition name is required' }],
    [{ color_class: '' }, { color_class: 'Color class is required' }],
    [{ color_class: 'bg-pink-100 text-pink-800' }, { color_class: 'Color class is required' }],
    [{ sort_order: '-1' }, { sort_order: 'Sort order must be a positive number' }],
    [{ sort_order: '1.5' }, { sort_order: 'Sort order must be a positive number' }],
    [{ sort_order: '' }, { sort_order: 'Sort order must be a positive number' }],
  ])('%j is refused', async (fields, errors) => {
    expect(await save('new', { ...fair, ...fields } as Record<string, string>)).toEqual({
      status: 400,
      done: false,
      errors,
    });
  });

  test('two admins change one condition: merged by field, with a question about a shared field', async () => {
    const { owner } = shop.database;
    await save('new', fair);
    const [{ id, ...opened }] = await conditions();
    const seen = JSON.stringify(opened);
    await owner.query("update conditions set sort_order = 7, color_class = 'bg-red-100 text-red-800'");
    expect(await save(id, { ...fair, name: 'Fine', seen })).toEqual({
      status: 200,
      done: true,
      message: 'Condition updated successfully',
    });
    const merged = { id, name: 'Fine', color_class: 'bg-red-100 text-red-800', sort_order: 7 };
    expect(await conditions()).toEqual([merged]);

    const mine = { ...fair, sort_order: '9', seen };
    expect(await save(id, mine)).toEqual({
      status: 409,
      done: false,
      conflicts: [{ field: 'sort_order', mine: 9, theirs: 7 }],
    });
    const choices = JSON.stringify({ sort_order: { keep: 'mine', theirs: 7 } });
    expect(await save(id, { ...mine, choices })).toMatchObject({ done: true });
    expect(await conditions()).toEqual([{ ...merged, sort_order: 9 }]);
    const { rows } = await owner.query(
      "select details from audit_logs where action = 'admin_update_condition' and resource_id = $1 order by created_at",
      [id],
    );
    expect(rows.map(({ details }) => details.changed)).toEqual([['name'], ['sort_order']]);
    expect(await save(id, { ...mine, seen: '{}' })).toMatchObject({ status: 400 });
    expect(await save(id, { ...mine, choices: 'x' })).toMatchObject({ status: 400 });
  });

  test.each(conditionColumns)(
    'a form from another build without %s leaves that field unchanged',
    async (column) => {
      await save('new', fair);
      const [{ id, ...opened }] = await conditions();
      const changed = { name: 'Fine', color_class: 'bg-red-100 text-red-800', sort_order: '9', width: '3' };
      const { [column]: _, ...sent } = changed;
      const { [column]: __, ...seen } = { ...opened, width: 2 };
      const before: Record<string, string>[] = [{}, { seen: JSON.stringify(seen) }];
      for (const known of before) {
        expect(await save(id, { ...sent, ...known })).toMatchObject({ done: true });
      }
      const { width: ___, ...columns } = changed;
      expect(await conditions()).toEqual([{ id, ...columns, sort_order: 9, [column]: opened[column] }]);
    },
  );

  test('a new condition shows what is missing', async () => {
    expect(await save('new', {})).toEqual({
      status: 400,
      done: false,
      errors: {
        name: 'Condition name is required',
        color_class: 'Color class is required',
        sort_order: 'Sort order must be a positive number',
      },
    });
  });

  test('a duplicate name is refused', async () => {
    await save('new', fair);
    expect(await save('new', fair)).toEqual({
      status: 409,
      done: false,
      message: 'Error saving condition: a condition with this name already exists',
    });
  });
});

describe('categories', () => {
  test('the list is empty without parts', async () => {
    expect(await read('/admin/categories')).toContain(
      'No categories found. Categories are created automatically when you add parts.',
    );
  });

  test('deleting one deletes its parts for all shoppers at once, and the operator can restore them', async () => {
    const { owner } = shop.database;
    const [pads = ''] = await addParts(owner, [
      {},
      {},
      { part_name: 'Hood', category: 'Body', stock_held: 1 },
    ]);
    const before = await parts();
    expect(await read('/admin/categories')).toMatch(/Body.*1 part<.*Brakes.*2 parts/s);
    expect(await send('/admin/categories', { intent: 'delete', name: 'Brakes', parts: '2' })).toEqual({
      status: 200,
      done: true,
      message: 'Category "Brakes" and all 2 part(s) have been deleted successfully.',
    });
    expect(await parts()).toHaveLength(1);
    expect(await (await shop.request('/junkyard')).text()).not.toContain('Front Brake Pads');
    expect((await shop.request(`/part/x-${pads}`)).status).toBe(404);
    expect(await read('/admin/categories')).not.toContain('Brakes');

    await send('/admin/categories', { intent: 'delete', name: 'Body', parts: '1' });
    const { rows } = await owner.query(
      "select restore_deleted_parts(now() - interval '1 minute', 'Brakes') as back",
    );
    expect(rows).toEqual([{ back: '2' }]);
    await owner.query("select restore_deleted_parts(now() - interval '1 minute')");
    expect(await parts()).toEqual(before.map((part) => Object.assign(part, { stock_held: 0 })));
    expect((await owner.query('select from deleted_parts')).rowCount).toBe(0);
    expect(await (await shop.request('/junkyard')).text()).toContain('Front Brake Pads');
  });

  test('deletes at most as many parts as the admin confirmed', async () => {
    await addParts(shop.database.owner, [{}, {}, {}]);
    expect(await send('/admin/categories', { intent: 'delete', name: 'Brakes', parts: '2' })).toEqual({
      status: 400,
      done: false,
      message: 'Error deleting category: it now has 3 parts; please check the list again',
    });
    expect(await parts()).toHaveLength(3);
    expect((await shop.database.owner.query('select from deleted_parts')).rowCount).toBe(0);
  });

  test('deleting an unused one only shows a message', async () => {
    expect(await send('/admin/categories', { intent: 'delete', name: 'Ghosts', parts: '0' })).toMatchObject({
      done: true,
      message: 'Category "Ghosts" is now unused and will no longer appear in the system.',
    });
  });

  test.each([{}, { name: 'Brakes' }, { name: 'Brakes', parts: 'x' }, { name: 'B\0', parts: '1' }])(
    '%j is refused',
    async (fields) => {
      expect(
        await send('/admin/categories', { ...fields, intent: 'delete' } as Record<string, string>),
      ).toMatchObject({
        status: 400,
      });
    },
  );

  test('deleted parts are removed after 30 days', async () => {
    const { owner, pools } = shop.database;
    await addParts(owner, [{}, { part_name: 'Hood' }]);
    await owner.query('delete from parts_catalog');
    await owner.query(
      "update deleted_parts set deleted_at = now() - interval '30 days 1 minute' where part->>'part_name' = 'Hood'",
    );
    await pools.as({ role: 'service_role' }, (transaction) =>
      transaction.selectNoFrom((of) => of.fn('clean_up_catalog').as('done')).execute(),
    );
    const { rows } = await owner.query("select part->>'part_name' as name from deleted_parts");
    expect(rows).toEqual([{ name: 'Front Brake Pads' }]);
  });
});

describe('user analytics', () => {
  test('shows figures, weeks, and the known data of users', async () => {
    const { owner } = shop.database;
    const picture = await readFile('public/favicon.svg').catch(() => Buffer.from('x'));
    const people = [
      ["'Olga', '619', 'San Diego', 'CA'", "now() - interval '1 day'"],
      ["'Tom', '619', 'San Diego', ' '", "now() - interval '29 days'"],
      ['null, null, null, null', "now() - interval '31 days'"],
    ];
    const ids: string[] = [];
    await owner.query('delete from profiles');
    for (const [index, [values, created]] of people.entries()) {
      ids.push(await shop.addUser({ email: `p${index}@example.com`, password: PASSWORD }));
      await owner.query(
        `insert into profiles (user_id, display_name, phone, city, state, created_at) values ($1, ${values}, ${created})
         on conflict (user_id) do update set (display_name, phone, city, state, created_at) =
           (excluded.display_name, excluded.phone, excluded.city, excluded.state, excluded.created_at)`,
        [ids.at(-1)],
      );
    }
    await owner.query('update profiles set avatar_url = $2 where user_id = $1', [
      ids[0],
      `data:image/png;base64,${picture.toString('base64')}`,
    ]);
    await owner.query("update profiles set avatar_url = 'data:image/svg+xml,<svg/>' where user_id = $1", [
      ids[1],
    ]);

    const html = await read('/admin/users');
    const figures = [...html.matchAll(/<dt[^>]*>([^<]*)<\/dt>((?:<dd[^>]*>[^<]*<\/dd>)+)/g)].map(
      ([, label, values = '']) =>
        [label, ...[...values.matchAll(/>([^<]+)</g)].map(([, value]) => value)].join(' '),
    );
    expect(figures).toEqual([
      'Total Users 3',
      'Complete Profiles 1 33% completion rate',
      'With Phone 2',
      'With Location 1',
      'Recent Signups 2 last 30 days',
    ]);
    const rows = [...html.matchAll(/<tr[^>]*>(.*?)<\/tr>/g)]
      .slice(1)
      .map(([, row = '']) =>
        [...row.matchAll(/<t[dh][^>]*>(.*?)<\/t[dh]>/g)].map(([, cell = '']) => cell.replace(/<[^>]*>/g, '')),
      );
    expect(rows.map((row) => row.slice(0, 5))).toEqual([
      [`${ids[0]?.slice(0, 8)}…`, 'Olga', '619', 'San Diego, CA', 'Complete'],
      [`${ids[1]?.slice(0, 8)}…`, 'Tom', '619', 'Not provided', 'Incomplete'],
      [`${ids[2]?.slice(0, 8)}…`, 'Not set', 'Not provided', 'Not provided', 'Incomplete'],
    ]);
    const weeks = [...html.matchAll(/<title>Week of [^:]*: (\d+)/g)].map(([, signups]) => Number(signups));
    expect(weeks).toHaveLength(12);
    expect(weeks.reduce((sum, each) => sum + each)).toBe(3);

    const avatar = await asked(`/admin/avatar/${ids[0]}`);
    expect([avatar.status, avatar.headers.get('Content-Type')]).toEqual([200, 'image/png']);
    for (const id of [ids[1], ids[2], 'x']) expect((await asked(`/admin/avatar/${id}`)).status).toBe(404);
    expect((await asked('/admin/users?after=x')).status).toBe(200);
    expect((await asked('/admin/users?before=W10')).status).toBe(200);
  });
});

describe('the vehicles that are listed for a part', () => {
  const civic = { make: 'Honda', model: 'Civic', fromYear: '2006', toYear: '2011', engine: '1.8L' };
  const civicStored = {
    make: 'Honda',
    model: 'Civic',
    fromYear: 2006,
    toYear: 2011,
    engine: '1.8L',
    trim: null,
    position: null,
    note: null,
  };
  const accord = { ...civicStored, model: 'Accord', engine: null };
  const pilot = { ...civicStored, model: 'Pilot', engine: null };

  async function open(id: string) {
    const { part, makes } = await (await asked(`/admin/part/${id}`)).json();
    const fields = Object.fromEntries(
      Object.entries(part).map(([name, value]) => [name, String(value ?? '')]),
    );
    return { fields, seen: JSON.stringify(part), makes };
  }

  async function listed(id: string) {
    const { rows } = await shop.database.owner.query(
      'select make, model, from_year, to_year, engine, note from part_fitments where part_id = $1 order by model, from_year',
      [id],
    );
    return rows.map((row) =>
      Object.values(row)
        .filter((value) => value !== null)
        .join(' '),
    );
  }

  test('are saved with a new part, in the spelling of the catalog, and named in the audit trail', async () => {
    await addParts(shop.database.owner, [{}]);
    const fitments = JSON.stringify([
      { ...civic, make: 'HONDA', model: 'civic', note: ' with  A/C ' },
      accord,
    ]);
    expect(await savePart('new', { ...horn, fitments })).toMatchObject({ status: 200, done: true });
    const [, added] = await parts();
    expect(await listed(added.id)).toEqual(['Honda Accord 2006 2011', 'Honda Civic 2006 2011 1.8L with A/C']);
    const { makes, fields } = await open(added.id);
    expect(makes).toEqual(['Honda']);
    expect(JSON.parse(String(fields.fitments))).toEqual([accord, { ...civicStored, note: 'with A/C' }]);
    const { rows } = await shop.database.owner.query(
      "select details->>'fitments' as fitments from audit_logs where resource_id = $1",
      [added.id],
    );
    expect(rows).toEqual([{ fitments: '2006-2011 Honda Accord; 2006-2011 Honda Civic, 1.8L · with A/C' }]);
  });

  test('with errors name the row, and nothing is saved', async () => {
    const fitments = JSON.stringify([civic, { ...civic, toYear: '2005', model: '' }]);
    expect(await savePart('new', { ...horn, part_name: '', fitments })).toMatchObject({
      status: 400,
      errors: {
        part_name: 'Part name is required',
        'fitments.1': 'Enter the model. Enter 2006 or a later year',
      },
    });
    for (const odd of ['', 'x', '{}', '[1]']) {
      expect(await savePart('new', { ...horn, fitments: odd })).toMatchObject({
        status: 400,
        message: 'Error saving part: the form could not be read',
      });
    }
    expect(await parts()).toEqual([]);
  });

  test('of two people are merged by row', async () => {
    const [id = ''] = await addParts(shop.database.owner, [{}]);
    const first = await open(id);
    await savePart(id, { ...first.fields, seen: first.seen, fitments: JSON.stringify([civic]) });
    const { fields, seen } = await open(id);
    // Meanwhile someone adds one.
    await savePart(id, { ...fields, seen, fitments: JSON.stringify([civic, accord]) });
    const mine = { ...fields, seen, fitments: JSON.stringify([pilot]) };
    expect(await savePart(id, mine)).toMatchObject({ status: 200, done: true });
    expect(await listed(id)).toEqual(['Honda Accord 2006 2011', 'Honda Pilot 2006 2011']);

    // A form that leaves them out, or as they were, changes nothing.
    const { fitments: _, ...others } = fields;
    await savePart(id, { ...others, seen, brand: 'Denso' });
    await savePart(id, { ...fields, seen });
    expect(await listed(id)).toEqual(['Honda Accord 2006 2011', 'Honda Pilot 2006 2011']);
  });

  test('are asked about if both changed the same row', async () => {
    const [id = ''] = await addParts(shop.database.owner, [{}]);
    const first = await open(id);
    await savePart(id, { ...first.fields, seen: first.seen, fitments: JSON.stringify([civic]) });
    const { fields, seen } = await open(id);
    const change = (toYear: number) => JSON.stringify([{ ...civic, toYear }]);
    await savePart(id, { ...fields, seen, fitments: change(2010) });
    const mine = { ...fields, seen, brand: 'Denso', fitments: change(2012) };
    const refused = await savePart(id, mine);
    const theirs = JSON.stringify([{ ...civicStored, toYear: 2010 }]);
    expect(refused).toMatchObject({
      status: 409,
      conflicts: [{ field: 'fitments', mine: JSON.stringify([{ ...civicStored, toYear: 2012 }]), theirs }],
    });
    expect((await parts())[0].brand).toBeNull();
    const choices = (keep: string, seenTheirs: string) =>
      JSON.stringify({ fitments: { keep, theirs: seenTheirs } });
    // A choice about another list asks again.
    expect(await savePart(id, { ...mine, choices: choices('mine', '[]') })).toMatchObject({
      status: 409,
    });
    await savePart(id, { ...mine, choices: choices('mine', theirs) });
    expect(await listed(id)).toEqual(['Honda Civic 2006 2012 1.8L']);
    expect((await parts())[0].brand).toBe('Denso');
  });

  test('go with their part, and are at most 200', async () => {
    const rows = Array.from({ length: 201 }, (_, index) => ({ ...civic, model: `Model ${index}` }));
    expect(await savePart('new', { ...horn, fitments: JSON.stringify(rows) })).toMatchObject({
      status: 400,
      errors: { fitments: 'At most 200 vehicles' },
    });
    const fitments = JSON.stringify(rows.slice(1));
    expect(await savePart('new', { ...horn, fitments })).toMatchObject({ status: 200, done: true });
  });
});
