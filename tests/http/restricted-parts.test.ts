import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { defaultRestricted, kindRules, restrictedKinds } from '#core/catalog/restricted/restricted-kinds.ts';
import { findRestriction } from '#core/pricing/restrict-line.ts';
import { checkOut, stockOf } from '../support/checkout.ts';
import { deleteOrders } from '../support/orders.ts';
import { addParts } from '../support/parts.ts';
import { formAddress, readOutcome } from '../support/read-outcome.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

const PASSWORD = 'a password for Ada';
const VIN = '1HGCM82633A004352';

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
    update shop_settings set values = '{}';
    delete from hidden_parts; delete from parts_catalog; delete from part_private_facts;
    delete from deleted_parts; delete from part_changes;
  `);
});

const converter = { part_name: 'Catalytic Converter', category: 'Exhaust', stock_number: 'C100' };
const checkedAirbag = {
  part_name: 'Driver Airbag',
  safety_check: 'undeployed',
  recall_checked_on: '2026-11-20',
  donor_vin_tail: '4352',
};
const home = {
  kind: 'ship',
  country: 'US',
  zip: '92101',
  place: 'residential',
  liftgate: false,
  poBox: false,
};
const inCalifornia = { ...home, state: 'CA' };
const inNevada = { ...home, state: 'NV', zip: '89501' };

async function send(path: string, fields: Record<string, string>) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  const response = await shop.request(formAddress(path, fields), {
    method: 'POST',
    body,
    headers: { Cookie: cookie },
  });
  return { status: response.status, ...(await readOutcome(response)) };
}

async function add(part: Parameters<typeof addParts>[1][number]): Promise<string> {
  const [id = ''] = await addParts(shop.database.owner, [part]);
  return id;
}

/** Where a part is. */
async function placeOf(id: string): Promise<string> {
  const { rows } = await shop.database.owner.query(
    `select 'shown' as place from parts_catalog where id = $1 union all select 'hidden' from hidden_parts where id = $1`,
    [id],
  );
  return rows.map(({ place }) => place).join(' and ');
}

async function sellElsewhere() {
  const { rows } = await shop.database.owner.query('select version from shop_settings');
  const { catalyticConverters } = defaultRestricted;
  return send('/admin/settings', {
    intent: 'save',
    topic: 'restricted',
    values: JSON.stringify({ catalyticConverters: { ...catalyticConverters, soldElsewhere: true } }),
    seenVersion: String(rows[0].version),
  });
}

const edit = async (id: string) => {
  const response = await shop.request(`/admin/part/${id}`, { headers: { Cookie: cookie } });
  return (await response.json()) as { part: Record<string, unknown> };
};

const save = async (id: string, fields: Record<string, string>) =>
  send(`/admin/part/${id}`, { intent: 'save', seen: JSON.stringify((await edit(id)).part), ...fields });

describe('used catalytic converters', () => {
  test('are hidden however they come into the catalog, and cannot be bought', async () => {
    const id = await add(converter);
    expect(await placeOf(id)).toBe('hidden');
    const changed = await add({ part_name: 'Catalytic Converter', part_type: 'New' });
    expect(await placeOf(changed)).toBe('shown');
    await shop.database.owner.query(`update parts_catalog set part_type = 'Good' where id = $1`, [changed]);
    expect(await placeOf(changed)).toBe('hidden');
    for (const path of ['/api/parts?q=catalytic', '/google-merchant.xml', '/api/parts/facets']) {
      expect(await (await shop.request(path)).text(), path).not.toContain('Catalytic');
    }
    expect((await shop.request(`/api/parts/${id}`)).status).toBe(404);
    const refused = await checkOut(shop, [{ id, name: 'Catalytic Converter', amountCents: 4_000 }]);
    expect(refused.status).toBe(409);
    expect((await shop.database.owner.query('select from orders')).rowCount).toBe(0);
  });

  test('are refused by the form, and can be drafts', async () => {
    const fields = { part_name: 'Catalytic Converter', part_type: 'Good', category: 'Exhaust', price: '40' };
    expect(await send('/admin/part/new', { intent: 'save', ...fields })).toMatchObject({
      done: false,
      errors: { part_name: expect.stringContaining('draft') },
    });
    expect(await send('/admin/part/new', { intent: 'save', ...fields, listing: 'hidden' })).toMatchObject({
      done: true,
    });
    const { rows } = await shop.database.owner.query('select id from hidden_parts');
    expect(rows).toHaveLength(1);
    expect(await save(rows[0].id, { listing: 'shown' })).toMatchObject({ done: false });
    expect(await placeOf(rows[0].id)).toBe('hidden');
  });

  test('are not shown by staff in the database either', async () => {
    const id = await add(converter);
    const { rows } = await shop.database.owner.query(
      `select id from auth.users where email = 'ada@example.com'`,
    );
    const shown = await shop.database.pools.as({ role: 'authenticated', userId: rows[0].id }, (transaction) =>
      sql<{ ids: string[] }>`select show_parts(array[${id}::uuid]) as ids`.execute(transaction),
    );
    expect(shown.rows).toEqual([{ ids: [] }]);
  });

  test('are shown with a note and sold to other states if the owner says so', async () => {
    expect(await sellElsewhere()).toMatchObject({ done: true });
    const id = await add(converter);
    expect(await placeOf(id)).toBe('shown');
    const page = await shop.request(`/part/catalytic-converter-${id}`);
    const address = page.headers.get('Location') ?? '';
    expect(await (await shop.request(address || `/part/${id}`)).text()).toContain('Not sold in California');
    const item = { id, name: 'Catalytic Converter', amountCents: 4_000 };
    const refused = await checkOut(shop, [item], { body: { destination: inCalifornia } });
    expect(refused).toMatchObject({
      status: 409,
      body: {
        error: 'Catalytic Converter: Not sold in California',
        refusals: [{ line: 0, reason: 'restricted' }],
      },
    });
    expect(await checkOut(shop, [item])).toMatchObject({ status: 409, body: { needs: 'destination' } });
    expect(await stockOf(shop, id)).toEqual({ stock: 2, held: 0 });
    expect(await checkOut(shop, [item], { body: { destination: inNevada } })).toMatchObject({ status: 200 });
    // With the rule as before, a part that a payment holds stays until the payment ends.
    await shop.database.owner.query(`update shop_settings set values = '{}'`);
    expect(await placeOf(id)).toBe('shown');
    expect((await checkOut(shop, [item], { body: { destination: inNevada } })).body.error).toContain(
      'Not for sale',
    );
    await shop.database.owner.query('update parts_catalog set stock_held = 0 where id = $1', [id]);
    expect(await placeOf(id)).toBe('hidden');
  });
});

describe('used airbags', () => {
  test('need their facts to be for sale', async () => {
    const fields = {
      part_name: 'Driver Airbag',
      part_type: 'Good',
      category: 'Interior',
      price: '40',
      stock_quantity: '1',
    };
    const refused = await send('/admin/part/new', { intent: 'save', ...fields });
    expect(Object.keys(refused.errors ?? {})).toEqual(['safety_check', 'donor_vin', 'recall_checked_on']);
    const facts = { safety_check: 'undeployed', donor_vin: VIN, recall_checked_on: '2026-11-20' };
    expect(await send('/admin/part/new', { intent: 'save', ...fields, ...facts })).toMatchObject({
      done: true,
    });
    const { rows } = await shop.database.owner.query('select id from parts_catalog');
    expect(rows).toHaveLength(1);
    expect(await save(rows[0].id, { safety_check: '' })).toMatchObject({ done: false });
    const page = await shop.request(`/api/parts/${rows[0].id}`);
    expect(await page.text()).toContain('"safety_check":"undeployed"');
  });

  test('that lose a fact are hidden, and can be shown again with it', async () => {
    const id = await add(checkedAirbag);
    expect(await placeOf(id)).toBe('shown');
    await shop.database.owner.query('update parts_catalog set recall_checked_on = null where id = $1', [id]);
    expect(await placeOf(id)).toBe('hidden');
    await shop.database.owner.query(`insert into part_private_facts (part_id, donor_vin) values ($1, $2)`, [
      id,
      VIN,
    ]);
    expect(await save(id, { listing: 'shown' })).toMatchObject({
      errors: { recall_checked_on: expect.any(String) },
    });
    expect(await save(id, { listing: 'shown', recall_checked_on: '2026-11-21' })).toMatchObject({
      done: true,
    });
    expect(await placeOf(id)).toBe('shown');
  });

  test('are not shipped by air', async () => {
    const id = await add(checkedAirbag);
    const item = { id, name: 'Driver Airbag', amountCents: 4_000 };
    const destination = { ...home, state: 'HI', zip: '96813' };
    const refused = await checkOut(shop, [item], { body: { destination } });
    expect(refused.body.error).toBe('Driver Airbag: Ships by ground only: not to Hawaii');
    expect(await checkOut(shop, [item], { body: { destination: inCalifornia } })).toMatchObject({
      status: 200,
    });
  });
});

test('bulk changes leave restricted parts as they are, and say why', async () => {
  const converterId = await add(converter);
  const newAirbag = await add({ part_name: 'Airbag', part_type: 'New' });
  const preview = await send('/admin/bulk-changes', { intent: 'preview', ids: converterId, kind: 'show' });
  expect(preview).toMatchObject({
    preview: { examples: [{ skipped: expect.stringContaining('neither advertised nor sold') }] },
  });
  const change = { ids: `${converterId},${newAirbag}`, parts: '2' };
  await send('/admin/bulk-changes', { intent: 'start', ...change, kind: 'show' });
  await shop.runJobs();
  await send('/admin/bulk-changes', { intent: 'start', ...change, kind: 'condition', part_type: 'Good' });
  await shop.runJobs();
  expect([await placeOf(converterId), await placeOf(newAirbag)]).toEqual(['hidden', 'shown']);
  const { rows } = await shop.database.owner.query(`select part_type from parts_catalog`);
  expect(rows).toEqual([{ part_type: 'New' }]);
});

test('a deleted part that may no longer be shown is restored as hidden', async () => {
  await sellElsewhere();
  const id = await add(converter);
  await shop.database.owner.query('delete from parts_catalog where id = $1', [id]);
  await shop.database.owner.query(`update shop_settings set values = '{}'`);
  await shop.database.owner.query('select bring_parts_back(array[$1::uuid])', [id]);
  expect(await placeOf(id)).toBe('hidden');
});

test('the database has the words of the settings, and finds the same parts', async () => {
  const { owner } = shop.database;
  const { rows: kinds } = await owner.query('select * from restricted_kinds order by place');
  expect(kinds).toHaveLength(restrictedKinds.length);
  for (const [index, kind] of restrictedKinds.entries()) {
    const { words, exceptions } = defaultRestricted[kind];
    const { origins, needs } = kindRules[kind];
    const isNeverShown = kind === 'catalyticConverters';
    expect(kinds[index]).toMatchObject({
      kind,
      origins,
      needs: isNeverShown ? null : needs,
      words,
      exceptions,
      default_words: words,
      default_exceptions: exceptions,
      is_on: true,
    });
  }
  const names = [
    'Catalytic-Converter',
    'CATALYTIC CONVERTERS, (front)',
    'Catalytic Converter Gasket',
    'Gasket for Catalytic Converter',
    'Pipe without Catalytic Converter/Gasket',
    'Steering Wheel w/ Air Bag',
    'Steering wheel + airbag',
    'Airbag Clock Spring',
    'Fuel Tank and Strap',
    'Fuel Tank Strap',
    'Catalizador é Catalyst',
    'Hybrid Battery',
    'AGM Battery',
    'Battery Cable',
    'Manifold Converters for 2012',
    'Brake Pads',
  ];
  for (const name of names) {
    for (const category of ['Exhaust', 'Airbags']) {
      const { rows } = await owner.query(
        `select must_be_hidden($1, $2, null, 'Good', null, null, null) as hidden`,
        [name, category],
      );
      const part = {
        name,
        category,
        origin: null,
        safetyCheck: null,
        recallCheckedOn: null,
        donorVinTail: null,
      };
      const restriction = findRestriction({ ...part, condition: 'Good' }, defaultRestricted);
      expect(rows[0].hidden, `${name}, ${category}`).toBe(Boolean(restriction?.refusal));
    }
  }
});
