import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestBrowser } from '../support/accounts.ts';
import { addParts } from '../support/parts.ts';
import { type ListeningShop, listenWith } from '../support/listening-shop.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

const PASSWORD = 'a long password';
/** A public example. */
const ACCORD = '1HGCM82633A004352';
/** In no public list, with a check digit. */
const CANARY = '2HGFA1F56AH377777';

let shop: TestShop;
let listening: ListeningShop;
const logged: string[] = [];

beforeAll(async () => {
  const log = pino({ level: 'trace' }, { write: (line) => void logged.push(line) });
  shop = await createTestShop({ log });
  listening = await listenWith(shop);
  await addParts(shop.database.owner, [
    { part_name: 'Horn', vehicle_make: 'Honda', vehicle_model: 'Accord', vehicle_year: 2003 },
    { part_name: 'Tailgate', vehicle_make: 'Chevrolet', vehicle_model: 'Silverado 1500', vehicle_year: 2015 },
  ]);
});
afterAll(async () => {
  await listening[Symbol.asyncDispose]();
  await shop[Symbol.asyncDispose]();
});

const decode = async (body: unknown) => new TestBrowser(shop).send('POST', '/functions/v1/decode-vin', body);

describe('a VIN', () => {
  test('is decoded into the names of the catalog', async () => {
    const { status, body, headers } = await decode({ vin: '1hgcm826 33a004352' });
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        vehicles: [
          {
            year: 2003,
            make: 'Honda',
            model: 'Accord',
            details: 'EX-V6, Coupe, V6',
            vinEnd: '004352',
            inCatalog: true,
          },
        ],
        doubt: null,
      },
    });
    expect(headers.get('Cache-Control')).toBe('private, no-store');
  });

  test.each([
    ['JM1BL1SF3A1267720', '2010 Mazda Mazda3'],
    ['2B3KA43G27H825762', '2007 Dodge Charger'],
    ['1FAHP3FN8AW139719', '2010 Ford Focus'],
    ['1GKEV13728J123735', '2008 GMC Acadia'],
    ['19XFC1F7XGE028370', '2016 Honda Civic'],
    ['1C4RJEAG2EC476429', '2014 Jeep Grand Cherokee'],
    ['1FT7W2BT5CEA12345', '2012 Ford F-250'],
  ])('%s is a %s', async (vin, name) => {
    const { body } = await decode({ vin });
    expect(
      body.vehicles.map(({ year, make, model }: Record<string, unknown>) => `${year} ${make} ${model}`),
    ).toEqual([name]);
  });

  test('with a wrong check digit is decoded when it is confirmed', async () => {
    const vin = '3GCPCREC5FG123456';
    const { status, body } = await decode({ vin });
    expect(status).toBe(409);
    expect(body).toEqual({ error: expect.stringContaining('probably mistyped'), can_confirm: true });
    const confirmed = await decode({ vin, confirmed: true });
    expect(confirmed.body).toMatchObject({
      vehicles: [{ year: 2015, make: 'Chevrolet', model: 'Silverado 1500', inCatalog: true }],
      doubt: expect.any(String),
    });
  });

  test.each([
    [{ vin: '1HGCM8263OA004352' }, 'A VIN has no letter O. Check character 10. Is it the digit 0?'],
    [{ vin: '1HGCM82633A00435' }, 'A VIN has 17 characters. This one has 16.'],
    [{ vin: 'x'.repeat(50_000) }, 'A VIN has 17 characters. This one has 40.'],
    [{ vin: '11111111111111111' }, "We don't know this VIN. Choose your car by make, model and year."],
    [{ vin: 17 }, 'Send the VIN as text.'],
    [null, 'Send the VIN as text.'],
  ])('%o is refused: %s', async (body, error) => {
    expect(await decode(body)).toMatchObject({ status: 400, body: { error } });
  });

  test('is decoded by the page without scripts', async () => {
    const response = await shop.request('/garage', {
      method: 'POST',
      body: new URLSearchParams({ vin: ACCORD }),
    });
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('2003 Honda Accord');
  });

  test('in an address leads to the garage, which does not have it', async () => {
    for (const path of ['/junkyard?q=', '/?make=', '/request?part=', '/api/suggestions?q=']) {
      const response = await fetch(`${listening.url}${path}${CANARY}`, { redirect: 'manual' });
      expect([response.status, response.headers.get('Location')]).toEqual([303, '/garage']);
    }
  });

  test('stands in no log, audit row or counted search, wherever it is typed', async () => {
    await decode({ vin: CANARY });
    await shop.request('/garage', { method: 'POST', body: new URLSearchParams({ vin: CANARY }) });
    for (const path of ['/junkyard?q=horn+', '/api/suggestions?q=', '/'])
      await (await fetch(`${listening.url}${path}${CANARY}`)).text();
    const event = { p_user_id: null, p_resource_type: 'page' };
    const { status } = await new TestBrowser(shop).send('POST', '/rpc/log_audit_event', [
      { ...event, p_action: 'search', p_details: { query: `horn ${CANARY}` } },
      { ...event, p_action: 'page_view', p_resource_id: `/junkyard/${CANARY}`, p_details: {} },
      { ...event, p_action: 'error', p_details: { message: `no ${CANARY}`, stack: CANARY } },
    ]);
    expect(status).toBe(200);
    const { rows } = await shop.database.owner.query('select audit_logs::text as row from audit_logs');
    expect(rows.filter(({ row }) => row.includes('[VIN]'))).toHaveLength(3);
    const stored = JSON.stringify([logged, rows, await allTables()]).toUpperCase();
    expect(stored).not.toContain(CANARY);
    expect(logged.some((line) => line.includes('[VIN]'))).toBe(true);
  });
});

/** Every row of the schema public, as text. */
async function allTables(): Promise<unknown[]> {
  const { rows: tables } = await shop.database.owner.query(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  );
  const contents = [];
  for (const { name } of tables) {
    const { rows } = await shop.database.owner.query(`select row::text from ${name} as row`);
    contents.push(rows);
  }
  return contents;
}

describe('a garage of an account', () => {
  const civic = { id: 'a', year: 2010, make: 'Honda', model: 'Civic', details: 'LX', vinEnd: '377777' };
  const focus = { id: 'b', year: 2010, make: 'Ford', model: 'Focus', details: '', vinEnd: '' };
  let made = 0;

  async function someone() {
    const email = `garage-${(made += 1)}@example.com`;
    const id = await shop.addUser({ email, password: PASSWORD });
    const signIn = async () => {
      const browser = new TestBrowser(shop);
      await browser.signIn(email, PASSWORD);
      return browser;
    };
    return { id, signIn, browser: await signIn() };
  }

  const send = async (browser: TestBrowser, version: number, garage: unknown) =>
    (await browser.send('POST', '/rest/v1/garage', { version, garage })).body;

  test('follows its user to other browsers, and joins what they have', async () => {
    const { browser, signIn } = await someone();
    expect(await send(browser, 0, { vehicles: [civic], active: 'a' })).toEqual({
      garage: { vehicles: [civic], active: 'a' },
      version: 2,
    });
    const other = await signIn();
    expect(await send(other, 0, null)).toEqual({ garage: { vehicles: [civic], active: 'a' }, version: 2 });
    expect(await send(other, 0, { vehicles: [focus], active: 'b' })).toEqual({
      garage: { vehicles: [focus, civic], active: 'b' },
      version: 3,
    });
    expect(await send(other, 3, { vehicles: [civic], active: null })).toEqual({
      garage: { vehicles: [civic], active: null },
      version: 4,
    });
  });

  test('has the vehicles of two browsers that sign in at the same time', async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      const { browser, signIn } = await someone();
      const other = await signIn();
      await Promise.all([
        send(browser, 0, { vehicles: [civic], active: 'a' }),
        send(other, 0, { vehicles: [focus], active: 'b' }),
      ]);
      const { garage } = await send(browser, 0, null);
      expect(garage.vehicles).toHaveLength(2);
    }
  });

  test('is part of the personal data, and deleted with the account', async () => {
    const { id, browser } = await someone();
    await send(browser, 0, { vehicles: [civic], active: 'a' });
    const data = await (await browser.request('/profile/data')).json();
    expect(data.garage).toMatchObject({ vehicles: [civic], active: 'a' });
    await shop.database.owner.query('select auth.forget_person($1)', [id]);
    expect((await shop.database.owner.query('select from garages where user_id = $1', [id])).rowCount).toBe(
      0,
    );
  });

  test('is refused without a session, of another user, and if it cannot be read', async () => {
    const { browser } = await someone();
    const { id } = await someone();
    const body = { version: 0, garage: null };
    expect((await new TestBrowser(shop).send('POST', '/rest/v1/garage', body)).status).toBe(401);
    expect((await browser.send('POST', '/rest/v1/garage', { ...body, user_id: id })).status).toBe(409);
    for (const odd of [null, [], { version: -1, garage: null }, { version: 0 }, { version: 0, garage: 'x' }])
      expect((await browser.send('POST', '/rest/v1/garage', odd)).status).toBe(400);
    const full = Array.from({ length: 50 }, (_, index) => ({
      ...civic,
      id: `v${index}`,
      details: 'x'.repeat(100),
    }));
    expect((await send(browser, 0, { vehicles: full, active: null })).garage.vehicles).toHaveLength(10);
  });
});
