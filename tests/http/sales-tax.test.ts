import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TaxRateImport } from '#core/pricing/import-tax-rates.server.ts';
import { deleteOrders } from '../support/orders.ts';
import { readOutcome } from '../support/read-outcome.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

const PASSWORD = 'a password for Ada';
const HEADER =
  'state,zip,state_rate,county,county_rate,city,city_rate,district_1,district_1_rate,combined_rate,check';
const SAN_DIEGO = 'CA,92101,6%,San Diego County,1.25%,,,San Diego Transit,0.5%,7.75%,ok';
const CHULA_VISTA = 'CA,91910,6%,San Diego County,1.25%,Chula Vista,1%,San Diego Transit,0.5%,8.75%,check';

let shop: TestShop;
let admin: string;
let adminId: string;
let buyer: string;
let buyerId: string;

beforeAll(async () => {
  shop = await createTestShop();
  adminId = await shop.addUser({ email: 'ada@example.com', password: PASSWORD, admin: true });
  buyerId = await shop.addUser({ email: 'olga@example.com', password: PASSWORD });
  admin = await shop.signIn('ada@example.com', PASSWORD);
  buyer = await shop.signIn('olga@example.com', PASSWORD);
});
afterAll(() => shop[Symbol.asyncDispose]());
beforeEach(async () => {
  await deleteOrders(shop.database.owner);
  await shop.database.owner.query('truncate tax_rates, tax_rate_imports, resale_certificates, order_taxes');
});

const query = async (text: string, values: unknown[] = []) =>
  (await shop.database.owner.query(text, values)).rows;

async function send(
  path: string,
  fields: Record<string, string | File>,
  { cookie = admin, method = 'POST' } = {},
) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  const response = await shop.request(path, {
    method,
    headers: { cookie, Origin: 'http://shop.test' },
    ...(method === 'POST' && { body }),
  });
  const isOutcome = path.endsWith('.data') && response.status !== 413;
  return { status: response.status, ...(isOutcome && (await readOutcome<TaxRateImport>(response))) };
}

async function read(path: string, cookie = admin) {
  const response = await shop.request(path, { headers: { cookie } });
  const html = (await response.text()).replaceAll('<!-- -->', '').replaceAll('&#x27;', "'");
  return { status: response.status, headers: response.headers, html };
}

const ratesForm = (lines: string[]) => ({
  intent: 'import-rates',
  file: new File([[HEADER, ...lines].join('\n')], 'rates.csv'),
});
const upload = (lines: string[], options = {}, path = '/admin/settings/tax.data') =>
  send(path, ratesForm(lines), options);

describe('the form of the rules', () => {
  const save = async (values: object, options = {}, path = '/admin/settings/tax.data') => {
    const [{ version }] = await query('select version from shop_settings');
    const fields = {
      intent: 'save',
      topic: 'tax',
      values: JSON.stringify(values),
      seenVersion: `${version}`,
    };
    return send(path, fields, options);
  };
  const storedTax = async () => (await query("select values->'tax' as tax from shop_settings"))[0].tax;

  test('is on the page of sales tax, to which its old address leads', async () => {
    const old = await shop.request('/admin/settings?page=tax', { headers: { cookie: admin } });
    expect([old.status, old.headers.get('Location')]).toEqual([302, '/admin/settings/tax']);
    const { html } = await read('/admin/settings/tax');
    for (const text of ['How tax is charged', 'Save changes', 'Rates by ZIP code', 'Resale certificates'])
      expect(html).toContain(text);
    expect(html).toContain('href="/admin/settings/tax/report"');
  });

  test('is saved there, and refused with the reason at the field', async () => {
    await query("update shop_settings set values = '{}'");
    expect(await save({ flatRate: 9 })).toMatchObject({
      status: 400,
      errors: { flatRate: 'must be a rate from 0 to 100%' },
    });
    expect(await save({ mode: 'service' })).toMatchObject({
      status: 400,
      errors: { mode: 'needs STRIPE_SECRET_KEY on the server for Stripe Tax' },
    });
    expect(await storedTax()).toBeNull();
    expect(await save({ flatRate: 0.075 })).toMatchObject({ status: 200, message: 'Settings saved' });
    expect(await storedTax()).toEqual({ flatRate: 0.075 });
    expect((await save({ flatRate: 0 }, { cookie: buyer }, '/admin/settings/tax')).status).toBe(302);
    expect(await storedTax()).toEqual({ flatRate: 0.075 });
    await query("update shop_settings set values = '{}'");
  });
});

describe('an upload of tax rates', () => {
  test('replaces all rates, with the admin, and is listed with those to check first', async () => {
    expect(await upload([SAN_DIEGO, CHULA_VISTA])).toEqual({
      status: 200,
      done: true,
      message: "Tax rates imported as version 1. ZIP codes: 2, marked 'check': 1",
    });
    expect(await query('select version, source, imported_by from tax_rate_imports')).toEqual([
      { version: 1, source: 'rates.csv', imported_by: adminId },
    ]);
    expect(await query("select user_id from audit_logs where action = 'admin_import_tax_rates'")).toEqual([
      { user_id: adminId },
    ]);
    const { html } = await read('/admin/settings/tax');
    expect(html).toContain('Version 1 from rates.csv');
    expect(html.indexOf('CA 91910')).toBeGreaterThan(0);
    expect(html.indexOf('CA 91910')).toBeLessThan(html.indexOf('CA 92101'));
    expect(html).toContain('8.75%');
    const found = await read('/admin/settings/tax?zip=921');
    expect(found.html).toContain('CA 92101');
    expect(found.html).not.toContain('CA 91910');
    expect((await read('/admin/settings/tax?zip=000&page=9999')).html).toContain('No rates for 000');
  });

  test('with a problem keeps the earlier rates', async () => {
    await upload([SAN_DIEGO]);
    expect(await upload([CHULA_VISTA, CHULA_VISTA])).toMatchObject({
      status: 400,
      done: false,
      problems: [{ line: 3, message: 'The ZIP code 91910 of CA is also on line 2' }],
    });
    expect(await send('/admin/settings/tax.data', { intent: 'import-rates' })).toMatchObject({
      status: 400,
      message: 'Error importing tax rates: choose a file',
    });
    expect(await query('select zip from tax_rates')).toEqual([{ zip: '92101' }]);
  });

  test('can only be checked', async () => {
    expect(
      await send('/admin/settings/tax.data', { ...ratesForm([SAN_DIEGO]), intent: 'check-rates' }),
    ).toMatchObject({ status: 200, done: true });
    expect(await query('select zip from tax_rates')).toEqual([]);
  });

  test('of 42,000 ZIP codes is imported, and of more than 9 MB is refused', async () => {
    const lines = Array.from({ length: 42_000 }, (_, index) =>
      SAN_DIEGO.replace('92101', String(index).padStart(5, '0')),
    );
    expect(await upload(lines)).toMatchObject({ status: 200 });
    expect(await query('select count(*)::int as all from tax_rates')).toEqual([{ all: 42_000 }]);
    expect((await upload([SAN_DIEGO.padEnd(10 * 1024 * 1024)])).status).toBe(413);
  });

  test('is for admins only', async () => {
    for (const cookie of ['', buyer]) {
      expect((await upload([SAN_DIEGO], { cookie }, '/admin/settings/tax')).status).toBe(302);
      for (const path of ['/admin/settings/tax', '/admin/settings/tax/report', '/admin/tax-report.csv']) {
        expect((await read(path, cookie)).status).toBe(302);
      }
    }
    expect((await send('/admin/settings/tax', {}, { method: 'DELETE' })).status).toBe(405);
    expect(await query('select zip from tax_rates')).toEqual([]);
  });
});

describe('a resale certificate', () => {
  const valid = {
    intent: 'approve-certificate',
    email: 'Olga@example.com',
    number: 'SR AA 1',
    state: 'CA',
    expires_on: '2099-12-31',
  };

  test('is approved and revoked by an admin, and stays', async () => {
    expect(await send('/admin/settings/tax.data', valid)).toMatchObject({ status: 200, done: true });
    const [{ id }] = await query(
      'select id from resale_certificates where user_id = $1 and approved_by = $2',
      [buyerId, adminId],
    );
    expect((await read('/admin/settings/tax')).html).toContain('SR AA 1');
    expect(await send('/admin/settings/tax.data', { intent: 'revoke-certificate', id })).toMatchObject({
      status: 200,
    });
    expect((await read('/admin/settings/tax')).html).toContain('Revoked');
    expect(await query('select revoked_at is not null as revoked from resale_certificates')).toEqual([
      { revoked: true },
    ]);
    expect(
      await query(
        "select action from audit_logs where resource_type = 'resale_certificates' and resource_id = $1 order by created_at",
        [id],
      ),
    ).toEqual([{ action: 'admin_approve_certificate' }, { action: 'admin_revoke_certificate' }]);
    expect((await send('/admin/settings/tax.data', { ...valid, intent: 'save', id })).status).toBe(400);
  });

  test.each([
    [
      'without an account',
      { email: 'nobody@example.com' },
      409,
      { message: expect.stringContaining('no account') },
    ],
    ['of another state', { state: 'XX' }, 400, { errors: { state: expect.any(String) } }],
    ['without a number', { number: ' ' }, 400, { errors: { number: 'is required' } }],
    ['without a date', { expires_on: '2026-02-30' }, 400, { errors: { expires_on: 'Please enter a date' } }],
  ])('%s is refused', async (_, fields, status, result) => {
    expect(await send('/admin/settings/tax.data', { ...valid, ...fields })).toMatchObject({
      status,
      ...result,
    });
    expect(await query('select id from resale_certificates')).toEqual([]);
  });
});

describe('the report', () => {
  type Tax = [level: string, name: string, state: string | null, rate: number, taxable: number, tax: number];
  interface Sale {
    amount: number;
    tax: number;
    at: string;
    taxes: Tax[];
    paid?: boolean;
    refunds?: [amount: number | null, at: string, providerId?: string, paymentId?: string, state?: string][];
  }
  let sales = 0;

  async function sell({ amount, tax, at, taxes, paid = true, refunds = [] }: Sale) {
    const payment = `pi_${(sales += 1)}`;
    const [{ id }] = await query(
      `insert into orders (amount, tax, created_at, payment_id, paid_at, stock, ended, status)
       values ($1, $2, $3::timestamptz, $4::text, case when $4 is not null then $3::timestamptz end,
         case when $4 is null then 'released' else 'sold' end, case when $4 is null then 'expired' end,
         case when $4 is null then 'expired' else 'completed' end) returning id`,
      [amount, tax, at, paid ? payment : null],
    );
    for (const [position, values] of taxes.entries()) {
      await query(
        'insert into order_taxes (order_id, position, level, name, state, rate, taxable, tax) values ($1, $2, $3, $4, $5, $6, $7, $8)',
        [id, position, ...values],
      );
    }
    for (const [index, [cents, done, providerId, paymentId, state]] of refunds.entries()) {
      await query(
        "insert into refunds (order_id, payment_id, provider_id, reason, state, amount, updated_at) values ($1, $2, $3, 'provider', $4, $5, $6)",
        [id, paymentId ?? payment, providerId ?? `re_${payment}_${index}`, state ?? 'done', cents, done],
      );
    }
    return id;
  }

  /** 50.00, taxed 7.75 %. */
  const order = { amount: 68.88, tax: 3.88, at: '2026-07-15T12:00:00-07:00' };
  const taxes: Tax[] = [
    ['state', 'CA', 'CA', 0.06, 50, 3],
    ['county', 'San Diego County', 'CA', 0.0125, 50, 0.63],
    ['district', 'San Diego Transit', 'CA', 0.005, 50, 0.25],
  ];

  async function report(from: string, to: string) {
    const { html, status } = await read(`/admin/tax-report.csv?from=${from}&to=${to}`);
    expect(status).toBe(200);
    const [header, ...lines] = html.trimEnd().split('\r\n');
    expect(header).toBe(
      'state,level,jurisdiction,rate,taxable_sales,exempt_sales,tax,refunded_taxable_sales,refunded_exempt_sales,refunded_tax,net_taxable_sales,net_exempt_sales,net_tax',
    );
    return lines;
  }

  test('sums paid orders of the period by jurisdiction and rate, in days of the shop', async () => {
    await sell({ ...order, taxes });
    await sell({ ...order, taxes, at: '2026-09-30T23:59:59-07:00' });
    await sell({ ...order, taxes, at: '2026-10-01T00:00:00-07:00' });
    await sell({ ...order, taxes, paid: false });
    await sell({ ...order, taxes: [['flat', 'Sales tax', null, 0.08, 50, 4]] });
    expect(await report('2026-07-01', '2026-09-30')).toEqual([
      ',flat,Sales tax,0.08,50,0,4,0,0,0,50,0,4',
      'CA,state,CA,0.06,100,0,6,0,0,0,100,0,6',
      'CA,county,San Diego County,0.0125,100,0,1.26,0,0,0,100,0,1.26',
      'CA,district,San Diego Transit,0.005,100,0,0.5,0,0,0,100,0,0.5',
    ]);
    const { html } = await read('/admin/settings/tax/report?from=2026-07-01&to=2026-09-30');
    expect(html).toContain('San Diego County');
    expect(html).toContain('$1.26');
  });

  test('takes refunds off in the period in which they were made, to the cent', async () => {
    await sell({
      ...order,
      taxes,
      refunds: [
        [10, '2026-08-01T12:00:00Z'],
        [0.01, '2026-10-02T12:00:00Z'],
        [58.87, '2026-12-02T12:00:00Z'],
      ],
    });
    const netTax = (lines: string[]) =>
      lines.map((line) => {
        const cells = line.split(',');
        return [cells[7], cells[9]].map(Number);
      });
    // 10 of 68.88 is 14.518 %: 7.26 of the sale, and 0.56 of the tax.
    expect(netTax(await report('2026-07-01', '2026-09-30'))).toEqual([
      [7.26, 0.44],
      [7.26, 0.09],
      [7.26, 0.03],
    ]);
    const quarters = [
      await report('2026-07-01', '2026-09-30'),
      await report('2026-10-01', '2026-11-30'),
      await report('2026-12-01', '2026-12-31'),
    ].map(netTax);
    const sums = taxes.map((_, row) =>
      [0, 1].map((column) =>
        Math.round(quarters.reduce((total, quarter) => total + (quarter[row]?.[column] ?? 0), 0) * 100),
      ),
    );
    expect(sums).toEqual([
      [5000, 300],
      [5000, 63],
      [5000, 25],
    ]);
    for (const line of await report('2026-01-01', '2026-12-31'))
      expect(line.split(',').slice(-3)).toEqual(['0', '0', '0']);
  });

  test('takes off the tax that was charged on the refunded units, not a share of the payment', async () => {
    // The taxed part of 50.00 goes back, and nothing of the shipping.
    const id = await sell({ ...order, taxes });
    await query(
      `insert into refunds (order_id, payment_id, provider_id, reason, state, amount, tax, updated_at)
       select id, payment_id, 're_units', 'shop', 'done', 53.88, 3.88, '2026-08-01T12:00:00Z' from orders where id = $1`,
      [id],
    );
    expect(await report('2026-07-01', '2026-09-30')).toEqual([
      'CA,state,CA,0.06,50,0,3,50,0,3,0,0,0',
      'CA,county,San Diego County,0.0125,50,0,0.63,50,0,0.63,0,0,0',
      'CA,district,San Diego Transit,0.005,50,0,0.25,50,0,0.25,0,0,0',
    ]);
    // The rest has no tax.
    await query(
      `insert into refunds (order_id, payment_id, provider_id, reason, state, amount, tax, updated_at)
       select id, payment_id, 're_rest', 'shop', 'done', 15, 0, '2026-10-02T12:00:00Z' from orders where id = $1`,
      [id],
    );
    for (const line of await report('2026-10-01', '2026-12-31'))
      expect(line.split(',').slice(-6)).toEqual(['0', '0', '0', '0', '0', '0']);
  });

  test('counts the refunds that the order counts', async () => {
    const at = '2026-08-01T12:00:00Z';
    // The sum of the charge repeats the single refund. The others are of a second payment, or were not made.
    await sell({
      ...order,
      taxes,
      refunds: [
        [34.44, at],
        [34.44, at, 'charge:ch_1'],
        [68.88, at, 're_other', 'pi_other'],
        [68.88, at, 're_failed', undefined, 'failed'],
      ],
    });
    expect((await report('2026-07-01', '2026-09-30'))[0]).toBe('CA,state,CA,0.06,50,0,3,25,0,1.5,25,0,1.5');
    await deleteOrders(shop.database.owner);
    await sell({ ...order, taxes, refunds: [[null, at, 'charge:ch_2']] });
    expect((await report('2026-07-01', '2026-09-30'))[0]).toBe('CA,state,CA,0.06,50,0,3,50,0,3,0,0,0');
  });

  test('shows exempt sales, and their refunds', async () => {
    const cookie = admin;
    await send(
      '/admin/settings/tax.data',
      {
        intent: 'approve-certificate',
        email: 'olga@example.com',
        number: '1',
        state: 'CA',
        expires_on: '2099-12-31',
      },
      { cookie },
    );
    const id = await sell({
      ...order,
      amount: 65,
      tax: 0,
      taxes: [],
      refunds: [[6.5, '2026-08-01T12:00:00Z']],
    });
    await query(
      "insert into order_taxes select $1, 0, 'state', 'CA', 'CA', 0.06, 0, 50, 0, id from resale_certificates",
      [id],
    );
    expect(await report('2026-07-01', '2026-09-30')).toEqual(['CA,state,CA,0.06,0,50,0,0,5,0,0,45,0']);
  });

  test('can be opened in a spreadsheet without running anything, and its download is logged', async () => {
    await sell({ ...order, taxes: [['district', '=HYPERLINK("http://x"), Transit', 'CA', 0.01, 50, 0.5]] });
    expect(await report('2026-07-01', '2026-09-30')).toEqual([
      'CA,district,"\'=HYPERLINK(""http://x""), Transit",0.01,50,0,0.5,0,0,0,50,0,0.5',
    ]);
    const { headers } = await read('/admin/tax-report.csv?from=2026-07-01&to=2026-09-30');
    expect(headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('Content-Disposition')).toBe(
      'attachment; filename="sales-tax-2026-07-01-2026-09-30.csv"',
    );
    expect(headers.get('Cache-Control')).toBe('private, no-store');
    expect(
      await query(
        "select user_id, details ->> 'to' as to from audit_logs where action = 'admin_export_tax_report' order by created_at desc limit 1",
      ),
    ).toEqual([{ user_id: adminId, to: '2026-09-30' }]);
  });

  test('refuses other periods', async () => {
    for (const period of ['', 'from=2026-07-01', 'from=2020-01-01&to=2026-01-01', "from='&to='"]) {
      expect((await read(`/admin/tax-report.csv?${period}`)).status).toBe(404);
    }
    expect((await read('/admin/settings/tax/report?from=2020-01-01&to=2026-01-01')).html).toContain(
      'Choose a period of up to one year',
    );
  });
});
