import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { checkSearch } from '#server/search/check-search.ts';
import { addParts } from '../support/parts.ts';
import { readOutcome } from '../support/read-outcome.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

const PASSWORD = 'a password for Ada';

let shop: TestShop;
let cookie: string;
let adminId: string;

beforeAll(async () => {
  shop = await createTestShop();
  adminId = await shop.addUser({ email: 'ada@example.com', password: PASSWORD, admin: true });
  cookie = await shop.signIn('ada@example.com', PASSWORD);
});
afterAll(() => shop[Symbol.asyncDispose]());
beforeEach(async () => {
  await shop.database.owner.query(
    'delete from parts_catalog; delete from hidden_parts; delete from part_changes',
  );
});

async function read(path: string) {
  const response = await shop.request(path, { headers: { Cookie: cookie } });
  expect(response.status).toBe(200);
  return (await response.text()).replaceAll('<!-- -->', '');
}

test('gaps are listed, page by page, with the ways to mend them', async () => {
  await addParts(shop.database.owner, [
    { part_name: 'Whole', image_url: '/a.webp' },
    { part_name: 'Free', image_url: '/a.webp', price: 0 },
    { part_name: 'Plain', image_url: null },
    { part_name: 'Loose', image_url: '/a.webp', vehicle_model: null },
    { part_name: 'Sundry', image_url: '/a.webp', category: 'General' },
  ]);
  for (const [kind, name] of Object.entries({
    price: 'Free',
    picture: 'Plain',
    vehicle: 'Loose',
    category: 'Sundry',
  })) {
    const page = await read(`/admin/check?kind=${kind}`);
    expect(page.match(/aria-label="Edit [^"]*"/g), kind).toEqual([`aria-label="Edit ${name}"`]);
    expect(page).toContain('>1 part<');
  }
  expect(await read('/admin/check?kind=price')).toContain('href="/admin?price=none"');

  await addParts(
    shop.database.owner,
    Array.from({ length: 30 }, (_, index) => ({
      part_name: `Bolt ${String(index).padStart(2, '0')}`,
      price: null,
    })),
  );
  const first = await read('/admin/check?kind=price');
  expect(first).toContain('Edit Bolt 24"');
  expect(first).not.toContain('Edit Bolt 25"');
  const next = /\/admin\/check\?kind=price&amp;after=([^"]+)"/.exec(first)?.[1];
  expect(await read(`/admin/check?kind=price&after=${next}`)).toContain('Edit Bolt 25"');
  expect(await read('/admin/check?kind=odd&after=odd')).toContain('Edit Bolt 00"');
});

test('the same part twice is found by number, vehicle and condition', async () => {
  const alternator = { part_name: 'Alternator', oem_number: '31100-SNA-A86' };
  await addParts(shop.database.owner, [
    alternator,
    { ...alternator, part_name: 'Alternator Assembly', oem_number: '31100 sna a86' },
    { ...alternator, part_name: 'Poor Alternator', part_type: 'Poor' },
    { ...alternator, part_name: 'Other Alternator', vehicle_year: 2016 },
    { part_name: 'Bolt', oem_number: 'N/A' },
    { part_name: 'Nut', oem_number: 'N/A' },
  ]);
  const page = await read('/admin/check?kind=doubles');
  expect(page.match(/aria-label="Edit [^"]*"/g)).toHaveLength(2);
  expect(page).toContain('Edit Alternator Assembly"');
  const after = Buffer.from(JSON.stringify(['31100SNAA86', 'Honda', 'Civic', 2015])).toString('base64url');
  expect(await read(`/admin/check?kind=doubles&after=${after}`)).toContain('No duplicate parts');
});

test('two spellings of a make become one, and can be two again', async () => {
  await addParts(shop.database.owner, [
    { part_name: 'Hood', vehicle_make: 'Chevrolet', vehicle_model: 'S-10' },
    { part_name: 'Latch', vehicle_make: 'Chevrolet', vehicle_model: 'S-10' },
    { part_name: 'Pads', vehicle_make: 'Chevy', vehicle_model: 'S10' },
  ]);
  expect(await read('/admin/check?kind=names')).toContain('Use Chevrolet for Chevy');
  const rename = async (fields: Record<string, string>) => {
    const response = await shop.request('/admin/bulk-changes.data', {
      method: 'POST',
      body: new URLSearchParams({ intent: 'rename-vehicle', ...fields }),
      headers: { Cookie: cookie },
    });
    await shop.runJobs();
    return { status: response.status, ...(await readOutcome(response)) };
  };
  expect(await rename({ make: 'Chevy', to: 'Chevrolet' })).toMatchObject({
    status: 200,
    message: '1 part will be listed under "Chevrolet" in a moment.',
  });
  expect(await read('/admin/check?kind=names')).toContain('Use S-10 for S10');
  await rename({ make: 'Chevrolet', model: 'S10', to: 'S-10' });
  expect(await read('/admin/check?kind=names')).toContain('All names are spelled consistently');
  expect(await read('/admin/bulk-changes')).toContain('Model of Chevrolet S10 is now S-10');
  expect(await rename({ make: 'Chevy', to: 'Chevrolet' })).toMatchObject({ status: 400 });
  expect(await rename({ make: 'Chevrolet', to: '' })).toMatchObject({ status: 400 });
});

test('two spellings are found in the lists of vehicles that parts fit', async () => {
  const [id] = await addParts(shop.database.owner, [
    { part_name: 'Hood', vehicle_make: 'Chevrolet', vehicle_model: 'S-10' },
    { part_name: 'Latch', vehicle_make: 'Chevrolet', vehicle_model: 'S-10' },
  ]);
  expect(await read('/admin/check?kind=names')).toContain('All names are spelled consistently');
  await shop.database.owner.query(
    `insert into part_fitments (part_id, make, model, from_year, to_year)
     values ('${id}', 'Chevy', 'Blazer', 2008, 2009), ('${id}', 'Chevrolet', 'S10', 2008, 2009)`,
  );
  const page = await read('/admin/check?kind=names');
  expect(page).toContain('Use Chevrolet for Chevy');
  expect(page).toContain('Chevy: 1 part');
  expect(page).toContain('Use S-10 for S10');
});

test('a new name of a make or model is in the lists of vehicles too, and in searches by them, until it is undone', async () => {
  const { owner } = shop.database;
  const [shown = '', own = '', hidden = ''] = await addParts(owner, [
    { part_name: 'Rotor', vehicle_make: 'Pontiac', vehicle_model: 'G6', vehicle_year: 2008 },
    { part_name: 'Pads', vehicle_make: 'Chevy', vehicle_model: 'Malibu', vehicle_year: 2009 },
    { part_name: 'Hood', vehicle_make: 'Saturn', vehicle_model: 'Aura', vehicle_year: 2008 },
  ]);
  await owner.query(
    `insert into part_fitments (part_id, make, model, from_year, to_year, note)
     select id, make, 'Malibu', 2008, 2009, 'LTZ'
     from parts_catalog, unnest(array['Chevy', 'Chevrolet']) as make where part_name <> 'Pads'`,
  );
  await owner.query(
    `set app.user_id = '${adminId}'; set app.role = 'authenticated'; select hide_parts('{${hidden}}'); reset app.user_id; reset app.role`,
  );
  const lists = async () => {
    const { rows } = await owner.query<{ makes: string }>(`
      select string_agg(make, ' ' order by make) as makes from part_fitments where part_id = '${shown}'
      union all
      select string_agg(fitment ->> 'make', ' ' order by fitment ->> 'make')
      from hidden_parts, jsonb_array_elements(fitments) as fitment where id = '${hidden}'`);
    return rows.map(({ makes }) => makes);
  };
  const found = async (make: string) => {
    const response = await shop.request(`/api/parts?make=${make}&model=Malibu&year=2009&fits=true`);
    return ((await response.json()) as { parts: { id: string }[] }).parts.map(({ id }) => id).toSorted();
  };
  const problems = async () =>
    (await checkSearch(async (statement) => (await owner.query(statement)).rows)).differences;
  const act = async (fields: Record<string, string>) => {
    const body = new URLSearchParams(fields);
    const response = await shop.request('/admin/bulk-changes.data', {
      method: 'POST',
      body,
      headers: { Cookie: cookie },
    });
    await shop.runJobs();
    return readOutcome(response);
  };
  expect(await lists()).toEqual(['Chevrolet Chevy', 'Chevrolet Chevy']);

  expect(await act({ intent: 'rename-vehicle', make: 'Chevy', to: 'Chevrolet' })).toMatchObject({
    message: '3 parts will be listed under "Chevrolet" in a moment.',
  });
  expect(await lists()).toEqual(['Chevrolet', 'Chevrolet']);
  expect(await found('Chevrolet')).toEqual([own, shown].toSorted());
  expect(await found('Chevy')).toEqual([]);
  expect(await problems()).toEqual([]);

  await owner.query(`update part_fitments set note = 'All' where part_id = '${shown}'`);
  const { rows } = await owner.query<{ id: string }>('select id from part_changes');
  await act({ intent: 'undo', id: rows[0]?.id ?? '' });
  expect(await lists()).toEqual(['Chevrolet', 'Chevrolet Chevy']);
  expect(await found('Chevy')).toEqual([own]);
  expect(await problems()).toEqual([]);
  expect(await read('/admin/bulk-changes')).toContain('2 parts as before');
});

test('a label has the part, and its code opens it', async () => {
  const [id = ''] = await addParts(shop.database.owner, [{ part_name: 'Hood', stock_number: 'A-1' }]);
  await shop.database.owner.query(
    "insert into part_private_facts (part_id, yard_place) values ($1, 'Row 3')",
    [id],
  );
  const page = await read(`/admin/labels?parts=${id}&paper=roll`);
  for (const text of ['Hood', 'A-1', 'Place: Row 3', 'labels-on-roll']) expect(page).toContain(text);
  expect((await shop.request('/admin/labels?parts=x', { headers: { Cookie: cookie } })).status).toBe(404);

  const scan = async (headers: Record<string, string>) => {
    const response = await shop.request(`/scan/${id.toUpperCase()}`, { headers });
    expect(response.headers.get('Cache-Control')).toBe('private, no-store');
    return [response.status, response.headers.get('Location')];
  };
  expect(await scan({ Cookie: cookie })).toEqual([302, `/admin?edit=${id}`]);
  expect(await scan({})).toEqual([302, `/part/${id}`]);
  expect((await shop.request('/scan/x')).status).toBe(404);
  expect(page).toContain(`/scan/${id}/code.svg`);
  const code = await shop.request(`/scan/${id}/code.svg`);
  expect(code.headers.get('Content-Type')).toBe('image/svg+xml');
  expect(await code.text()).toMatch(/^<svg/);
  expect((await shop.request('/scan/x/code.svg')).status).toBe(404);
});

test('a new part begins as another one, for the next year or the same', async () => {
  const [id = ''] = await addParts(shop.database.owner, [
    { part_name: 'Hood', stock_number: 'A-1', image_url: '/a.webp' },
  ]);
  const form = JSON.parse(await read(`/admin/part/new?like=${id}`));
  expect(form).toMatchObject({
    part: null,
    template: { part_name: 'Hood', vehicle_year: 2016, stock_number: null, image_url: null, price: '40.00' },
  });
  const another = JSON.parse(await read(`/admin/part/new?like=${id}&year=same`));
  expect(another.template).toEqual({ ...form.template, vehicle_year: 2015 });
  await shop.database.owner.query('delete from parts_catalog');
  const response = await shop.request(`/admin/part/new?like=${id}`, { headers: { Cookie: cookie } });
  expect(response.status).toBe(404);
});
