import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { carWaitTexts } from '#core/car-mail/car-wait.ts';
import { TestBrowser } from '../support/accounts.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

const PASSWORD = 'a long password';

let shop: TestShop;
const query = async (text: string, values?: unknown[]) =>
  (await shop.database.owner.query(text, values)).rows;

beforeAll(async () => {
  shop = await createTestShop();
});
afterAll(() => shop[Symbol.asyncDispose]());
afterEach(async () => {
  await query(`delete from yard_vehicles; delete from car_waits; delete from mails; delete from limits;
    update shop_settings set values = '{}'`);
});

const newEmail = () => `dana-${randomUUID()}@example.com`;

const civic = { make: 'Honda', model: 'Civic', from_year: '2006', to_year: '2011' };

const ask = (fields: Record<string, string>, browser = new TestBrowser(shop)) =>
  browser.sendForm('/car-emails', fields);

const mailsTo = (email: string) =>
  query('select subject, body, unsubscribe_url from mails where recipient = $1 order by created_at, id', [
    email,
  ]);

const linkIn = (body: string) => /http:\/\/shop\.test(\/car-emails\?token=[\w-]{43})/.exec(body)?.[1] ?? '';

const lastLink = async (email: string) => linkIn((await mailsTo(email)).at(-1)?.body ?? '');

const press = (link: string, action: string) => new TestBrowser(shop).sendForm(link, { do: action });

/** Asks and confirms. Returns the address. */
async function wait(fields: Record<string, string> = civic): Promise<string> {
  const email = newEmail();
  expect((await ask({ ...fields, email })).status).toBe(200);
  await press(await lastLink(email), 'confirm');
  return email;
}

/** Takes in a car that shoppers see, as if minutes ago. Those who wait had asked before. */
async function addCar(facts: Record<string, unknown> = {}, minutesAgo = 10): Promise<string> {
  const car = { year: 2010, make: 'Honda', model: 'Civic', shown_to_shoppers: true, ...facts };
  const [{ id }] = await query(
    `insert into yard_vehicles (stock_number, no_vin_reason, year, make, model, shown_to_shoppers, yard_row)
     values ($1, 'Burnt', $2, $3, $4, $5, '12') returning id`,
    [randomUUID().slice(0, 8), car.year, car.make, car.model, car.shown_to_shoppers],
  );
  await query(`update car_waits set told_until = told_until - interval '1 day'`);
  await age(minutesAgo);
  return id;
}

const age = (minutes: number) =>
  query(
    `update car_arrivals set at = now() - make_interval(mins => $1) where at > now() - interval '1 minute'`,
    [minutes],
  );

/** Subjects of the mails about cars that came in. */
const told = async (email: string) =>
  (await mailsTo(email))
    .map(({ subject }) => String(subject))
    .filter((subject) => subject.startsWith('Just in'));

const run = () => shop.runRegularTask('tell-of-cars');

describe('mail when a car comes in', () => {
  test('goes once to those who confirmed and wait for such a car', async () => {
    const email = await wait();
    const others = [
      await wait({ make: 'Honda', model: 'Fit' }),
      await wait({ ...civic, to_year: '2009' }),
      await wait({ ...civic, from_year: '2011' }),
    ];
    const lower = await wait({ make: 'HONDA', model: 'civic' });
    const unconfirmed = newEmail();
    await ask({ ...civic, email: unconfirmed });
    const id = await addCar();
    await run();
    await run();
    expect(await told(email)).toEqual(['Just in: 2010 Honda Civic']);
    expect(await told(lower)).toHaveLength(1);
    for (const other of [...others, unconfirmed]) expect(await told(other)).toEqual([]);
    const [, { body, unsubscribe_url: unsubscribe }] = await mailsTo(email);
    expect(body).toContain(`${shop.siteUrl}/yard/2010-honda-civic-${id}`);
    expect(body).toContain('row 12');
    expect(linkIn(body)).toBe(linkIn(unsubscribe));
    // It was hidden and is shown again: no news.
    await query('update yard_vehicles set shown_to_shoppers = false');
    await query('update yard_vehicles set shown_to_shoppers = true');
    await run();
    expect(await told(email)).toHaveLength(1);
    await addCar();
    await run();
    expect(await told(email)).toHaveLength(2);
  });

  test('names all cars of the hour, each once, for all waits of an address', async () => {
    const email = await wait();
    await ask({ make: 'Honda', model: 'Civic', email });
    await press(await lastLink(email), 'confirm');
    await addCar();
    await addCar({ year: 2008 });
    await addCar({ shown_to_shoppers: false });
    await addCar({ year: 2007 }, 1);
    await run();
    expect(await told(email)).toEqual(['Just in: 2 cars like yours']);
    // The last one was too young.
    await query(
      `update car_arrivals set at = at - interval '6 minutes' where at > now() - interval '2 minutes'`,
    );
    await query(`update car_waits set told_until = told_until - interval '5 minutes'`);
    await run();
    expect((await told(email)).at(-1)).toBe('Just in: 2007 Honda Civic');
  });

  test('is not sent of cars that came before the person asked, left again, or are days old', async () => {
    await addCar();
    const email = await wait();
    const gone = await addCar({ year: 2009 });
    await query(`update car_waits set told_until = now() - interval '15 minutes'`);
    await query(`update car_arrivals set at = now() - interval '20 minutes' where car_id <> $1`, [gone]);
    await query(`update yard_vehicles set disposition = 'crushed', disposed_on = now() where id = $1`, [
      gone,
    ]);
    await addCar({ year: 2008 }, 3 * 24 * 60);
    await query(`update car_waits set told_until = now() - interval '15 minutes'`);
    await run();
    expect(await told(email)).toEqual([]);
  });

  test('a job that dies and runs twice at once tells everyone once', async () => {
    const people = [await wait(), await wait()];
    await addCar();
    await query(`create function fail_second() returns trigger language plpgsql as $$ begin
      if (select count(*) from mails where subject like 'Just in%') > 0 then raise 'killed'; end if; return new; end $$;
      create trigger fail_second before insert on mails for each row when (new.subject like 'Just in%') execute function fail_second()`);
    await expect(run()).rejects.toThrow('killed');
    await query('drop trigger fail_second on mails; drop function fail_second');
    await Promise.all([run(), run()]);
    for (const email of people) expect(await told(email)).toHaveLength(1);
  });

  test('is off if the owner says so', async () => {
    const email = await wait();
    await query(`update shop_settings set values = '{"limits": {"carMail": false}}'`);
    await addCar();
    await run();
    expect(await told(email)).toEqual([]);
    const refused = await ask({ ...civic, email: newEmail() });
    expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining(carWaitTexts.off)]);
    await expect
      .poll(async () => (await shop.request('/yard')).text())
      .not.toContain('Email me when a car like mine comes in');
    await query(`update shop_settings set values = '{}'`);
    await run();
    expect(await told(email)).toHaveLength(1);
  });
});

describe('asking', () => {
  test.each([
    [{ email: 'dana' }, 'valid email'],
    [{ email: '' }, 'Email is required'],
    [{ make: '' }, 'Make is required'],
    [{ model: 'x'.repeat(101) }, 'at most 100'],
    [{ model: 'a\0b' }, 'one line'],
    [{ from_year: '2012' }, 'before the first year'],
    [{ from_year: 'abcd' }, 'four digits'],
    [{ to_year: '99999' }, 'four digits'],
  ])('%j is refused', async (fields, message) => {
    const refused = await ask({ ...civic, email: newEmail(), ...fields });
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain(message);
    expect(await query('select from car_waits union all select from mails')).toEqual([]);
  });

  test('quotes nothing that was typed, and tells nothing about an address', async () => {
    const known = await wait();
    const email = newEmail();
    const typed = { make: 'Cheap pills', model: 'https://evil.example' };
    const answers = [await ask({ ...typed, email }), await ask({ ...civic, email: known })];
    for (const answer of answers) expect(await answer.text()).toContain(carWaitTexts.checkMail);
    const [{ subject, body }] = await mailsTo(email);
    expect(subject + body).not.toMatch(/pills|evil/);
    expect((await mailsTo(known)).at(-1)?.subject).toBe("You're on the list");
  });

  test('twice at once adds one wait and sends one mail', async () => {
    const email = newEmail();
    const asked = await Promise.all([1, 2, 3].map(() => ask({ ...civic, email })));
    expect(asked.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await query('select email from car_waits')).toEqual([{ email }]);
    expect(await mailsTo(email)).toHaveLength(1);
  });

  test('is limited by address', async () => {
    const email = newEmail();
    const statuses: number[] = [];
    for (let count = 0; count < 6; count += 1)
      statuses.push((await ask({ ...civic, model: `Model ${count}`, email })).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    expect(await mailsTo(email)).toHaveLength(5);
  });
});

describe('a mailed link', () => {
  test('changes nothing when it is opened, ends one wait, and all of the address', async () => {
    const email = await wait();
    const first = await lastLink(email);
    await ask({ make: 'Honda', model: 'Fit', email });
    const page = async (link: string) => (await new TestBrowser(shop).request(link)).text();
    expect(await page(await lastLink(email))).toMatch(/Confirm your address.*Honda Fit/s);
    expect(await query('select from car_waits where confirmed_at is null')).toHaveLength(1);
    expect(await page(first)).toContain('You also asked about one other car.');
    await press(first, 'end');
    expect(await page(first)).toContain('Emails about cars stopped');
    const open = 'select model from car_waits where ended_at is null';
    expect(await query(open)).toEqual([{ model: 'Fit' }]);
    expect((await press(first, 'other')).status).toBe(400);
    const oneClick = await shop.request(first, {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    });
    expect(oneClick.status).toBe(200);
    expect(await query(open)).toEqual([]);
    // It can be asked for again.
    await ask({ ...civic, email });
    expect(await query(open)).toEqual([{ model: 'Civic' }]);
  });

  test('that does not exist is not found', async () => {
    for (const link of ['/car-emails', '/car-emails?token=x', `/car-emails?token=${'x'.repeat(43)}`]) {
      const page = await new TestBrowser(shop).request(link);
      expect([page.status, (await page.text()).includes('This link has expired')]).toEqual([404, true]);
    }
  });
});

test('people need no confirmation for their own address, have the waits in their data, and take them along', async () => {
  const email = newEmail();
  const id = await shop.addUser({ email, password: PASSWORD });
  const browser = new TestBrowser(shop);
  await browser.signIn(email, PASSWORD);
  expect(await (await ask({ ...civic, email }, browser)).text()).toContain(carWaitTexts.onList);
  expect(await mailsTo(email)).toEqual([]);
  const data = await (await browser.request('/profile/data')).json();
  expect(data.car_waits).toMatchObject([{ email, make: 'Honda', confirmed_at: expect.any(String) }]);
  const moved = newEmail();
  await ask({ ...civic, email: moved });
  await query('update auth.users set email = $2 where id = $1', [id, moved]);
  expect(await query('select email from car_waits')).toEqual([{ email: moved }]);
  const bystander = await wait();
  await query('select auth.forget_person($1)', [id]);
  expect(await query('select email from car_waits')).toEqual([{ email: bystander }]);
});

test('people see and end their own waits in the account, and nobody else does', async () => {
  const signUp = async () => {
    const email = newEmail();
    await shop.addUser({ email, password: PASSWORD });
    const browser = new TestBrowser(shop);
    await browser.signIn(email, PASSWORD);
    return { email, browser };
  };
  const [olga, sam] = [await signUp(), await signUp()];
  await ask({ ...civic, email: olga.email });
  await ask({ ...civic, model: 'Accord', email: olga.email }, olga.browser);
  const profile = async ({ browser }: typeof olga) => (await browser.request('/profile?tab=orders')).text();
  const html = await profile(olga);
  expect(html).toContain('Stop emails about cars: Honda Civic, 2006 to 2011');
  expect(html).toContain('Stop emails about cars: Honda Accord, 2006 to 2011');
  expect(html).toContain('Not confirmed yet');
  expect(await profile(sam)).not.toContain('Stop emails about cars');

  const [{ id }] = await query("select id from car_waits where model = 'Civic'");
  const end = ({ browser }: typeof olga) => browser.sendForm('/profile', { intent: 'end-car-wait', id });
  await end(sam);
  expect(await query('select from car_waits where ended_at is not null')).toEqual([]);
  expect((await end(olga)).status).toBe(200);
  expect(await query('select model from car_waits where ended_at is null')).toEqual([{ model: 'Accord' }]);
});

test('a wait that is asked for again ends a year after that', async () => {
  const email = await wait();
  await query("update car_waits set asked_at = now() - interval '366 days'");
  await ask({ ...civic, email });
  await shop.runRegularTask('tidy-car-waits');
  expect(await query('select email, ended_at from car_waits')).toEqual([{ email, ended_at: null }]);
});

test('waits that are over are deleted nightly', async () => {
  const add = (name: string, asked: number, confirmed: number | null, ended: number | null) =>
    query(
      `insert into car_waits (email, make, model, from_year, to_year, asked_at, confirmed_at, ended_at)
       values ($1, 'Honda', 'Civic', 1900, 2100, now() - make_interval(days => $2), now() - make_interval(days => $3),
         now() - make_interval(days => $4))`,
      [name, asked, confirmed, ended],
    );
  await add('unconfirmed for 6 days', 6, null, null);
  await add('unconfirmed for 8 days', 8, null, null);
  await add('ended 89 days ago', 300, 300, 89);
  await add('ended 91 days ago', 301, 300, 91);
  await add('waits for 364 days', 364, 364, null);
  await add('waits for 366 days', 366, 366, null);
  await shop.runRegularTask('tidy-car-waits');
  await shop.runRegularTask('tidy-car-waits');
  expect(
    await query('select email, ended_at is not null as over from car_waits order by asked_at desc'),
  ).toEqual([
    { email: 'unconfirmed for 6 days', over: false },
    { email: 'ended 89 days ago', over: true },
    { email: 'waits for 364 days', over: false },
    { email: 'waits for 366 days', over: true },
  ]);
});
