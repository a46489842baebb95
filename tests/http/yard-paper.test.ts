import type { Transaction } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ActionResult } from '#core/values/action-result.ts';
import type { DB } from '#db/types.ts';
import { readDismantleDays, readDue } from '#core/yard/paper/read-paper.server.ts';
import { formAddress, readOutcome } from '../support/read-outcome.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

const PASSWORD = 'a password for Ada';
const VIN = '1HGCM82633A004352';
const DAY_MS = 24 * 60 * 60_000;

let shop: TestShop;
let admin: string;
let staff: string;
let staffId: string;

beforeAll(async () => {
  shop = await createTestShop();
  await shop.addUser({ email: 'ada@example.com', password: PASSWORD, admin: true });
  staffId = await shop.addUser({ email: 'sam@example.com', password: PASSWORD, staff: true });
  admin = await shop.signIn('ada@example.com', PASSWORD);
  staff = await shop.signIn('sam@example.com', PASSWORD);
});
afterAll(() => shop[Symbol.asyncDispose]());
beforeEach(async () => {
  await shop.database.owner.query(
    'delete from yard_vehicles; delete from yard_rules; delete from nmvtis_entity',
  );
});

const rows = async (text: string) => (await shop.database.owner.query<Record<string, unknown>>(text)).rows;

/** Returns the day some days from today, in the shop's time zone. */
const day = (days: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' }).format(
    new Date(Date.now() + days * DAY_MS),
  );

async function addCar(columns: Record<string, string> = {}): Promise<string> {
  const car = { stock_number: 'Y1001', vin: VIN, year: '2003', make: 'Honda', model: 'Accord', ...columns };
  const names = Object.keys(car);
  const { rows: added } = await shop.database.owner.query<{ id: string }>(
    `insert into yard_vehicles (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')})
     returning id`,
    Object.values(car),
  );
  return String(added[0]?.id);
}

async function send(path: string, fields: Record<string, string>, cookie = staff) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  const response = await shop.request(formAddress(path, fields), {
    method: 'POST',
    body,
    headers: { Cookie: cookie },
  });
  return {
    status: response.status,
    ...(await readOutcome<ActionResult & Record<string, unknown>>(response)),
  };
}

const savePaper = async (id: string, fields: Record<string, string>) => {
  const [paper] = await rows(
    `select changed_at::text as version from yard_papers where vehicle_id = '${id}'`,
  );
  const version = String(paper?.['version'] ?? '');
  return send(`/admin/vehicles/${id}`, { intent: 'save-paper', version, ...fields });
};

const get = (path: string, cookie = admin) => shop.request(path, { headers: { Cookie: cookie } });

async function read(path: string, cookie = admin) {
  const response = await get(path, cookie);
  expect(response.status).toBe(200);
  const page = (await response.text()).replaceAll('<!-- -->', '');
  return /<main[^]*<\/main>/.exec(page)?.[0] ?? page;
}

async function readCsv(path: string, cookie = admin) {
  const response = await get(path, cookie);
  expect(response.status).toBe(200);
  const [heading = '', ...lines] = (await response.text()).trimEnd().split('\r\n');
  const columns = heading.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, at) => [columns[at], cell])));
}

const asStaffMember = <T>(work: (transaction: Transaction<DB>) => Promise<T>) =>
  shop.database.pools.as({ role: 'authenticated', userId: staffId }, work);

describe('the paper of a car', () => {
  test('staff note the notice, and the car may be dismantled ten days later', async () => {
    const id = await addCar({ title_kind: 'clean', possession_on: day(-3) });
    expect(await read(`/admin/vehicles/${id}`, staff)).toContain('The notice was not mailed');
    expect(await savePaper(id, { notice_mailed_on: day(-1) })).toMatchObject({ done: true });
    const page = await read(`/admin/vehicles/${id}`, staff);
    expect(page).toContain('May be dismantled from');
    expect(page).not.toContain('Allow dismantling now');
    const days = await asStaffMember((transaction) => readDismantleDays(transaction, [id, staffId]));
    expect([...days]).toEqual([[id, expect.objectContaining({ may: 'from', day: day(9) })]]);
    expect(
      await rows(
        "select details -> 'changed' as changed from audit_logs where action = 'admin_change_vehicle_paper'",
      ),
    ).toEqual([{ changed: ['Notice mailed on'] }]);
  });

  test('days that contradict each other, and a decision without a reason, change nothing', async () => {
    const id = await addCar({ possession_on: day(-3) });
    const wrong = {
      notice: 'not_required',
      notice_mailed_on: day(1),
      papers_delivered_on: day(-4),
      validated_on: day(-1),
      report_delivered_on: '2026-13-01',
      transferred_to: 'x'.repeat(201),
    };
    expect(await savePaper(id, wrong)).toMatchObject({
      status: 400,
      errors: {
        notice_reason: 'Please enter why no notice is required',
        notice_mailed_on: 'This day is in the future',
        papers_delivered_on: 'This is before the car was in possession',
        report_delivered_on: 'Please enter a date',
        transferred_to: 'At most 200 characters',
      },
    });
    expect(await savePaper(id, { report_delivered_on: day(-1), validated_on: day(-2) })).toMatchObject({
      errors: { validated_on: 'This is before the report was delivered' },
    });
    expect(await rows('select from yard_papers')).toEqual([]);
  });

  test('two people who change it at once: the second one is told', async () => {
    const id = await addCar();
    const first = { intent: 'save-paper', version: '' };
    expect(await send(`/admin/vehicles/${id}`, { ...first, transferred_to: 'A' })).toMatchObject({
      done: true,
    });
    expect(await send(`/admin/vehicles/${id}`, { ...first, transferred_to: 'B' })).toMatchObject({
      status: 400,
      message: 'Error saving the paper: someone else has changed it. Please open the car again',
    });
    expect(await savePaper(id, { transferred_to: 'C' })).toMatchObject({ done: true });
    expect(await rows('select transferred_to from yard_papers')).toEqual([{ transferred_to: 'C' }]);
    await shop.database.owner.query('delete from yard_vehicles');
    expect(await send(`/admin/vehicles/${id}`, first)).toMatchObject({
      status: 409,
      message: 'Error saving the paper: there is no such car',
    });
  });

  test('only an admin overrides it, with a reason', async () => {
    const id = await addCar();
    const path = `/admin/vehicles/${id}`;
    const override = { intent: 'override', reason: ' City abatement ' };
    expect(await send(path, override)).toMatchObject({ status: 403 });
    expect(await send(path, { ...override, reason: ' ' }, admin)).toMatchObject({
      errors: { reason: 'Please enter the reason' },
    });
    expect(await send(path, override, admin)).toMatchObject({ done: true });
    expect(await send(path, override, admin)).toMatchObject({ status: 400 });
    expect(await read(path, staff)).toMatch(
      /May be dismantled now[^]*An admin has allowed it: City abatement[^]*ada@example\.com/,
    );
    expect(await send(path, { intent: 'take-back-override' })).toMatchObject({ status: 400 });
    expect(await send(path, { intent: 'take-back-override' }, admin)).toMatchObject({ done: true });
    expect(await rows('select from yard_overrides')).toEqual([]);
    expect(
      await rows(
        "select details ->> 'reason' as reason from audit_logs where action = 'admin_override_dismantle_day'",
      ),
    ).toEqual([{ reason: 'City abatement' }]);
  });

  test('removals for safekeeping are noted, unless the rules forbid them, and only admins delete them', async () => {
    const id = await addCar();
    const path = `/admin/vehicles/${id}`;
    const removal = {
      intent: 'note-removal',
      what: 'Stereo',
      removed_on: day(0),
      reason: 'Open window',
      kept_at: 'Shelf 4',
    };
    expect(await send(path, { ...removal, removed_on: day(1), kept_at: '' })).toMatchObject({
      errors: { removed_on: 'This day is in the future', kept_at: 'Please enter where it is kept' },
    });
    expect(await send(path, removal)).toMatchObject({ done: true });
    expect(await read(path)).toMatch(/Stereo[^]*Shelf 4[^]*sam@example\.com/);
    const [row] = await rows('select id from yard_removals');
    const remove = { intent: 'delete-removal', removal: String(row?.['id']) };
    expect(await send(path, remove)).toMatchObject({ status: 400 });
    expect(await send(path, { ...remove, removal: 'x' }, admin)).toMatchObject({ status: 400 });
    expect(await send(path, remove, admin)).toMatchObject({ done: true });
    await shop.database.owner.query(
      "insert into yard_rules (name, value, source) values ('safekeeping', 0, 'x')",
    );
    expect(await send(path, removal)).toMatchObject({
      message: 'Error noting the removal: the rules of law do not allow it',
    });
    expect(await rows('select from yard_removals')).toEqual([]);
  });
});

test('the view of due paper has the cars for which something is left, oldest first', async () => {
  // Every combination of what decides it.
  await shop.database.owner.query(`
    with combined as (
      select row_number() over () as number, title_kind, title_state, disposition, notice, mailed, papers, report, validated
      from unnest(array['clean', 'salvage', null]) as title_kind, unnest(array['CA', 'NV', null]) as title_state,
        unnest(array['here', 'crushed', 'sold_whole']) as disposition,
        unnest(array['required', 'not_required', null]) as notice,
        unnest(array[null, date '2026-01-02']) as mailed, unnest(array[null, date '2026-01-02']) as papers,
        unnest(array[null, date '2026-01-02']) as report, unnest(array[null, date '2026-01-02']) as validated
    ), car as (
      insert into yard_vehicles (stock_number, no_vin_reason, title_kind, title_state, disposition, disposed_on)
      select 'C' || number, 'Burnt', title_kind, title_state, disposition,
        case when disposition <> 'here' then date '2026-01-03' end
      from combined returning id, stock_number
    )
    insert into yard_papers (vehicle_id, notice, notice_reason, notice_mailed_on, papers_delivered_on,
      report_delivered_on, validated_on)
    select id, notice, 'x', mailed, papers, report, validated from combined join car on stock_number = 'C' || number`);
  const ids = (await rows('select id from yard_vehicles')).map(({ id }) => String(id));
  expect(ids).toHaveLength(1296);
  for (const salvage of [1, 0]) {
    if (salvage === 0)
      await shop.database.owner.query(
        "insert into yard_rules (name, value, source) values ('salvage_without_notice', 0, 'x')",
      );
    const due = await asStaffMember((transaction) => readDue(transaction, ids));
    const left = ids.filter((id) => due.get(id)?.length);
    expect(left.length).toBeGreaterThan(100);
    const listed = (await readCsv('/admin/vehicles.csv?view=paper')).map((car) => car['stock_number']);
    const expected = await rows(
      `select stock_number from yard_vehicles where id = any('{${left.join(',')}}')`,
    );
    expect(listed.toSorted()).toEqual(expected.map((car) => car['stock_number']).toSorted());
  }
  await shop.database.owner.query('delete from yard_vehicles');
  await addCar({ stock_number: 'NEW', possession_on: day(0) });
  await addCar({
    stock_number: 'OLD',
    vin: '2HGFA16588H312347',
    possession_on: day(-6),
    created_at: day(-6),
  });
  const page = await read('/admin/vehicles?view=paper', staff);
  expect(page.indexOf('OLD')).toBeLessThan(page.indexOf('NEW'));
  expect(page).toContain('Notice overdue since');
});

test('the worksheet has the fields in the order of the handbook, and sellers only for who may see them', async () => {
  const id = await addCar({
    plate: '7ABC123',
    plate_state: 'CA',
    plate_expires_on: '2027-01-31',
    title_kind: 'salvage',
    title_state: 'CA',
  });
  await shop.database.owner.query(
    `insert into yard_purchases (vehicle_id, seller_name) values ('${id}', 'Jo Seller')`,
  );
  const sheet = await read(`/admin/vehicles/${id}/worksheet`);
  const places = ['Jan 31, 2027', '7ABC123', VIN, 'Honda', '2003', 'Jo Seller'].map((text) =>
    sheet.indexOf(text),
  );
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(sheet).toContain(
    'No notice of acquisition is required: The car has a California salvage certificate.',
  );
  expect(await read(`/admin/vehicles/${id}/worksheet`, staff)).not.toContain('Jo Seller');
  expect((await get('/admin/vehicles/x/worksheet')).status).toBe(404);
});

describe('the police book', () => {
  test('has the cars of a year for who may see purchases', async () => {
    const id = await addCar({ possession_on: '2026-03-01', plate: '7ABC123', body: 'Sedan' });
    await addCar({ stock_number: 'Y2', vin: '2HGFA16588H312347', possession_on: '2025-12-31' });
    await shop.database.owner.query(
      `insert into yard_purchases (vehicle_id, seller_name, seller_address)
       values ('${id}', 'Jo Seller', '1 Oak Street')`,
    );
    expect(await readCsv('/admin/yard/police-book.csv?year=2026')).toEqual([
      {
        acquired_on: '2026-03-01',
        seller_name: 'Jo Seller',
        seller_address: '1 Oak Street',
        plate: '7ABC123',
        plate_state: '',
        year: '2003',
        make: 'Honda',
        type: 'Sedan',
        vin: VIN,
        stock_number: 'Y1001',
      },
    ]);
    expect((await get('/admin/yard/police-book.csv?year=2026', staff)).status).toBe(403);
    expect((await get('/admin/vehicles/reports', staff)).status).toBe(403);
    expect((await get('/admin/yard/police-book.csv?year=x')).status).toBe(404);
    expect(
      await rows(
        "select details ->> 'year' as year from audit_logs where action = 'admin_export_police_book'",
      ),
    ).toEqual([{ year: '2026' }]);
  });

  test('keeps sellers for the current year and three more, and those of cars in the yard', async () => {
    const year = Number(day(0).slice(0, 4));
    await shop.database.owner.query(
      `with car as (
         insert into yard_vehicles (stock_number, no_vin_reason, possession_on, disposition, disposed_on)
         select stock_number, 'Burnt', possession_on, disposition, case disposition when 'crushed' then now() end
         from (values ('kept', date '${year - 3}-01-01', 'crushed'), ('forgotten', date '${year - 4}-12-31', 'crushed'),
           ('here', date '${year - 4}-12-31', 'here')) as car (stock_number, possession_on, disposition)
         returning id, stock_number
       ), costs as (
         insert into yard_costs (vehicle_id, paid_on, payee, what, amount, direction)
         select id, now(), stock_number || ' ' || direction, 'Car', 1, direction from car, unnest(array['paid', 'received']) as direction
       )
       insert into yard_purchases (vehicle_id, seller_name) select id, stock_number from car`,
    );
    const sellers = async () =>
      (await rows('select seller_name from yard_purchases order by 1')).map((row) => row['seller_name']);
    for (let run = 0; run < 2; run++) {
      await shop.runRegularTask('forget-sellers');
      expect(await sellers()).toEqual(['here', 'kept']);
      expect(await rows('select payee from yard_costs order by 1')).toEqual(
        ['Forgotten', 'forgotten received', 'here paid', 'here received', 'kept paid', 'kept received'].map(
          (payee) => ({ payee }),
        ),
      );
    }
    await shop.database.owner.query(
      "insert into yard_rules (name, value, source) values ('police_book_years', 2, 'x')",
    );
    await shop.runRegularTask('forget-sellers');
    expect(await sellers()).toEqual(['here']);
  });
});

describe('NMVTIS', () => {
  const entity = {
    intent: 'save-entity',
    nmvtis_id: '123',
    pin: '9876',
    name: 'Partyard Inc',
    street: '1 Yard Street',
    city: 'San Diego',
    state: 'ca',
    zip: '921011234',
    contact_phone: '619 555 0142',
  };
  const period = { from: '2026-10-01', to: '2026-10-31' };
  const file = `/admin/yard/nmvtis.csv?${new URLSearchParams(period)}`;
  const screen = `/admin/vehicles/reports?${new URLSearchParams(period)}`;

  const noteReport = async () =>
    send(
      '/admin/vehicles/reports',
      { intent: 'note-report', ...period, version: await readVersion() },
      admin,
    );

  /** The page sends it with its data, not in a form. */
  const readVersion = async () => {
    const page = await (await get(`${screen.replace('?', '.data?')}`)).text();
    return /"version","([\w-]{43})"/.exec(page)?.[1] ?? '';
  };

  test('the reporting entity is for admins; its PIN stays and is shown to nobody', async () => {
    const path = '/admin/settings/yard';
    expect(await send(path, { ...entity, zip: '92101' }, admin)).toMatchObject({
      errors: { zip: 'Nine digits, such as 92101-1234' },
    });
    expect(await send(path, entity, admin)).toMatchObject({ done: true });
    expect(await send(path, { ...entity, pin: '', name: 'Yard' }, admin)).toMatchObject({ done: true });
    expect(await rows('select pin, zip, state, name from nmvtis_entity')).toEqual([
      { pin: '9876', zip: '92101-1234', state: 'CA', name: 'Yard' },
    ]);
    const page = await (await get(path)).text();
    expect(page).toContain('92101-1234');
    expect(page).not.toContain('9876');
    const events = await rows(
      "select details::text as details from audit_logs where action = 'admin_change_nmvtis_entity' order by created_at, id",
    );
    expect(events.map(({ details }) => details).join('')).not.toContain('9876');
  });

  test('a report has the cars of the period, and later those whose disposition has changed', async () => {
    const id = await addCar({ possession_on: '2026-10-02', odometer: '91200', odometer_source: 'cluster' });
    await addCar({ stock_number: 'Y2', vin: '2HGFA16588H312347', possession_on: '2026-09-30' });
    await shop.database.owner.query(
      "insert into yard_vehicles (stock_number, no_vin_reason, possession_on) values ('Y3', 'Burnt', '2026-10-31')",
    );
    expect(await read(screen)).toMatch(/Facts of your yard are missing[^]*0 cars to report[^]*Y3/);
    await shop.database.owner.query(
      'insert into yard_purchases (vehicle_id, seller_name) select id, $1 from yard_vehicles',
      ['Jo Seller'],
    );
    expect(await noteReport()).toMatchObject({
      message: expect.stringContaining('facts of the reporting entity'),
    });
    await send('/admin/settings/yard', entity, admin);
    expect(await read(screen)).toMatch(
      /1 car to report[^]*1 car obtained before Oct 1, 2026 is not reported yet[^]*Y3[^]*VIN, Year, Make, Model, Mileage[^]*Left out/,
    );
    expect(await readCsv(file)).toEqual([
      expect.objectContaining({
        'REFERENCE ID': 'Y1001',
        PIN: '9876',
        'REPORTING ENTITY ZIP': '92101-1234',
        VIN,
        'VEHICLE DISPOSITION TEXT': 'SCRAP',
        'INTENDED FOR EXPORT': 'NO',
      }),
    ]);
    const version = await readVersion();
    const note = { intent: 'note-report', ...period, version };
    await shop.database.owner.query("update yard_vehicles set make = 'Acura' where stock_number = 'Y1001'");
    expect(await send('/admin/vehicles/reports', note, admin)).toMatchObject({
      message: expect.stringContaining('the cars have changed'),
    });
    expect(await send('/admin/vehicles/reports', note, staff)).toMatchObject({ status: 400 });
    expect(await noteReport()).toMatchObject({ done: true, message: 'Noted: 1 reported' });
    expect(await noteReport()).toMatchObject({
      message: expect.stringContaining('there is no car to report'),
    });
    expect(await readCsv(file)).toEqual([]);
    await shop.database.owner.query(
      `update yard_vehicles set disposition = 'crushed', disposed_on = '2026-11-02' where id = '${id}'`,
    );
    expect(await read(screen)).toMatch(/0 cars to report[^]*Y1001[^]*Transferred to/);
    await savePaper(id, { transferred_to: 'Steel Co' });
    expect(await readCsv(file)).toEqual([
      expect.objectContaining({ 'VEHICLE DISPOSITION TEXT': 'CRUSHED', 'TRANSFERRED TO': 'Steel Co' }),
    ]);
    expect(await noteReport()).toMatchObject({ done: true });
    expect(await readCsv(file)).toEqual([]);
    expect(await rows('select disposition from yard_nmvtis_reports order by reported_at')).toEqual([
      { disposition: 'here' },
      { disposition: 'crushed' },
    ]);
    expect((await get('/admin/yard/nmvtis.csv?from=2026-10-01')).status).toBe(404);
  });
});

test('the owner changes a rule with its source, and resets it', async () => {
  const path = '/admin/settings/yard';
  const rule = { intent: 'change-rule', rule: 'wait_days', value: '11', source: 'Our lawyer, Nov 2026' };
  expect(await send(path, { ...rule, value: '366', source: ' ' }, admin)).toMatchObject({
    errors: { value: 'A whole number from 0 to 365', source: 'Please enter where this is written' },
  });
  expect(await send(path, { ...rule, rule: 'toString' }, admin)).toMatchObject({ status: 400 });
  expect(await send(path, { ...rule, rule: 'safekeeping', value: '2' }, admin)).toMatchObject({
    errors: { value: 'Please choose Yes or No' },
  });
  expect(await send(path, rule, admin)).toMatchObject({ done: true });
  expect(await read(path)).toMatch(/11 days[^]*Our lawyer, Nov 2026[^]*ada@example\.com/);
  const id = await addCar({ title_kind: 'clean' });
  await savePaper(id, { notice_mailed_on: day(-10) });
  expect(await read(`/admin/vehicles/${id}`)).toContain('May be dismantled from');
  expect(await send(path, { intent: 'reset-rule', rule: 'wait_days' }, admin)).toMatchObject({ done: true });
  expect(await send(path, { intent: 'reset-rule', rule: 'wait_days' }, admin)).toMatchObject({ status: 400 });
  expect(await read(`/admin/vehicles/${id}`)).toContain('May be dismantled now');
  expect(
    await rows(
      `select details - '{admin_action}'::text[] as details from audit_logs where action = 'admin_change_yard_rule'
       order by created_at, id limit 1`,
    ),
  ).toMatchObject([{ details: { rule: 'Wait after mailing the notice', before: 10, after: 11 } }]);
});
