import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { settingsAddress } from '#desk/settings/settings-pages.ts';
import type { SettingsResult } from '#desk/settings/topics/settings-result.ts';
import { settingsCommand } from '#server/settings/settings-command.ts';
import { addParts } from '../support/parts.ts';
import { checkOut } from '../support/checkout.ts';
import { readOutcome } from '../support/read-outcome.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

const PASSWORD = 'a password for Ada';

let shop: TestShop;
let cookie: string;
let strangersCookie: string;
let adaId: string;

beforeAll(async () => {
  shop = await createTestShop();
  adaId = await shop.addUser({ email: 'ada@example.com', password: PASSWORD, admin: true });
  await shop.addUser({ email: 'sam@example.com', password: PASSWORD });
  cookie = await shop.signIn('ada@example.com', PASSWORD);
  strangersCookie = await shop.signIn('sam@example.com', PASSWORD);
});
afterAll(() => shop[Symbol.asyncDispose]());
beforeEach(() => shop.database.owner.query("update shop_settings set values = '{}'"));

async function stored(): Promise<{ values: unknown; version: number }> {
  const { rows } = await shop.database.owner.query('select values, version from shop_settings');
  return rows[0];
}

async function post(fields: Record<string, string | Blob>, who = cookie) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  // Others are sent away from the page itself.
  const address = who === cookie ? '/admin/settings.data' : '/admin/settings';
  const response = await shop.request(address, { method: 'POST', body, headers: { Cookie: who } });
  if (response.status === 302) return { status: 302, location: response.headers.get('Location') };
  return { status: response.status, ...(await readOutcome<SettingsResult>(response)) };
}

async function save(topic: string, values: unknown, seenVersion?: number, who?: string) {
  const version = seenVersion ?? (await stored()).version;
  return post({ intent: 'save', topic, values: JSON.stringify(values), seenVersion: String(version) }, who);
}

const contact = async () => (await shop.request('/contact')).text();

test('a change is stored without defaults, and is on the next page', async () => {
  const result = await save('business', { phone: ' (619) 555-0199 ', email: 'parts@partyard.example' });
  const { values, version } = await stored();
  expect(values).toEqual({ business: { phone: '(619) 555-0199' } });
  expect(result).toMatchObject({ status: 200, done: true, message: 'Settings saved' });
  expect(result).toMatchObject({ latest: { version, values: { phone: '(619) 555-0199' } } });
  expect(await contact()).toContain('(619) 555-0199');
});

test('a value that was set back to the default is not stored', async () => {
  await save('limits', { lowStock: 9 });
  await save('limits', { lowStock: 5 });
  expect((await stored()).values).toEqual({});
});

test('the version and the audit trail say who changed what', async () => {
  const { owner } = shop.database;
  const { version: before } = await stored();
  await save('limits', { lowStock: 9, holdMinutes: 60 });
  const { rows: versions } = await owner.query(
    'select version, values, changed_by from settings_versions where version > $1',
    [before],
  );
  expect(versions).toEqual([
    { version: before + 1, values: { limits: { holdMinutes: 60, lowStock: 9 } }, changed_by: adaId },
  ]);
  const { rows: events } = await owner.query(
    "select user_id, resource_id, details from audit_logs where action = 'admin_change_settings' order by created_at desc limit 1",
  );
  expect(events).toEqual([
    {
      user_id: adaId,
      resource_id: String(before + 1),
      details: {
        admin_action: true,
        changed: 2,
        fields: ['Limits: Hold minutes', 'Limits: Low stock'],
        before: { 'limits.holdMinutes': 30, 'limits.lowStock': 5 },
        after: { 'limits.holdMinutes': 60, 'limits.lowStock': 9 },
      },
    },
  ]);
});

test('a form without changes adds no version', async () => {
  const { version } = await stored();
  expect(await save('limits', { lowStock: 5 })).toMatchObject({ done: true, message: 'Nothing has changed' });
  expect((await stored()).version).toBe(version);
});

test('a large change fits into the audit trail', async () => {
  const holidays = Array.from({ length: 100 }, (_, day) => ({
    date: new Date(Date.UTC(2026, 0, day + 1)).toISOString().slice(0, 10),
    name: 'é'.repeat(60),
    hours: { open: '08:00', close: '12:00' },
  }));
  const blurb = 'é'.repeat(200);
  expect(await save('business', { holidays, blurb })).toMatchObject({ status: 200, done: true });
});

test.each([
  ['business', { phone: '5' }, { phone: 'must be a phone number with area code' }],
  ['business', { name: 'Joe\r\nBcc: all@example.com' }, { name: 'must be a single line' }],
  [
    'business',
    { locations: [{ name: 'Yard', street: '', city: 'x', state: 'Cal', zip: '9' }] },
    {
      'locations.0.street': 'is required',
      'locations.0.state': 'must be a two-letter state, such as CA',
      'locations.0.zip': 'must be a five-digit ZIP code',
    },
  ],
  ['limits', { holdMinutes: '60' }, { holdMinutes: 'must be a whole number of minutes from 30 to 1,380' }],
  ['limits', { other: 1 }, { other: 'is not a setting' }],
  ['mail', { senderAddress: 'x' }, { senderAddress: expect.any(String) }],
])('%s %j is refused with the reason of each field', async (topic, values, errors) => {
  const { version } = await stored();
  expect(await save(topic, values)).toEqual({ status: 400, done: false, errors });
  expect((await stored()).version).toBe(version);
});

const zone = {
  name: 'West',
  states: ['CA', 'NV'],
  baseCents: 150_00,
  centsPerHundredPounds: 20_00,
  residentialCents: 75_00,
  liftgateCents: 60_00,
  days: { min: 3, max: 6 },
};

const kind = {
  category: 'Engine',
  class: 'freight',
  pounds: 412.5,
  lengthIn: 40,
  widthIn: null,
  heightIn: null,
};

const california = { state: 'CA', rate: 0.0775, usesTable: false, taxesShipping: true };

/** For each topic with prices: everything its form can set, and values that are refused. */
const charging = {
  shipping: {
    good: {
      lineCents: 12_00,
      freeAboveCents: null,
      maxParcelPounds: 70.5,
      maxParcelInches: 108,
      oversize: { pieceCents: 80_00 },
      freight: { mode: 'zones', zones: [zone, { ...zone, name: 'Utah', states: ['UT'], days: null }] },
      pickup: { offered: true, readyHours: 4 },
      remote: { alaska: 20_00, hawaii: 'refused', territories: 'same', military: 0 },
      poBoxes: false,
      countries: [{ country: 'CA', parcelCents: 35_00, days: { min: 5, max: 12 } }],
      days: { parcel: { min: 2, max: 5 }, oversize: null, freight: { min: 1, max: 1 } },
      kinds: [kind],
    },
    bad: [
      [{ lineCents: '12.345' }, { lineCents: 'must be an amount from $0 to $10,000' }],
      [{ lineCents: -1 }, { lineCents: 'must be an amount from $0 to $10,000' }],
      [{ maxParcelPounds: 0 }, { maxParcelPounds: 'must be a number of pounds from 0.01 to 20,000' }],
      [{ oversize: { pieceCents: 'x' } }, { 'oversize.pieceCents': 'must be an amount from $0 to $10,000' }],
      [
        { freight: { mode: 'zones', zones: [{ ...zone, name: '', states: [], baseCents: '' }] } },
        {
          'freight.zones.0.name': 'is required',
          'freight.zones.0.states': 'must be at least one state',
          'freight.zones.0.baseCents': 'must be an amount from $0 to $10,000',
        },
      ],
      [
        { freight: { mode: 'zones', zones: [zone, { ...zone, name: 'East' }] } },
        { 'freight.zones.1.states': 'must not have CA, which is in West' },
      ],
      [
        { pickup: { offered: true, readyHours: 1.5 } },
        { 'pickup.readyHours': 'must be a whole number of hours from 0 to 1,000' },
      ],
      [
        { remote: { alaska: '', hawaii: 'same', territories: 'same', military: 'same' } },
        { 'remote.alaska': "must be an amount from $0 to $10,000, 'same' or 'refused'" },
      ],
      [
        { countries: [{ country: '', parcelCents: 1, days: null }] },
        { 'countries.0.country': 'must be a two-letter country code other than US' },
      ],
      [
        { days: { parcel: { min: 5, max: 2 }, oversize: { min: 1, max: '' }, freight: null } },
        {
          'days.parcel': 'must not end before they begin',
          'days.oversize.max': 'must be a whole number of days from 0 to 365',
        },
      ],
      [{ kinds: [kind, { ...kind, category: 'ENGINE' }] }, { 'kinds.1.category': 'is already in the list' }],
    ],
  },
  tax: {
    good: {
      flatRate: 0.0725,
      mode: 'table',
      states: [california, { ...california, state: 'NV', usesTable: true }],
    },
    bad: [
      [{ mode: 'none' }, { mode: "must be 'flat', 'table' or 'service'" }],
      [{ mode: 'service' }, { mode: 'needs STRIPE_SECRET_KEY on the server for Stripe Tax' }],
      [{ flatRate: 8 }, { flatRate: 'must be a rate from 0 to 100%' }],
      [{ flatRate: 0.0712345 }, { flatRate: 'must be a rate of at most 3 decimals' }],
      [
        { states: [{ ...california, state: '', rate: '' }] },
        {
          'states.0.state': 'must be a two-letter state, such as CA',
          'states.0.rate': 'must be a rate from 0 to 100%',
        },
      ],
      [{ states: [california, california] }, { 'states.1.state': 'is already in the list' }],
    ],
  },
  cores: {
    good: {
      returnDays: 60,
      taxed: false,
      refundsTax: { new: false, used: false, refurbished: true },
      kinds: [{ category: 'Engine', chargeCents: 150_00 }],
    },
    bad: [
      [{ returnDays: 0 }, { returnDays: 'must be a whole number of days from 1 to 365' }],
      [{ taxed: 'yes' }, { taxed: expect.any(String) }],
      [
        { kinds: [{ category: '', chargeCents: '' }] },
        { 'kinds.0.category': 'is required', 'kinds.0.chargeCents': 'must be an amount from $0 to $10,000' },
      ],
    ],
  },
};

describe.each(Object.entries(charging))('the topic %s', (topic, { good, bad }) => {
  test('is saved with everything, and shown in its form', async () => {
    expect(await save(topic, good)).toMatchObject({ status: 200, done: true, latest: { values: good } });
    expect((await stored()).values).toEqual({ [topic]: good });
    const page = await shop.request(settingsAddress(topic), { headers: { Cookie: cookie } });
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('Save changes');
  });

  test('refuses each wrong value with the reason, and changes nothing', async () => {
    const before = await stored();
    for (const [values, errors] of bad) {
      expect(await save(topic, values)).toEqual({ status: 400, done: false, errors });
    }
    expect(await stored()).toEqual(before);
  });

  test('is only for admins', async () => {
    const before = await stored();
    for (const who of ['', strangersCookie]) {
      expect(await save(topic, good, before.version, who)).toEqual({ status: 302, location: '/auth' });
      const page = await shop.request(settingsAddress(topic), { headers: { Cookie: who } });
      expect(page.status).toBe(302);
    }
    expect(await stored()).toEqual(before);
  });

  test('is not overwritten by an old form', async () => {
    const { version } = await stored();
    const [[field, value] = ['', null]] = Object.entries(good);
    const others = { lineCents: 1, flatRate: 0.05, returnDays: 1 };
    expect(await save(topic, { [field]: others[field as keyof typeof others] }, version)).toMatchObject({
      done: true,
    });
    const now = await stored();
    const refused = await save(topic, { ...good, [field]: value }, version);
    expect(refused).toMatchObject({ status: 409, done: false, conflicts: [{ field }] });
    expect(await stored()).toEqual(now);
  });
});

test('the history shows amounts in dollars and rates in percent', async () => {
  await save('shipping', { lineCents: 12_00 });
  await save('tax', { flatRate: 0.0725 });
  const history = await shop.request('/admin/settings?page=history', { headers: { Cookie: cookie } });
  const html = (await history.text()).replaceAll('<!-- -->', '').replaceAll(/<\/?(del|ins|span)[^>]*>/g, '');
  expect(html).toContain('Shipping: Line: $15.00 → $12.00');
  expect(html).toContain('Tax: Flat rate: 8 % → 7.25 %');
});

test('a published legal text is a step before opening', async () => {
  const read = async () =>
    (await shop.request('/admin/settings/setup', { headers: { Cookie: cookie } })).text();
  expect((await read()).replaceAll('<!-- -->', '')).toContain('14 of 14 settings left');
  await shop.database.owner.query("insert into legal_texts (page, body) values ('terms', 'Our terms.')");
  expect((await read()).replaceAll('<!-- -->', '')).toContain('13 of 14 settings left');
});

test('odd requests are refused', async () => {
  const form = { intent: 'save', topic: 'limits', values: '{}', seenVersion: '1' };
  for (const odd of [
    { ...form, intent: 'other' },
    { ...form, topic: 'other' },
    { ...form, topic: 'toString' },
    { ...form, values: '[]' },
    { ...form, values: '{' },
    { ...form, seenVersion: 'x' },
    { ...form, seenVersion: '0' },
    { ...form, seenVersion: '999999' },
  ]) {
    const result = await post(odd);
    expect(result).toMatchObject({ status: 400, message: expect.stringContaining('could not be read') });
  }
});

describe('when someone else has saved since the form was opened', () => {
  test('another topic or field makes no difference', async () => {
    const { version } = await stored();
    await save('business', { phone: '(619) 555-0199' }, version);
    await save('limits', { lowStock: 9 }, version);
    expect(await save('limits', { holdMinutes: 60, lowStock: 5 }, version)).toMatchObject({ done: true });
    expect((await stored()).values).toEqual({
      business: { phone: '(619) 555-0199' },
      limits: { holdMinutes: 60, lowStock: 9 },
    });
  });

  test('the same field is a conflict, which shows theirs and is saved on top of it', async () => {
    const { version } = await stored();
    await save('limits', { lowStock: 9, holdMinutes: 45 }, version);
    const result = await save('limits', { lowStock: 7, holdMinutes: 45 }, version);
    expect(result).toEqual({
      status: 409,
      done: false,
      conflicts: [{ field: 'lowStock', mine: '7', theirs: '9' }],
      latest: {
        version: version + 1,
        values: {
          backInStockMail: false,
          carMail: true,
          holdMinutes: 45,
          lowStock: 9,
          staffSeePurchases: false,
          yardRowsOnly: false,
        },
      },
    });
    expect(await save('limits', { lowStock: 7 }, version + 1)).toMatchObject({ done: true });
    expect((await stored()).values).toEqual({ limits: { holdMinutes: 45, lowStock: 7 } });
  });

  test('of many forms at once, one is saved', async () => {
    const { version } = await stored();
    const results = await Promise.all([6, 7, 8, 9].map((lowStock) => save('limits', { lowStock }, version)));
    expect(results.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    expect((await stored()).version).toBe(version + 1);
  });
});

describe('an earlier version', () => {
  const restore = (version: number, seenVersion: number, who?: string) =>
    post({ intent: 'restore', version: String(version), seenVersion: String(seenVersion) }, who);

  test('is restored as a new one', async () => {
    await save('limits', { lowStock: 8 });
    const { version } = await stored();
    await save('limits', { lowStock: 9 });
    expect(await restore(version, version + 1)).toMatchObject({
      status: 200,
      message: `Version ${version} restored`,
    });
    expect(await stored()).toEqual({ values: { limits: { lowStock: 8 } }, version: version + 2 });
    const { rows } = await shop.database.owner.query(
      "select details->'after' as after from audit_logs where action = 'admin_restore_settings'",
    );
    expect(rows).toEqual([{ after: { 'limits.lowStock': 8 } }]);
  });

  test('is refused if it does not exist, is invalid today, or others saved meanwhile', async () => {
    const { owner } = shop.database;
    const { version } = await stored();
    expect(await restore(999_999, version)).toMatchObject({ status: 400, done: false });
    expect(await restore(1, version - 1)).toMatchObject({
      status: 400,
      message: expect.stringContaining('someone else has just saved'),
    });
    await owner.query(`update shop_settings set values = '{"limits": {"lowStock": 8}}'`);
    await owner.query(
      `update settings_versions set values = '{"limits": {"lowStock": -1}}' where version = $1`,
      [version + 1],
    );
    expect(await restore(version + 1, version + 1)).toMatchObject({
      message: 'Error restoring settings: limits.lowStock must be a whole number of units from 0 to 1,000',
    });
    expect(await post({ intent: 'restore', version: 'x' })).toMatchObject({ status: 400, done: false });
  });

  test('is listed with who, when and what', async () => {
    await shop.database.owner.query(
      "insert into profiles (user_id, display_name) values ($1, 'Ada Admin') on conflict do nothing",
      [adaId],
    );
    await save('limits', { lowStock: 8 });
    const read = async (address: string) =>
      (await (await shop.request(address, { headers: { Cookie: cookie } })).text()).replaceAll(
        '<!-- -->',
        '',
      );
    const newest = await read('/admin/settings?page=history');
    expect(newest).toMatch(/<time[^>]*>[^<]+<\/time>, Ada Admin/);
    expect(newest).toMatch(/Limits: Low stock: <del[^>]*>5<\/del>/);
    expect(newest.includes('Version 1<')).toBe(false);
    expect(await read('/admin/settings?page=history&before=2')).toContain('Version 1<');
  });
});

test('only admins change settings', async () => {
  const { version } = await stored();
  for (const who of ['', strangersCookie]) {
    expect(await save('limits', { lowStock: 9 }, version, who)).toEqual({ status: 302, location: '/auth' });
    expect(await post({ intent: 'restore', version: '1', seenVersion: String(version) }, who)).toEqual({
      status: 302,
      location: '/auth',
    });
  }
  expect((await stored()).version).toBe(version);
});

describe('the settings hold', () => {
  test('a payment page lasts as long as its hold', async () => {
    const { owner } = shop.database;
    const [id = ''] = await addParts(owner, [{ price: 40 }]);
    const minutes = async () => {
      const { orderId } = await checkOut(shop, [{ id, amountCents: 4000 }]);
      const { rows } = await owner.query(
        'select round(extract(epoch from expires_at - created_at) / 60)::int as minutes from orders where id = $1',
        [orderId],
      );
      return rows[0].minutes;
    };
    expect(await minutes()).toBe(30);
    await save('limits', { holdMinutes: 600 });
    expect(await minutes()).toBe(600);
  });

  test('pages show locations, holidays, logo and registration', async () => {
    const yard = { name: 'Main Yard', street: '1 Main St', city: 'Chula Vista', state: 'CA', zip: '91910' };
    await save('business', {
      locations: [yard],
      story: 'We began in 2001.\r\n\r\n\r\nToday we have <one> yard.',
      holidays: [{ date: '2026-12-25', name: 'Christmas', hours: null }],
      registration: 'Dismantler License 12345',
      logo: `/files/pictures/${'a'.repeat(32)}-320.webp`,
    });
    const [about = '', contactPage = ''] = await Promise.all(
      ['/about', '/contact'].map(async (path) =>
        (await (await shop.request(path)).text()).replaceAll('<!-- -->', ''),
      ),
    );
    expect(about).toMatch(/<p[^>]*>We began in 2001\.<\/p><p[^>]*>Today we have &lt;one&gt; yard\.<\/p>/);
    expect(about).not.toContain('San Diego area');
    expect(about).toContain('Main Yard');
    expect(contactPage).toContain('1 Main St, Chula Vista, CA 91910');
    expect(contactPage).toContain('December 25, 2026');
    for (const page of [about, contactPage]) {
      expect(page).toContain('Dismantler License 12345');
      expect(page).toContain(`/files/pictures/${'a'.repeat(32)}-320.webp`);
      expect(page).toContain('"streetAddress":"1 Main St"');
      expect(page).toContain('"validFrom":"2026-12-25"');
      expect(page).not.toContain('Open now');
    }
  });
});

describe('npm run settings', () => {
  let folder: string;
  let file: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'partyard-settings-'));
    file = join(folder, 'settings.json');
  });
  afterEach(() => rm(folder, { recursive: true }));
  const run = (...args: string[]) => settingsCommand(shop.database.owner, args);
  const write = (content: unknown) => writeFile(file, JSON.stringify(content));

  test('an exported file is imported into another shop', async () => {
    await save('business', { name: 'Joe’s Yard' });
    const { values, version } = await stored();
    expect(await run('export', file)).toEqual([`Version ${version} of the settings is in ${file}.`]);
    expect(await run('export')).toEqual([(await readFile(file, 'utf8')).trimEnd()]);
    await save('business', { name: 'Another Yard' });
    expect(await run('import', file)).toEqual([
      'Business: Name: Another Yard -> Joe’s Yard',
      `Version ${version + 2} of the settings is saved.`,
    ]);
    expect((await stored()).values).toEqual(values);
    const { rows } = await shop.database.owner.query(
      "select user_id, resource_id from audit_logs where action = 'admin_import_settings'",
    );
    expect(rows).toEqual([{ user_id: null, resource_id: String(version + 2) }]);
    expect(await run('import', file)).toEqual(['The settings are the same already.']);
  });

  test('--dry-run only prints what would change; what a file does not name becomes the default', async () => {
    await save('limits', { lowStock: 9 });
    await save('setup', { dismissed: true });
    const before = await stored();
    await write({ business: { phone: '(619) 555-0199' } });
    const changes = ['Business: Phone: (619) 555-0142 -> (619) 555-0199', 'Limits: Low stock: 9 -> 5'];
    expect(await run('import', file, '--dry-run')).toEqual([...changes, 'Nothing was changed: --dry-run.']);
    expect(await stored()).toEqual(before);
    expect((await run('import', file)).slice(0, 2)).toEqual(changes);
    expect((await stored()).values).toEqual({
      business: { phone: '(619) 555-0199' },
      setup: { dismissed: true },
    });
  });

  test('wrong values are refused with path and reason', async () => {
    const before = await stored();
    await write({ business: { phone: '5', slogan: 'x' }, limits: { lowStock: -1 }, other: {} });
    const error = await run('import', file).catch((refused: Error) => refused.message);
    expect(String(error).split('\n')).toEqual([
      'Nothing was changed.',
      'business.phone must be a phone number with area code',
      'business.slogan is not a setting.',
      'limits.lowStock must be a whole number of units from 0 to 1,000',
      expect.stringMatching(/^other is not a setting\. The topics are business, /),
    ]);
    await writeFile(file, '{');
    await expect(run('import', file)).rejects.toThrow(`${file} is not JSON`);
    await write([]);
    await expect(run('import', file)).rejects.toThrow('Nothing was changed.');
    await expect(run('import', join(folder, 'none.json'))).rejects.toThrow('no such file');
    for (const args of [[], ['import'], ['export', '--dry-run'], ['import', 'a', 'b'], ['other']])
      await expect(run(...args)).rejects.toThrow('npm run settings -- export');
    expect(await stored()).toEqual(before);
  });
});
