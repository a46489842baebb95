import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { partAddress } from '#core/catalog/part-address.ts';
import { stockWaitTexts } from '#core/back-in-stock/stock-wait.ts';
import { smtpTransport } from '#server/mail/mail-transport.ts';
import { TestBrowser } from '../support/accounts.ts';
import { removeJobs } from '../support/jobs.ts';
import { listenWith } from '../support/listening-shop.ts';
import { addParts, type PartColumns } from '../support/parts.ts';
import { randomAddress } from '../support/random-address.ts';
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

/** By a connection of its own. Returns the status. */
function askOverHttp(url: string, partId: string, email: string): Promise<number | undefined> {
  const sent = request(`${url}/functions/v1/notify-me`, {
    method: 'POST',
    agent: false,
    headers: {
      Host: 'shop.test',
      Origin: 'http://shop.test',
      'Content-Type': 'application/json',
      'X-Forwarded-For': randomAddress(),
    },
  });
  return new Promise((resolve, reject) => {
    sent.on('error', reject);
    sent.on('response', (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode));
    });
    sent.end(JSON.stringify({ partId, email }));
  });
}

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

async function restock(partId: string, units = 1) {
  await query('update parts_catalog set stock_quantity = $2 where id = $1', [partId, units]);
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
      'Please confirm: back-in-stock email for Alternator for 2010 Honda Civic',
    );
    const link = linkIn(confirmation.body);

    const browser = new TestBrowser(shop);
    const page = await browser.request(link);
    expect(page.status).toBe(200);
    expect(page.headers.get('Referrer-Policy')).toBe('no-referrer');
    expect(page.headers.get('Cache-Control')).toContain('no-store');
    expect(await page.text()).toContain('Confirm your address');
    expect(await query('select from stock_waits where confirmed_at is not null')).toEqual([]);
    const confirmed = await press(link, 'confirm');
    expect([confirmed.status, confirmed.headers.get('Location')]).toEqual([303, link]);
    expect(await (await browser.request(link)).text()).toContain('You&#x27;re on the list');

    await restock(part);
    expect(await toldMails(email)).toEqual(['Back in stock: Alternator for 2010 Honda Civic']);
    const told = smtp.messages.at(-1)?.replaceAll('=\r\n', '').replaceAll('=3D', '=') ?? '';
    expect(told).toContain(
      partAddress({ id: part, name: 'Alternator', make: 'Honda', model: 'Civic', year: 2010 }),
    );
    expect(told).toContain('$120.00');
    expect(told).toContain('Used, Good');
    expect(told).toContain("We can't hold it for you");
    expect(await (await browser.request(link)).text()).toContain('We emailed you about');
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
      'Please confirm: back-in-stock email for Alternator for 2010 Honda Civic',
      "You're on the list: Alternator for 2010 Honda Civic",
    ]);
    expect(await query('select from stock_waits where email = $1', [known])).toHaveLength(1);
  });

  test('simultaneous requests of one person for one part make one mail, and later ones another', async () => {
    const listening = await listenWith(shop);
    try {
      const [part, email] = [await addSoldOut(), newEmail()];
      const askAtOnce = (count: number) =>
        Promise.all(Array.from({ length: count }, () => askOverHttp(listening.url, part, email)));
      expect(await askAtOnce(2)).toEqual([200, 200]);
      expect(await mailsTo(email)).toHaveLength(1);
      expect(await query('select from stock_wait_links')).toHaveLength(1);
      const aMinuteLater = () =>
        query("update stock_waits set mailed_at = mailed_at - interval '61 seconds' where email = $1", [
          email,
        ]);
      await aMinuteLater();
      expect(await askAtOnce(2)).toEqual([200, 200]);
      expect(await mailsTo(email)).toHaveLength(2);
      // What the next mail says is new.
      await press(await lastLink(email), 'confirm');
      expect(await askAtOnce(1)).toEqual([200]);
      expect((await mailsTo(email)).map(({ subject }) => subject.split(':')[0])).toEqual([
        'Please confirm',
        'Please confirm',
        "You're on the list",
      ]);
    } finally {
      await listening[Symbol.asyncDispose]();
    }
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
    const askOfAnother = async () => ask(await addSoldOut(), email);
    expect((await statuses(6, askOfAnother)).slice(4)).toEqual([200, 429]);
    expect(await mailsTo(email)).toHaveLength(5);
    const browser = new TestBrowser(shop);
    expect((await statuses(21, () => ask(part, newEmail(), browser))).slice(19)).toEqual([200, 429]);
    const everywhere = await Promise.all(Array.from({ length: 45 }, () => ask(part, newEmail())));
    expect(everywhere.map(({ status }) => status)).toContain(429);
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

  test('placeholders and short numbers say nothing', async () => {
    const numbers = ['N/A', '0000', '00-00 0', 'None', 'Unknown', '11111', '12345', '1234', 'XXXXX'];
    const keys = await query('select comparable_number(n) as key from unnest($1::text[]) as n', [
      [...numbers, '12346', '31100-sna', null],
    ]);
    expect(keys.map(({ key }) => key)).toEqual([...numbers.map(() => null), '12346', '31100SNA', null]);
  });

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

  test('one mail is for all parts that a person waits for and the unit answers', async () => {
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
  test('two people are told for each unit, the next ones hours later while it is in stock', async () => {
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
    // While a payment holds the unit, nobody is told.
    await query('update parts_catalog set stock_held = 1 where id = $1', [part]);
    await runRound();
    expect(await told()).toEqual([1, 1, 0]);
    await query('update parts_catalog set stock_held = 0 where id = $1', [part]);
    await runRound();
    expect(await told()).toEqual([1, 1, 1]);
  });

  test('who asked while a payment held the last unit is told when it is released', async () => {
    const part = await addSoldOut({ stock_quantity: 1, stock_held: 1 });
    const same = await addSoldOut();
    const waiting = await wait(same);
    const email = await wait(part);
    await runRound();
    expect(await isTold(email)).toBe(0);
    await query('update parts_catalog set stock_held = 0 where id = $1', [part]);
    await runRound();
    expect(await isTold(email)).toBe(1);
    // The unit was there all the time.
    expect(await isTold(waiting)).toBe(0);
  });

  test('who confirms after the part came in is told too', async () => {
    const [part, email] = [await addSoldOut(), newEmail()];
    await ask(part, email);
    const link = await lastLink(email);
    await restock(part);
    expect(await isTold(email)).toBe(0);
    await press(link, 'confirm');
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

describe('a mailed link', () => {
  test('ends a wait, or all waits of the address', async () => {
    const parts = [
      await addSoldOut(),
      await addSoldOut({ vehicle_year: 2001 }),
      await addSoldOut({ vehicle_year: 2002 }),
    ];
    const email = newEmail();
    const links: string[] = [];
    for (const part of parts) {
      await ask(part, email);
      links.push(await lastLink(email));
    }
    const [first = '', second = ''] = links;
    const page = async (link: string) => (await new TestBrowser(shop).request(link)).text();
    await press(second, 'confirm');
    expect(await page(first)).toContain('You also asked about 2 other parts.');
    await press(first, 'end');
    expect(await page(first)).toContain('Back-in-stock emails stopped');
    expect(await page(second)).toContain('You also asked about one other part.');
    await press(first, 'confirm');
    const open = 'select part_id from stock_waits where ended_at is null';
    expect(await query(open)).toHaveLength(2);
    await press(first, 'end-all');
    expect(await query(open)).toEqual([]);
    expect((await press(first, 'other')).status).toBe(400);
    for (const part of parts) await restock(part);
    expect(await isTold(email)).toBe(0);
    // Ended, so that it can be asked for again.
    await query('update parts_catalog set stock_quantity = 0');
    await ask(parts[0] ?? '', email);
    expect(await query(open)).toHaveLength(1);
  });

  test('has a header that ends all by one click, until its secret is removed', async () => {
    const [one, other] = [await addSoldOut(), await addSoldOut({ vehicle_year: 2001 })];
    const email = await wait(one);
    const bystander = await wait(other);
    await ask(other, email);
    await press(await lastLink(email), 'confirm');
    await restock(one);
    const sent = smtp.messages.findLast((message) => message.includes('Subject: Back in stock')) ?? '';
    const headers = sent.slice(0, sent.indexOf('\r\n\r\n')).replaceAll(/\r\n\s+/g, ' ');
    expect(headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    const url = /^List-Unsubscribe: <(http:\/\/shop\.test\/back-in-stock\?token=[\w-]{43})>$/m.exec(
      headers.replaceAll('\r', ''),
    )?.[1];
    // As a mail provider sends it: no cookies, no origin.
    const answer = await shop.request(url ?? '', {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    });
    expect([answer.status, answer.headers.get('Location')]).toEqual([200, null]);
    await restock(other, 5);
    expect([await toldMails(email), await toldMails(bystander)]).toEqual([
      ['Back in stock: Alternator for 2010 Honda Civic'],
      ['Back in stock: Alternator for 2001 Honda Civic'],
    ]);
    expect((await mailsTo(email)).map(({ unsubscribe_url: kept }) => kept)).toEqual([null, null, null]);
    expect((await mailsTo(email)).at(-1)?.body).toContain('token=removed');
    const others = await query('select count(*)::int from mails where unsubscribe_url is not null');
    expect(others).toEqual([{ count: 0 }]);
  });

  test('that does not exist or is over says so, and is limited', async () => {
    const browser = new TestBrowser(shop);
    const unknown = `/back-in-stock?token=${'x'.repeat(43)}`;
    for (const link of ['/back-in-stock', '/back-in-stock?token=x', unknown]) {
      const page = await browser.request(link);
      expect([link, page.status, (await page.text()).includes('This link has expired')]).toEqual([
        link,
        404,
        true,
      ]);
    }
    expect((await browser.sendForm(unknown, { 'List-Unsubscribe': 'One-Click' })).status).toBe(404);
    const statuses = await Promise.all(
      Array.from({ length: 60 }, async () => (await browser.request(unknown)).status),
    );
    expect(statuses).toContain(429);
  });
});

describe('the job', () => {
  test('that is killed between two mails, and runs twice, tells everyone once', async () => {
    const part = await addSoldOut();
    const people = [await wait(part, { minutesAgo: 20 }), await wait(part, { minutesAgo: 10 })];
    await query('update parts_catalog set stock_quantity = 1 where id = $1', [part]);
    const { owner } = shop.database;
    await owner.query('select note_restocks(array[$1::uuid])', [part]);
    // The first mail is written. The job is killed while it waits for the second person.
    await owner.query('begin');
    await owner.query('select from stock_waits where email = $1 for update', [people[1]]);
    const killed = shop.runRegularTask('tell-waiting').catch((error: unknown) => error);
    await expect
      .poll(async () => {
        const { rows } = await owner.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock' and pid <> pg_backend_pid()`,
        );
        return rows.length;
      })
      .toBe(1);
    await owner.query('rollback');
    expect(await killed).toBeInstanceOf(Error);
    expect(await Promise.all(people.map(isTold))).toEqual([0, 0]);
    expect(await query('select from stock_waits where told_at is not null')).toEqual([]);

    await Promise.all([shop.runRegularTask('tell-waiting'), shop.runRegularTask('tell-waiting')]);
    await shop.runJobs();
    expect(await Promise.all(people.map(isTold))).toEqual([1, 1]);
  });

  test('notes no arrivals while nobody waits', async () => {
    const part = await addSoldOut();
    await query('update parts_catalog set stock_quantity = 1 where id = $1', [part]);
    expect(await query('select from stock_arrivals')).toEqual([]);
  });

  test('of the night deletes what is over', async () => {
    const add = (state: string, times: string) =>
      query(
        `insert into stock_waits (email, part_id, part_name, asked_at, confirmed_at, told_at, told_part_id, ended_at)
         select $1, gen_random_uuid(), $1, ${times}`,
        [state],
      );
    const ago = (days: number) => `now() - interval '${days} days'`;
    const told = (days: number) => `${ago(days)}, ${ago(days)}, gen_random_uuid(), null`;
    await add('unconfirmed for 6 days', `${ago(6)}, null, null, null, null`);
    await add('unconfirmed for 8 days', `${ago(8)}, null, null, null, null`);
    await add('told 89 days ago', `${ago(300)}, ${told(89)}`);
    await add('told 91 days ago', `${ago(300)}, ${told(91)}`);
    await add('ended 91 days ago', `${ago(300)}, ${ago(300)}, null, null, ${ago(91)}`);
    await add('ended 91 days ago, asked long before', `${ago(400)}, ${ago(400)}, null, null, ${ago(91)}`);
    await add('waits for 364 days', `${ago(364)}, ${ago(364)}, null, null, null`);
    await add('waits for 366 days', `${ago(366)}, ${ago(366)}, null, null, null`);
    await query(
      "insert into stock_wait_links (token_hash, wait_id) select repeat('a', 43), id from stock_waits where email = 'told 91 days ago'",
    );
    await shop.runRegularTask('tidy-stock-waits');
    await shop.runRegularTask('tidy-stock-waits');
    expect(
      await query(
        'select email, ended_at is not null as over from stock_waits order by asked_at desc, email',
      ),
    ).toEqual([
      { email: 'unconfirmed for 6 days', over: false },
      { email: 'told 89 days ago', over: false },
      { email: 'waits for 364 days', over: false },
      { email: 'waits for 366 days', over: true },
    ]);
    expect(await query('select from stock_wait_links')).toEqual([]);
  });
});

describe('people and staff', () => {
  async function signUp(options: { staff?: boolean } = {}) {
    const email = newEmail();
    const id = await shop.addUser({ email, password: PASSWORD, ...options });
    const browser = new TestBrowser(shop);
    await browser.signIn(email, PASSWORD);
    return { email, id, browser };
  }

  test('see and end their own waits in the account, and nobody else does', async () => {
    const [part, other] = [await addSoldOut(), await addSoldOut({ vehicle_year: 2001 })];
    const [olga, sam] = [await signUp(), await signUp()];
    // Asked before she signed in.
    await ask(part, olga.email);
    await ask(other, olga.email, olga.browser);
    const profile = async ({ browser }: typeof olga) => (await browser.request('/profile?tab=orders')).text();
    const html = await profile(olga);
    expect(html).toContain('Stop back-in-stock emails: Alternator for 2010 Honda Civic');
    expect(html).toContain('Stop back-in-stock emails: Alternator for 2001 Honda Civic');
    expect(html).toContain('Not confirmed yet');
    expect(await profile(sam)).not.toContain('back-in-stock emails:');

    const [{ id }] = await query('select id from stock_waits where part_id = $1', [part]);
    const end = ({ browser }: typeof olga, wanted: string) =>
      browser.sendForm('/profile', { intent: 'end-wait', id: wanted });
    await end(sam, id);
    expect(await query('select from stock_waits where ended_at is not null')).toEqual([]);
    expect((await end(olga, id)).status).toBe(200);
    expect(await query('select part_id from stock_waits where ended_at is null')).toEqual([
      { part_id: other },
    ]);
    expect((await end(olga, 'x')).status).toBe(400);
    const visitor = { browser: new TestBrowser(shop) } as typeof olga;
    expect((await end(visitor, id)).headers.get('Location')).toBe('/auth');
  });

  test('have them in their data; they follow the address of the account, and go with it', async () => {
    const part = await addSoldOut();
    const { email, id, browser } = await signUp();
    await ask(part, email, browser);
    const data = async () => (await browser.request('/profile/data')).json();
    expect((await data()).back_in_stock).toMatchObject([{ email, part_id: part, told_at: null }]);
    const moved = newEmail();
    await ask(part, moved);
    await query('update auth.users set email = $2 where id = $1', [id, moved]);
    expect(await query('select email from stock_waits')).toEqual([{ email: moved }]);
    const bystander = await wait(part);
    await query('select auth.forget_person($1)', [id]);
    expect(await query('select email from stock_waits')).toEqual([{ email: bystander }]);
  });

  test('staff see how many wait for what, without their addresses', async () => {
    const [part, other] = [await addSoldOut(), await addSoldOut({ vehicle_year: 2001 })];
    const people = [await wait(part), await wait(part), await wait(other)];
    await ask(other, newEmail());
    const staff = await signUp({ staff: true });
    const page = async (path: string) => (await staff.browser.request(path)).text();
    const html = await page('/admin/requests/waiting');
    expect([...html.matchAll(/<td[^>]*>(\d+)<\/td>/g)].map(([, count]) => count)).toEqual(['2', '1']);
    for (const email of people) expect(html).not.toContain(email);
    expect(await page('/admin/requests')).toContain('Back-in-stock emails: 3 waiting');
    const choices = await (await staff.browser.request('/admin/part-choices')).json();
    expect(choices.map(({ waiting }: { waiting: number }) => waiting).toSorted()).toEqual([1, 2]);

    // Ids below those of other parts: of as many people, the highest comes first.
    await query(
      `insert into stock_waits (email, part_id, part_name, confirmed_at)
       select 'a@example.com', lpad(n::text, 32, '0')::uuid, 'Horn', now() from generate_series(1, 30) as n`,
    );
    const first = await page('/admin/requests/waiting');
    const next = /href="(\/admin\/requests\/waiting\?after=[^"]+)"/.exec(first)?.[1] ?? '';
    const names = (text: string) => [...text.matchAll(/Horn \(deleted\)/g)].length;
    // In the table and in the cards.
    expect([names(first), names(await page(next))]).toEqual([2 * 23, 2 * 7]);
    expect((await staff.browser.request('/admin/requests/waiting?after=x')).status).toBe(200);
  });
});
