import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { partAddress } from '#domain/part-address.ts';
import { stockWaitTexts } from '#domain/stock-wait.ts';
import { smtpTransport } from '#server/mail/mail-transport.ts';
import { TestBrowser } from '../support/accounts.ts';
import { removeJobs } from '../support/jobs.ts';
import { addParts, type PartColumns } from '../support/parts.ts';
import { type SmtpStandIn, startSmtpStandIn } from '../support/smtp-stand-in.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

const PASSWORD = 'a long password';

let smtp: SmtpStandIn;
let shop: TestShop;
const query = async (text: string, values?: unknown[]) =>
  (await shop.database.owner.query(text, values)).rows;

beforeAll(async () => {
  smtp = await startSmtpStandIn();
  shop = await createTestShop({
    transport: smtpTransport({ smtpUrl: smtp.url, from: 'Partyard <mail@shop.test>' }),
  });
  await turn('on');
});
afterAll(async () => {
  await shop[Symbol.asyncDispose]();
  await smtp[Symbol.asyncDispose]();
});
afterEach(async () => {
  await turn('on');
  await removeJobs(shop.database.owner);
  await query('delete from stock_waits');
  await query('delete from restocks');
  await query('delete from stock_arrivals');
  await query('delete from mails');
  await query('delete from parts_catalog');
});

async function turn(state: 'on' | 'off') {
  await query(
    `update shop_settings set values = jsonb_set(values, '{limits}', jsonb_build_object('backInStockMail', $1::boolean))`,
    [state === 'on'],
  );
}

const newEmail = () => `dana-${randomUUID()}@example.com`;

/** A sold-out alternator, unlike all others. */
async function addSoldOut(changed: PartColumns = {}): Promise<string> {
  const [id = ''] = await addParts(shop.database.owner, [
    {
      part_name: 'Alternator',
      vehicle_make: 'Honda',
      vehicle_model: 'Civic',
      vehicle_year: 2010,
      stock_quantity: 0,
      ...changed,
    },
  ]);
  return id;
}

const ask = (partId: string, email: string, browser = new TestBrowser(shop)) =>
  browser.send('POST', '/functions/v1/notify-me', { partId, email });

const mailsTo = (email: string) =>
  query('select id, subject, body, unsubscribe_url from mails where recipient = $1 order by created_at, id', [
    email,
  ]);

const linkIn = (body: string) =>
  /http:\/\/shop\.test(\/back-in-stock\?token=[\w-]{43})/.exec(body)?.[1] ?? '';

/** The link in the last mail. */
const lastLink = async (email: string) => linkIn((await mailsTo(email)).at(-1)?.body ?? '');

const press = (link: string, action: string) => new TestBrowser(shop).sendForm(link, { do: action });

/** Asks and confirms. Returns the address. */
async function wait(partId: string, { minutesAgo = 60 } = {}): Promise<string> {
  const email = newEmail();
  expect((await ask(partId, email)).status).toBe(200);
  await press(await lastLink(email), 'confirm');
  await query('update stock_waits set asked_at = now() - make_interval(mins => $2) where email = $1', [
    email,
    minutesAgo,
  ]);
  return email;
}

async function restock(partId: string, pieces = 1) {
  await query('update parts_catalog set stock_quantity = $2 where id = $1', [partId, pieces]);
  await shop.runJobs();
}

/** The next round, as if its time had come. */
async function runRound() {
  await query('update restocks set check_at = now()');
  await shop.runRegularTask('tell-waiting');
}

/** Subjects of the mails about stock that came in. */
async function toldMails(email: string): Promise<string[]> {
  const mails = await query(
    "select subject from mails where recipient = $1 and subject ~ '^(Back in stock|In stock now)' order by created_at",
    [email],
  );
  return mails.map(({ subject }) => subject);
}

const isTold = async (email: string) => (await toldMails(email)).length;

describe('asking', () => {
  test('an address is confirmed by a button, and told once', async () => {
    const part = await addSoldOut({ price: 120, part_type: 'Good', oem_number: '31100-SNA' });
    const email = newEmail();
    const answer = await ask(part, email.toUpperCase());
    expect(answer).toMatchObject({ status: 200, body: { message: stockWaitTexts.checkMail } });
    const [confirmation] = await mailsTo(email);
    expect(confirmation.subject).toBe(
      'Please confirm: back-in-stock mail for Alternator for 2010 Honda Civic',
    );
    const link = linkIn(confirmation.body);

    const browser = new TestBrowser(shop);
    const page = await browser.request(link);
    expect(page.status).toBe(200);
    expect(page.headers.get('Referrer-Policy')).toBe('no-referrer');
    expect(page.headers.get('Cache-Control')).toContain('no-store');
    expect(await page.text()).toContain('Confirm Your Address');
    expect(await query('select from stock_waits where confirmed_at is not null')).toEqual([]);
    const confirmed = await press(link, 'confirm');
    expect([confirmed.status, confirmed.headers.get('Location')]).toEqual([303, link]);
    expect(await (await browser.request(link)).text()).toContain('You&#x27;re on the List');

    await restock(part);
    expect(await toldMails(email)).toEqual(['Back in stock: Alternator for 2010 Honda Civic']);
    const told = smtp.messages.at(-1)?.replaceAll('=\r\n', '').replaceAll('=3D', '=') ?? '';
    expect(told).toContain(
      partAddress({ id: part, name: 'Alternator', make: 'Honda', model: 'Civic', year: 2010 }),
    );
    expect(told).toContain('$120.00');
    expect(told).toContain('Used, Good');
    expect(told).toContain("We don't hold it for you");
    expect(await (await browser.request(link)).text()).toContain('We mailed you about');
    await runRound();
    await restock(part, 0);
    await restock(part);
    expect(await isTold(email)).toBe(1);
    expect(await query('select from restocks')).toEqual([]);
  });

  test('known and unknown addresses get the same answer', async () => {
    const part = await addSoldOut();
    const known = await wait(part);
    const answers = [await ask(part, known), await ask(part, newEmail())];
    expect(answers[0]).toMatchObject({ status: answers[1]?.status, body: answers[1]?.body });
    expect((await mailsTo(known)).map(({ subject }) => subject)).toEqual([
      'Please confirm: back-in-stock mail for Alternator for 2010 Honda Civic',
      'You are on the list: Alternator for 2010 Honda Civic',
    ]);
    expect(await query('select from stock_waits where email = $1', [known])).toHaveLength(1);
  });

  test('a signed-in person is on the list at once with the own address, and confirms another one', async () => {
    const part = await addSoldOut();
    const email = newEmail();
    await shop.addUser({ email, password: PASSWORD });
    const browser = new TestBrowser(shop);
    await browser.signIn(email, PASSWORD);
    expect((await ask(part, email, browser)).body.message).toContain(stockWaitTexts.onList);
    expect(await mailsTo(email)).toEqual([]);
    const other = newEmail();
    expect((await ask(part, other, browser)).body).toEqual({ message: stockWaitTexts.checkMail });
    await restock(part, 5);
    expect([await isTold(email), await isTold(other)]).toEqual([1, 0]);
  });

  test.each([
    ['', 'Email is required'],
    ['dana', 'Please enter a valid email address'],
    ['dana@example.com\r\nBcc: eve@example.com', 'Email must be one line'],
    [`${'d'.repeat(320)}@example.com`, 'Email must have at most 320 characters'],
    [['dana@example.com'], 'Email must be text'],
  ])('%j is refused', async (email, error) => {
    const part = await addSoldOut();
    expect(await ask(part, email as string)).toMatchObject({ status: 400, body: { error, field: 'email' } });
    expect(await query('select from stock_waits')).toEqual([]);
  });

  test('parts that do not exist or are in stock are refused, and everything while it is off', async () => {
    expect(await ask('x', newEmail())).toMatchObject({ status: 400, body: { error: 'Unknown part' } });
    expect((await ask(randomUUID(), newEmail())).status).toBe(404);
    const part = await addSoldOut({ stock_quantity: 1 });
    expect(await ask(part, newEmail())).toMatchObject({
      status: 409,
      body: { error: stockWaitTexts.inStock },
    });
    await turn('off');
    expect(await ask(part, newEmail())).toMatchObject({ status: 409, body: { error: stockWaitTexts.off } });
    expect(await query('select from stock_waits')).toEqual([]);
    expect(await query('select from mails')).toEqual([]);
  });

  test('an address, a network and a part are limited', async () => {
    const [part, email] = [await addSoldOut(), newEmail()];
    const statuses = async (times: number, once: (index: number) => ReturnType<typeof ask>) => {
      const found: number[] = [];
      for (let index = 0; index < times; index += 1) found.push((await once(index)).status);
      return found;
    };
    expect((await statuses(6, () => ask(part, email))).slice(4)).toEqual([200, 429]);
    expect(await mailsTo(email)).toHaveLength(5);
    const browser = new TestBrowser(shop);
    expect((await statuses(21, () => ask(part, newEmail(), browser))).slice(19)).toEqual([200, 429]);
    expect((await statuses(40, () => ask(part, newEmail()))).at(-1)).toBe(429);
    expect((await ask(await addSoldOut(), newEmail())).status).toBe(200);
  });

  test('without scripts, the form leads to a page', async () => {
    const part = await addSoldOut();
    const browser = new TestBrowser(shop);
    const address = partAddress({ id: part, name: 'Alternator', make: 'Honda', model: 'Civic', year: 2010 });
    const form = await (await browser.request(address)).text();
    expect(form).toMatch(
      /<form[^>]* method="post"[^>]* action="\/back-in-stock"|<form[^>]* action="\/back-in-stock"/,
    );
    expect(form).toContain(`name="partId" value="${part}"`);
    const email = newEmail();
    const answer = await browser.sendForm('/back-in-stock', { partId: part, email });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain(stockWaitTexts.checkMail);
    expect(await mailsTo(email)).toHaveLength(1);
    const refused = await browser.sendForm('/back-in-stock', { partId: part, email: 'dana' });
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain('Please enter a valid email address');

    const inStock = await addSoldOut({ stock_quantity: 1 });
    expect(await (await browser.request(`/part/${inStock}`)).text()).not.toContain('/back-in-stock');
    const junkyard = async () => (await browser.request('/junkyard')).text();
    expect(await junkyard()).toContain(`href="${address}#notify"`);
    await turn('off');
    expect(await (await browser.request(address)).text()).not.toContain('/back-in-stock');
    expect(await junkyard()).not.toContain('#notify');
  });
});

describe('what fits the same', () => {
  const number = '31100-SNA-A86';
  const others: [what: string, changed: PartColumns, subject: string | null][] = [
    [
      'the same kind and vehicle',
      { part_name: 'alternator' },
      'In stock now: alternator for 2010 Honda Civic',
    ],
    [
      'the same kind and number',
      { vehicle_year: 2008, oem_number: '31100sna.a86' },
      'In stock now: Alternator for 2008 Honda Civic',
    ],
    ['another year', { vehicle_year: 2008 }, null],
    [
      'another kind with the same number',
      { part_name: 'Bracket', vehicle_year: 2008, oem_number: number },
      null,
    ],
    ['another kind for the vehicle', { part_name: 'Starter' }, null],
    ['no vehicle', { vehicle_make: null, vehicle_model: null, vehicle_year: null }, null],
  ];
  test.each(others)('%s', async (_, changed, subject) => {
    const part = await addSoldOut({ oem_number: number });
    const email = await wait(part);
    await addParts(shop.database.owner, [
      {
        part_name: 'Alternator',
        vehicle_make: 'Honda',
        vehicle_model: 'Civic',
        vehicle_year: 2010,
        ...changed,
      },
    ]);
    await shop.runJobs();
    expect(await toldMails(email)).toEqual(subject === null ? [] : [subject]);
  });

  test.each(['N/A', '0000', '00000', 'None', 'Unknown', '11111', '12345', '1234', 'XXXXX'])(
    'the number %s says nothing',
    async (oem) => {
      const email = await wait(await addSoldOut({ oem_number: oem }));
      await addSoldOut({ vehicle_year: 2008, oem_number: oem, stock_quantity: 1 });
      await shop.runJobs();
      expect(await isTold(email)).toBe(0);
    },
  );

  test('a part that was there before the person asked, or that was sold again, is not told', async () => {
    const part = await addSoldOut();
    await addSoldOut({ stock_quantity: 3 });
    const email = await wait(part, { minutesAgo: 0 });
    await shop.runJobs();
    await runRound();
    expect(await isTold(email)).toBe(0);
    const third = await addSoldOut({ stock_quantity: 1 });
    await query('update parts_catalog set stock_quantity = 0 where id = $1', [third]);
    await shop.runJobs();
    expect(await isTold(email)).toBe(0);
  });

  test('a deleted part is still waited for, by what it was', async () => {
    const part = await addSoldOut();
    const email = await wait(part);
    await query('delete from parts_catalog where id = $1', [part]);
    await addSoldOut({ stock_quantity: 1 });
    await shop.runJobs();
    expect(await toldMails(email)).toEqual(['In stock now: Alternator for 2010 Honda Civic']);
  });

  test('one mail is for all parts that a person waits for and the piece answers', async () => {
    const [one, other] = [await addSoldOut(), await addSoldOut()];
    const email = await wait(one);
    await ask(other, email);
    await press(await lastLink(email), 'confirm');
    await restock(other);
    expect(await toldMails(email)).toEqual(['Back in stock: Alternator for 2010 Honda Civic']);
    expect(await query('select from stock_waits where told_at is null')).toEqual([]);
  });
});

describe('the order of asking', () => {
  test('two people are told for each piece, the next ones hours later while it is in stock', async () => {
    const part = await addSoldOut();
    const people: string[] = [];
    for (const minutesAgo of [50, 40, 30, 20, 10]) people.push(await wait(part, { minutesAgo }));
    const told = () => Promise.all(people.map(isTold));
    await restock(part);
    expect(await told()).toEqual([1, 1, 0, 0, 0]);
    const [{ minutes }] = await query(
      'select round(extract(epoch from check_at - now()) / 60)::int as minutes from restocks',
    );
    expect(minutes).toBe(240);
    await shop.runRegularTask('tell-waiting');
    expect(await told()).toEqual([1, 1, 0, 0, 0]);
    await runRound();
    expect(await told()).toEqual([1, 1, 1, 1, 0]);
    await query('update parts_catalog set stock_quantity = 0 where id = $1', [part]);
    await runRound();
    expect(await told()).toEqual([1, 1, 1, 1, 0]);
    expect(await query('select from restocks')).toEqual([]);
    await restock(part);
    expect(await told()).toEqual([1, 1, 1, 1, 1]);
  });

  test('stock that is held, released, sold out and restocked again and again tells nobody sooner', async () => {
    const part = await addSoldOut();
    const people: string[] = [];
    for (const minutesAgo of [50, 40, 30]) people.push(await wait(part, { minutesAgo }));
    const told = () => Promise.all(people.map(isTold));
    await restock(part);
    for (const change of ['stock_held = 1', 'stock_held = 0', 'stock_held = 1', 'stock_held = 0']) {
      await query(`update parts_catalog set ${change} where id = $1`, [part]);
      await shop.runJobs();
    }
    await restock(part, 0);
    await restock(part);
    expect(await told()).toEqual([1, 1, 0]);
    // While a payment holds the piece, nobody is told.
    await query('update parts_catalog set stock_held = 1 where id = $1', [part]);
    await runRound();
    expect(await told()).toEqual([1, 1, 0]);
    await query('update parts_catalog set stock_held = 0 where id = $1', [part]);
    await runRound();
    expect(await told()).toEqual([1, 1, 1]);
  });

  test('who asked while a payment held the last piece is told when it is released', async () => {
    const part = await addSoldOut({ stock_quantity: 1, stock_held: 1 });
    const same = await addSoldOut();
    const waiting = await wait(same);
    const email = await wait(part);
    await runRound();
    expect(await isTold(email)).toBe(0);
    await query('update parts_catalog set stock_held = 0 where id = $1', [part]);
    await runRound();
    expect(await isTold(email)).toBe(1);
    // The piece was there all the time.
    expect(await isTold(waiting)).toBe(0);
  });

  test('who confirms after the part came in is told too', async () => {
    const [part, email] = [await addSoldOut(), newEmail()];
    await ask(part, email);
    await restock(part);
    expect(await isTold(email)).toBe(0);
    await press(await lastLink(email), 'confirm');
    await runRound();
    expect(await isTold(email)).toBe(1);
  });

  test('an address gets at most ten mails a day', async () => {
    const email = newEmail();
    await query(
      `insert into stock_waits (email, part_id, part_name, confirmed_at, told_at, told_part_id)
       select $1, gen_random_uuid(), 'Horn', now(), now(), gen_random_uuid() from generate_series(1, 10)`,
      [email],
    );
    const part = await addSoldOut();
    await query(
      "insert into stock_waits (email, part_id, part_name, confirmed_at) values ($1, $2, 'Alternator', now())",
      [email, part],
    );
    await restock(part);
    expect(await isTold(email)).toBe(0);
    await query("update stock_waits set told_at = now() - interval '25 hours' where told_at is not null");
    await runRound();
    expect(await isTold(email)).toBe(1);
  });

  test('while it is off, people wait until it is on again', async () => {
    const [part, sold] = [await addSoldOut(), await addSoldOut({ vehicle_year: 2001 })];
    const [email, other] = [await wait(part), await wait(sold)];
    await turn('off');
    await restock(part);
    await restock(sold);
    await restock(sold, 0);
    expect(await isTold(email)).toBe(0);
    await turn('on');
    await shop.runRegularTask('tell-waiting');
    expect([await isTold(email), await isTold(other)]).toEqual([1, 0]);
  });
});
