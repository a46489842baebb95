import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { totalSales } from '#core/sales/sales-figures.ts';
import { accounts } from '#core/sales/journal.ts';
import { foldSales } from '#core/sales/fold-sales.server.ts';
import { readSales, type Sales } from '#desk/sales/read-sales.server.ts';
import { readTaxReport } from '#desk/settings/tax/tax-report.server.ts';
import { addDeskOrder } from '../support/desk-orders.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

const PASSWORD = 'a password for Ada';
const ZONE = 'America/Los_Angeles';

let shop: TestShop;
let cookie: string;
let adminId: string;

beforeAll(async () => {
  shop = await createTestShop();
  adminId = await shop.addUser({ email: 'ada@example.com', password: PASSWORD, admin: true });
  cookie = await shop.signIn('ada@example.com', PASSWORD);
});
afterAll(() => shop[Symbol.asyncDispose]());

const query = async (text: string, values: unknown[] = []) =>
  (await shop.database.owner.query(text, values)).rows;

function read(from: string, to: string): Promise<Sales> {
  return shop.database.pools.as({ role: 'authenticated', userId: adminId }, (transaction) =>
    readSales(transaction, { from, to, timeZone: ZONE, lowStock: 5 }),
  );
}

type FileRow = Record<string, string>;

async function download(file: string, from: string, to: string): Promise<FileRow[]> {
  const path = `/admin/sales-file/${file}?from=${from}&to=${to}`;
  const response = await shop.request(path, { headers: { cookie } });
  expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'text/csv; charset=utf-8']);
  return parse(await response.text(), { columns: true });
}

const sum = (numbers: number[]) => numbers.reduce((all, each) => all + each, 0);
const centsIn = (rows: FileRow[], column: string) =>
  sum(
    rows.map((row) => {
      expect(row[column]).toMatch(/^-?\d+\.\d\d$/);
      return Math.round(Number(row[column]) * 100);
    }),
  );

const taxLevels = ['tax_state', 'tax_county', 'tax_city', 'tax_district', 'tax_other'];

/** Each row's amounts add up to its total, and its taxes to its tax. */
function expectToAddUp(rows: FileRow[], parts: string[]) {
  for (const row of rows) {
    const all = (columns: string[]) => sum(columns.map((column) => centsIn([row], column)));
    expect(all(taxLevels)).toBe(centsIn([row], 'tax'));
    expect(all([...parts, 'tax', 'core_charges', 'california_battery_fee'])).toBe(centsIn([row], 'total'));
  }
}

interface Refund {
  hours: number;
  cents: number;
}

interface Order {
  /** Since the beginning of 2026 in UTC. */
  hours: number;
  cents: number;
  taxPercent: number;
  lines: number[];
  refunds: Refund[];
}

const anyHours = fc.integer({ min: 0, max: 40 * 24 * 60 }).map((minutes) => minutes / 60);
const anyOrder: fc.Arbitrary<Order> = fc.record({
  hours: anyHours,
  cents: fc.integer({ min: 200, max: 90_000 }),
  taxPercent: fc.integer({ min: 0, max: 10 }),
  lines: fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 3 }),
  refunds: fc.array(
    fc.record({ hours: fc.integer({ min: 1, max: 400 }), cents: fc.integer({ min: 1, max: 40_000 }) }),
    { maxLength: 2 },
  ),
});

const start = Date.UTC(2026, 0, 1, 8);
const at = (hours: number) => new Date(start + hours * 3_600_000);
const dayOf = (date: Date) => new Intl.DateTimeFormat('en-CA', { timeZone: ZONE }).format(date);
const dollars = (cents: number) => (cents / 100).toFixed(2);
const partId = (number: number) => `00000000-0000-4000-8000-00000000010${number}`;

/** As the shop does it: a pending order that is paid later, and refunds that the provider confirms one by one. */
async function store(order: Order): Promise<void> {
  const paidAt = at(order.hours);
  const tax = Math.round((order.cents * order.taxPercent) / 100);
  const [row] = await query('insert into orders (amount, tax, shipping) values ($1, $2, 1) returning id', [
    dollars(order.cents),
    dollars(tax),
  ]);
  const county = Math.floor(tax / 3);
  for (const [level, name, cents] of [
    ['state', 'CA', tax - county],
    ['county', 'San Diego County', county],
  ])
    await query(
      `insert into order_taxes (order_id, position, level, name, state, rate, taxable, tax)
       select $1, count(*), $2, $3, 'CA', 0.05, $4, $5 from order_taxes where order_id = $1`,
      [row.id, level, name, dollars(order.cents - tax), dollars(Number(cents))],
    );
  for (const part of order.lines) {
    await query(
      'insert into order_lines (order_id, part_id, part_name, unit_price, quantity) values ($1, $2, $3, $4, $5)',
      [row.id, partId(part), `=Part ${part}`, 10 + part, 1 + part],
    );
  }
  await query(
    "update orders set payment_id = 'pi_' || id, paid_at = $2, stock = 'sold', status = 'completed' where id = $1",
    [row.id, paidAt],
  );
  for (const refund of refundsOf(order)) {
    await query(
      `insert into refunds (order_id, payment_id, provider_id, reason, state, amount, updated_at)
       values ($1::uuid, 'pi_' || $1::text, gen_random_uuid()::text, 'provider', 'done', $2, $3)`,
      [row.id, dollars(refund.cents), refund.at],
    );
    await query(
      `update orders set refunded = refunded + $2, status = case when refunded + $2 < amount then 'completed' else 'refunded' end
       where id = $1`,
      [row.id, dollars(refund.cents)],
    );
  }
}

/** One after the other, and never more than was paid. */
function refundsOf(order: Order): { at: Date; cents: number; tax: number }[] {
  const tax = Math.round((order.cents * order.taxPercent) / 100);
  const share = (cents: number) => Math.round((tax * cents) / order.cents);
  let { hours } = order;
  let refunded = 0;
  return order.refunds.flatMap((refund) => {
    const cents = Math.min(refund.cents, order.cents - refunded);
    if (cents === 0) return [];
    hours += refund.hours;
    const before = refunded;
    refunded += cents;
    return [{ at: at(hours), cents, tax: share(refunded) - share(before) }];
  });
}

test('figures are those of a plain recomputation over random orders and refunds', async () => {
  for (const number of [0, 1, 2, 3, 4])
    await query(
      'insert into parts_catalog (id, part_name, category, price, stock_quantity) values ($1, $2, $3, 10, $4)',
      [partId(number), `Part ${number}`, number % 2 ? 'Odd' : 'Even', number],
    );
  const orders = fc.sample(anyOrder, 60);
  for (const order of orders) await store(order);
  // Unpaid, and so no sale.
  await query("insert into orders (amount, status, ended) values (10, 'expired', 'expired')");

  const sums = () =>
    query(
      `select slot, sum(orders)::int as orders, sum(paid) as paid, sum(paid_tax) as tax,
         sum(refunds)::int as refunds, sum(refunded) as refunded, sum(refunded_tax) as refunded_tax
       from sales_sums group by slot having sum(orders) <> 0 or sum(refunds) <> 0 order by slot`,
    );
  const recorded = await sums();
  for (const [from, to] of [
    ['2026-01-01', '2026-03-31'],
    ['2026-01-10', '2026-01-19'],
    ['2026-01-15', '2026-01-15'],
  ] as const) {
    const within = (date: Date) => dayOf(date) >= from && dayOf(date) <= to;
    const paid = orders.filter(({ hours }) => within(at(hours)));
    const refunds = orders.flatMap(refundsOf).filter((refund) => within(refund.at));
    const sales = await read(from, to);
    expect(totalSales(sales.days)).toEqual({
      orders: paid.length,
      paidCents: sum(paid.map(({ cents }) => cents)),
      paidTaxCents: sum(paid.map(({ cents, taxPercent }) => Math.round((cents * taxPercent) / 100))),
      refunds: refunds.length,
      refundedCents: sum(refunds.map(({ cents }) => cents)),
      refundedTaxCents: sum(refunds.map(({ tax }) => tax)),
    });
    for (const { day, orders: count } of sales.days)
      expect(count).toBe(paid.filter(({ hours }) => dayOf(at(hours)) === day).length);

    const soldParts = paid.flatMap(({ lines }) => lines);
    for (const { id, units, cents } of sales.parts) {
      const number = Number(id.at(-1));
      const times = soldParts.filter((part) => part === number).length;
      expect([units, cents]).toEqual([times * (1 + number), times * (1 + number) * (10 + number) * 100]);
    }
    expect(sales.parts.map(({ id }) => id).toSorted()).toEqual(
      [...new Set(soldParts)].map(partId).toSorted(),
    );
    expect(sum(sales.categories.map(({ cents }) => cents))).toBe(sum(sales.parts.map(({ cents }) => cents)));

    const sold = await download('orders', from, to);
    expect(sold).toHaveLength(paid.length);
    expectToAddUp(sold, ['subtotal', 'shipping']);
    expect(centsIn(sold, 'total')).toBe(sum(paid.map(({ cents }) => cents)));
    expect(await download('lines', from, to)).toHaveLength(soldParts.length);
    const refunded = await download('refunds', from, to);
    expectToAddUp(refunded, ['parts_and_shipping']);
    expect(refunded.map((row) => centsIn([row], 'total'))).toEqual(
      refunds.toSorted((one, other) => one.at.getTime() - other.at.getTime()).map(({ cents }) => cents),
    );
    expect(centsIn(refunded, 'tax')).toBe(sum(refunds.map(({ tax }) => tax)));
    const report = await shop.database.pools.as({ role: 'authenticated', userId: adminId }, (transaction) =>
      readTaxReport(transaction, { from, to }),
    );
    for (const [level, column] of [
      ['state', 'tax_state'],
      ['county', 'tax_county'],
    ] as const)
      expect(centsIn(refunded, column)).toBe(
        sum(report.filter((line) => line.level === level).map((line) => line.refundedTaxCents)),
      );

    const journal = await download('journal', from, to);
    for (const day of new Set(journal.map((row) => row['day']))) {
      const rows = journal.filter((row) => row['day'] === day);
      expect([day, centsIn(rows, 'debit')]).toEqual([day, centsIn(rows, 'credit')]);
    }
    const booked = (side: string, account: string) =>
      centsIn(
        journal.filter((row) => row['account'] === account),
        side,
      );
    expect(booked('debit', accounts.clearing)).toBe(centsIn(sold, 'total'));
    expect(booked('credit', accounts.clearing)).toBe(centsIn(refunded, 'total'));
    expect(booked('credit', accounts.sales)).toBe(centsIn(sold, 'subtotal'));
    for (const [level, name] of [
      ['tax_state', 'CA'],
      ['tax_county', 'CA San Diego County'],
    ] as const) {
      expect(booked('credit', `${accounts.tax}: ${name}`)).toBe(centsIn(sold, level));
      expect(booked('debit', `${accounts.tax}: ${name}`)).toBe(centsIn(refunded, level));
    }
  }
  await foldSales(shop.database.pools);
  expect(await sums()).toEqual(recorded);
  expect(await query('select slot from sales_sums group by slot having count(*) > 1')).toEqual([]);
  await query('select rebuild_sales()');
  expect(await sums()).toEqual(recorded);
});

test('a reversed refund counts back, a refund before the payment once', async () => {
  const [order] = await query(
    'insert into orders (amount, tax, refunded) values (107, 7, 53.5) returning id',
  );
  await query(
    "insert into refunds (order_id, payment_id, provider_id, reason, state, amount) values ($1, 'pi_odd', 're_odd', 'provider', 'done', 53.5)",
    [order.id],
  );
  const figures = async () => totalSales((await read(dayOf(new Date()), dayOf(new Date()))).days);
  expect(await figures()).toMatchObject({ orders: 0, refunds: 0 });
  await query(
    "update orders set payment_id = 'pi_odd', paid_at = now(), stock = 'sold', status = 'completed' where id = $1",
    [order.id],
  );
  expect(await figures()).toMatchObject({
    orders: 1,
    refunds: 1,
    refundedCents: 5_350,
    refundedTaxCents: 350,
  });
  await query("update refunds set state = 'failed' where order_id = $1", [order.id]);
  await query('update orders set refunded = 0 where id = $1', [order.id]);
  // The books keep the refund on its day, and take it back on the day that it failed.
  await query(
    "update refunds set updated_at = now() + interval '1 day', done_at = now() where order_id = $1",
    [order.id],
  );
  const inDays = (days: number) => dayOf(new Date(Date.now() + days * 86_400_000));
  const back = await download('refunds', inDays(0), inDays(2));
  expect(
    back.map((row) => [row['reason'], row['total'], row['tax'], row['payment_method'], row['refund_id']]),
  ).toEqual([
    ["Made in the provider's dashboard", '53.50', '3.50', 'Online', 're_odd'],
    ["Reversed: Made in the provider's dashboard", '-53.50', '-3.50', 'Online', 're_odd'],
  ]);
  expect(await download('refunds', inDays(0), inDays(0))).toHaveLength(1);
  expect(await figures()).toMatchObject({ orders: 1, refunds: 0, refundedCents: 0, refundedTaxCents: 0 });
  // Paid from the start, such as a sale at the counter.
  await shop.database.pools.as({ role: 'service_role' }, async (transaction) => {
    await sql`
      with sold as (insert into orders (amount, payment_id, paid_at, stock, status) values (20, 'cash', now(), 'sold', 'completed') returning id)
      insert into order_lines (order_id, part_name, unit_price, quantity) select id, 'Horn', 20, 1 from sold`.execute(
      transaction,
    );
  });
  expect(await figures()).toMatchObject({ orders: 2, paidCents: 12_700 });
  expect(await query('select cents from sales_lines where part_id is null')).toEqual([{ cents: 2_000 }]);
});

test('best sellers of a year are those of all its lines, whatever was sold before', async () => {
  const [order] = await query('insert into orders (amount) values (1) returning id');
  /** Lines of parts from a number on, each with its own amount. */
  const sell = (first: number, count: number, paidAt: string, dollarsEach: number) =>
    query(
      `with lines as (
         insert into order_lines (order_id, part_id, part_name, unit_price, quantity)
         select $1, md5('Sold ' || n)::uuid, 'Sold ' || n, $5 + n * 0.01, 1 + n % 3
         from generate_series($2::int, $2 + $3 - 1) as n
         returning id, part_id, unit_price, quantity
       )
       insert into sales_lines (line_id, paid_at, part_id, pieces, cents)
       select id, $4, part_id, quantity, unit_price * quantity * 100 from lines`,
      [order.id, first, count, paidAt, dollarsEach],
    );
  // The other parts that are sold below were deleted since.
  await query(
    `insert into parts_catalog (id, part_name, price, stock_quantity)
     select md5('Sold ' || n)::uuid, 'Sold ' || n, 1, n % 7
     from generate_series(1, 5000) as n where n <= 200 or n >= 3990 and n < 4040`,
  );
  const year = ['2020-01-01', '2020-12-31'] as const;
  const expectExact = async () => {
    const { parts, lowParts } = await read(...year);
    const sums = `select part_id as id, sum(pieces)::int as units, sum(cents)::int as cents from sales_lines
      where paid_at >= '2020-01-01 00:00-08' and paid_at < '2021-01-01 00:00-08' group by part_id`;
    expect(parts.map(({ id, units, cents }) => ({ id, units, cents }))).toEqual(
      await query(`${sums} order by cents desc, part_id limit 25`),
    );
    expect(lowParts.map(({ id, units, cents }) => ({ id, units, cents }))).toEqual(
      await query(
        `select sums.* from (${sums} having sum(pieces) > 1) as sums join parts_catalog using (id)
         where stock_quantity <= 5 order by units desc, cents desc, id limit 25`,
      ),
    );
    return parts.length;
  };
  expect(await expectExact()).toBe(0);
  await sell(1, 30, '2020-03-01', 10);
  await sell(20, 30, '2020-11-01', 10);
  await sell(40, 20, '2021-01-01 07:59:59Z', 100);
  await sell(30, 20, '2021-01-01 08:00:00Z', 500);
  expect(await expectExact()).toBe(25);
  // More than are looked at first, and then all that are.
  await sell(5_000, 1_500, '2019-05-01', 1_000);
  expect(await expectExact()).toBe(25);
  await sell(100, 8_900, '2019-06-01', 1_000);
  expect(await expectExact()).toBe(25);
  await sell(4_000, 40, '2020-06-01', 2_000);
  expect(await expectExact()).toBe(25);

  const known = () => query('select * from sales_parts order by part_id');
  const sums = await known();
  await query('select rebuild_sales()');
  expect((await known()).length).toBeLessThan(sums.length);
  expect(await known()).toEqual(
    await query(
      'select part_id, sum(pieces) as pieces, sum(cents) as cents from sales_lines where part_id is not null group by part_id order by part_id',
    ),
  );
});

test('the screen has searches without a result, what runs low and what is old', async () => {
  await query(`
    insert into audit_logs (action, details) values
      ('search', '{"query": " Horn ", "results_count": 0}'), ('search', '{"query": "horn", "results_count": 0}'),
      ('search', '{"query": "wheel", "results_count": 3}'),
      ('search', '{"query": "", "make": "Yugo", "year": "1987", "results_count": 0}')`);
  await query("update parts_catalog set created_at = now() - interval '400 days' where id = $1", [partId(3)]);
  const today = dayOf(new Date());
  const sales = await read(today, today);
  expect(sales.missedSearches.map(({ text, times }) => [text, times])).toEqual(
    [
      ['horn', 2],
      ['1987 yugo', 1],
    ].map(([text, times]) => [text === '1987 yugo' ? '1987 Yugo' : text, times]),
  );
  expect(sales.oldParts[0]).toMatchObject({ id: partId(3), stock: 3 });
  const { lowParts } = await read('2026-01-01', '2026-03-31');
  expect(lowParts.length).toBeGreaterThan(0);
  const html = await (await shop.request('/admin/sales', { headers: { cookie } })).text();
  for (const text of ['Searched and not found', '1987 Yugo', 'Longest on the shelf', 'Revenue without tax'])
    expect(html).toContain(text);
  const year = await shop.request('/admin/sales?from=2026-01-01&to=2026-12-31&by=week', {
    headers: { cookie },
  });
  expect(await year.text()).toContain('Revenue by');
});

test('files are safe in spreadsheets, logged, and need a known name and a period', async () => {
  const [line] = await download('lines', '2026-01-01', '2026-03-31');
  expect(line).toMatchObject({
    order: expect.stringMatching(/^PY-\d+$/),
    part: expect.stringMatching(/^'=Part \d$/),
    unit_price: expect.stringMatching(/^\d+\.00$/),
  });
  // Each time is in both time zones.
  expect(Date.parse(`${line?.['paid_utc']}Z`) - Date.parse(`${line?.['paid']}Z`)).toBe(8 * 3_600_000);
  const events = await query(
    "select details from audit_logs where action = 'admin_export_sales' order by created_at desc limit 1",
  );
  expect(events).toMatchObject([{ details: { file: 'lines', from: '2026-01-01', to: '2026-03-31' } }]);
  for (const path of [
    'x?from=2026-01-01&to=2026-01-02',
    'toString?from=2026-01-01&to=2026-01-02',
    'orders',
    'orders?from=2026-01-01&to=2028-01-01',
  ]) {
    const response = await shop.request(`/admin/sales-file/${path}`, { headers: { cookie } });
    expect([path, response.status]).toEqual([path, 404]);
  }
  const invalid = await shop.request('/admin/sales?from=x&to=y', { headers: { cookie } });
  expect(await invalid.text()).toContain('Choose a period of up to one year');
});

test('a return is in the file with its settlement, its refund with why it came back, and a balance in the journal', async () => {
  const { owner } = shop.database;
  const order = await addDeskOrder(owner, { progress: 'delivered', paymentId: 'pi_returned' });
  const settlement = {
    partsCents: 4320,
    taxCents: 320,
    shippingCents: 0,
    postageCents: 950,
    restockingCents: 600,
    deductedCents: 0,
    totalCents: 4670,
  };
  const [returned] = await query(
    "insert into returns (order_id, kind, reason, settlement) values ($1, 'return', 'damaged', $2) returning id, number",
    [order.id, JSON.stringify(settlement)],
  );
  await query(
    `insert into refunds (order_id, payment_id, provider_id, reason, cause, state, amount, tax, return_id)
     values ($1, 'pi_returned', 're_returned', 'shop', 'returned', 'done', 46.70, 3.20, $2)`,
    [order.id, returned.id],
  );
  // The first payment left $5 open, which the buyer has paid since.
  await query(
    "insert into order_balances (order_id, amount, payment_id, paid_at) values ($1, 5, 'pi_rest', now())",
    [order.id],
  );
  const today = dayOf(new Date());
  const journal = await download('journal', today, today);
  expect(
    journal
      .filter(({ account }) => account === accounts.receivable)
      .map(({ debit, credit }) => [debit, credit]),
  ).toEqual([
    ['5.00', '0.00'],
    ['0.00', '5.00'],
  ]);
  const [row] = await download('returns', today, today);
  expect(row).toMatchObject({
    return: `RMA-${returned.number}`,
    order: `PY-${order.number}`,
    kind: 'Return',
    reason: 'It arrived damaged',
    state: 'Requested',
    parts_without_tax: '40.00',
    tax: '3.20',
    return_shipping: '9.50',
    restocking_fee: '-6.00',
    total: '46.70',
  });
  const refunds = await download('refunds', today, today);
  expect(refunds.find((each) => each['refund_id'] === 're_returned')).toMatchObject({
    reason: 'Return: It arrived damaged',
    parts_and_shipping: '43.50',
    tax: '3.20',
    tax_other: '3.20',
    total: '46.70',
  });
});
