import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { smtpTransport } from '#server/mail/mail-transport.ts';
import type { Thread } from '#core/inbox/read-thread.server.ts';
import type { ThreadList } from '#core/inbox/list-threads.server.ts';
import { removeJobs } from '../support/jobs.ts';
import { addParts } from '../support/parts.ts';
import { randomAddress } from '../support/random-address.ts';
import { type SmtpStandIn, startSmtpStandIn } from '../support/smtp-stand-in.ts';
import { loaderAddress, readLoaderData, readOutcome } from '../support/read-outcome.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

const PASSWORD = 'a password for the inbox';

let smtp: SmtpStandIn;
let shop: TestShop;
let sam: string;
let ada: string;

beforeAll(async () => {
  smtp = await startSmtpStandIn();
  shop = await createTestShop({
    transport: smtpTransport({ smtpUrl: smtp.url, from: 'Partyard <shop@partyard.example>' }),
  });
  await shop.addUser({ email: 'ada@example.com', password: PASSWORD, admin: true });
  const id = await shop.addUser({ email: 'sam@example.com', password: PASSWORD, staff: true });
  await shop.database.owner.query("update auth.users set name = 'Sam' where id = $1", [id]);
  sam = await shop.signIn('sam@example.com', PASSWORD);
  ada = await shop.signIn('ada@example.com', PASSWORD);
});
afterAll(async () => {
  await shop[Symbol.asyncDispose]();
  await smtp[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await query(
    'delete from part_requests; delete from contact_messages; delete from mails; delete from stock_arrivals',
  );
  await removeJobs(shop.database.owner);
});

const query = async (text: string, values: unknown[] = []) => {
  const { rows = [] } = await shop.database.owner.query(text, values);
  return rows;
};

let senders = 0;

/** Sends a request through the form's address. Returns its reference and its sender. */
async function ask(changed: Record<string, unknown> = {}) {
  senders += 1;
  const request = {
    name: 'Dana Driver',
    email: `dana-${senders}@example.com`,
    phone: '(619) 555-0187',
    make: 'Honda',
    model: 'Civic',
    year: '2015',
    partName: 'Alternator',
    description: 'With the plug on the left.',
    urgency: 'high',
    ...changed,
  };
  await submit('/functions/v1/send-part-request-email', request);
  return { reference: await referenceOf('part_requests', request.email), email: request.email };
}

async function write(changed: Record<string, unknown> = {}) {
  senders += 1;
  const message = {
    name: 'Dana Driver',
    email: `dana-${senders}@example.com`,
    subject: 'Opening hours',
    message: 'Are you open on Labor Day?',
    ...changed,
  };
  await submit('/functions/v1/send-contact-email', message);
  return { reference: await referenceOf('contact_messages', message.email), email: message.email };
}

async function submit(path: string, body: object) {
  const response = await shop.request(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': randomAddress() },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
}

async function referenceOf(table: 'part_requests' | 'contact_messages', email: string): Promise<string> {
  const [row] = await query(
    `select case kind when 'request' then 'REQ-' else 'MSG-' end || number as reference
     from inbox_threads join ${table} as sent on sent.id in (request_id, message_id)
     where email = $1 order by number desc limit 1`,
    [email],
  );
  return row.reference;
}

async function act(
  reference: string,
  action: string,
  fields: Record<string, string | string[]> = {},
  cookie = sam,
) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields))
    for (const each of [value].flat()) body.append(name, each);
  body.set('intent', action);
  const screen = reference.startsWith('REQ') ? 'requests' : 'messages';
  const response = await shop.request(`/admin/${screen}/${reference}.data`, {
    method: 'POST',
    headers: { cookie, Origin: 'http://shop.test' },
    body,
  });
  const { message, done } = await readOutcome(response);
  return { status: response.status, done, message };
}

async function read<Result>(address: string, cookie = sam): Promise<Result> {
  const response = await shop.request(address, { headers: { cookie } });
  expect(response.status).toBe(200);
  return (await response.json()) as Result;
}

const threadOf = (reference: string) => read<Thread>(`/admin/inbox/${reference}`);
async function readList(screen: 'requests' | 'messages', search = ''): Promise<ThreadList> {
  const route = `desk/inbox/${screen}/${screen}`;
  const response = await shop.request(loaderAddress(`/admin/${screen}${search}`, route), {
    headers: { cookie: sam },
  });
  expect(response.status).toBe(200);
  return (await readLoaderData<{ list: ThreadList }>(response, route)).list;
}

const requests = (search = '') => readList('requests', search);
const titles = ({ rows }: ThreadList) => rows.map(({ title }) => title);
const mailsTo = (email: string) =>
  query('select * from mails where recipient = $1 order by created_at', [email]);
const kinds = async (reference: string) => (await threadOf(reference)).entries.map(({ kind }) => kind);

describe('the lists', () => {
  test('have a number, which both sides get by mail, and who asked for what', async () => {
    const { reference, email } = await ask();
    expect(reference).toMatch(/^REQ-1\d{3}$/);
    const [confirmation] = await mailsTo(email);
    expect(confirmation.body).toContain(`Reference: ${reference}`);
    const [toShop] = await query('select body from mails where recipient is null');
    expect(toShop.body).toContain(`Answer it: http://shop.test/admin/requests/${reference}`);

    const { rows, counts } = await requests();
    expect(counts).toEqual({ open: 1, answered: 0, closed: 0, all: 1 });
    expect(rows).toMatchObject([
      {
        kind: 'request',
        state: 'open',
        title: 'Alternator',
        vehicle: '2015 Honda Civic',
        excerpt: 'With the plug on the left.',
        name: 'Dana Driver',
        email,
        urgency: 'high',
        matches: 0,
      },
    ]);
    const [row] = rows;
    expect(Date.parse(row?.dueAt ?? '') - Date.parse(row?.receivedAt ?? '')).toBe(24 * 60 * 60_000);

    const message = await write();
    expect(message.reference).toMatch(/^MSG-1\d{3}$/);
    const list = await readList('messages');
    expect(list.rows).toMatchObject([{ kind: 'message', title: 'Opening hours', urgency: null }]);
  });

  test('show the promise in the page, as a clock', async () => {
    const { reference } = await ask();
    await query("update inbox_threads set waiting_since = now() - interval '18 hours 30 minutes'");
    const page = await (await shop.request('/admin/requests', { headers: { cookie: sam } })).text();
    expect(page).toContain('5 h left');
    expect(page).toContain(`/admin/requests/${reference}`);
    await query("update inbox_threads set waiting_since = now() - interval '26 hours 30 minutes'");
    const thread = await shop.request(`/admin/requests/${reference}`, { headers: { cookie: sam } });
    expect(await thread.text()).toContain('due 2 h ago');
  });

  test.each([
    ['dana', 2],
    ['DRIV', 2],
    ['olga@example.com', 1],
    ['6195550187', 2],
    ['(619) 555-0187', 2],
    ['0187', 2],
    ['555-0187', 2],
    ['1-619-555-0187', 2],
    ["o'neil garcia", 1],
    ['Oneil García', 1],
    ['starter honda', 1],
    ['plug left', 1],
    ['2012 accord', 1],
    ['no such thing', 0],
    ['-- "', 0],
  ])('are searched: %s', async (search, found) => {
    await ask();
    await ask({
      name: 'Dana Driver O’Neil García',
      email: 'olga@example.com',
      model: 'Accord',
      year: '2012',
      partName: 'Starter',
      description: '',
    });
    expect((await requests(`?${new URLSearchParams({ q: search })}`)).rows).toHaveLength(found);
  });

  test('find a thread by its number, and rare words among many threads', async () => {
    const { reference } = await ask({ partName: 'Zanzibar horn' });
    await query(`
      insert into part_requests (name, email, part_name) select 'Ann', 'ann@example.com', 'Horn' from generate_series(1, 2500)`);
    for (const q of [reference, reference.toLowerCase().replace('-', ''), reference.slice(4), 'zanz'])
      expect(titles(await requests(`?q=${q}`))).toEqual(['Zanzibar horn']);
    expect((await requests('?q=horn')).rows).toHaveLength(25);
    expect((await requests('?q=horn&view=closed')).rows).toEqual([]);
    expect((await requests('?q=horn')).counts.open).toBe(2_501);
  });

  test('are paged in both directions, also in a search', async () => {
    await query(`
      insert into part_requests (name, email, part_name, created_at)
      select 'Ann', 'ann@example.com', 'Horn ' || n, now() + n * interval '1 second' from generate_series(1, 60) as n`);
    for (const search of ['', '&q=horn', '&view=all']) {
      const first = await requests(`?${search}`);
      expect(titles(first).at(0)).toBe('Horn 60');
      expect(first.previous).toBeNull();
      const second = await requests(`?after=${first.next}${search}`);
      const third = await requests(`?after=${second.next}${search}`);
      expect(titles(third)).toEqual(Array.from({ length: 10 }, (_, index) => `Horn ${10 - index}`));
      expect(third.next).toBeNull();
      expect(titles(await requests(`?before=${third.previous}${search}`))).toEqual(titles(second));
      const back = await requests(`?before=${second.previous}${search}`);
      expect(titles(back)).toEqual(titles(first));
      expect(back.previous).toBeNull();
    }
  });

  test('show the first page for an odd cursor, and nothing for an unknown number', async () => {
    await ask();
    for (const search of ['?after=x', '?before=-1', '?view=toString', '?after=9999999999999999'])
      expect((await requests(search)).rows).toHaveLength(1);
    for (const path of [
      '/admin/requests/REQ-99999',
      '/admin/requests/MSG-1001',
      '/admin/messages/x',
      '/admin/inbox/x',
    ])
      expect((await shop.request(path, { headers: { cookie: sam } })).status).toBe(404);
  });
});

describe('an answer', () => {
  test('is mailed with parts, prices and the original, and keeps the thread', async () => {
    const [id = ''] = await addParts(shop.database.owner, [
      {
        part_name: 'Alternator',
        oem_number: '31100-TR3',
        price: 120,
        stock_quantity: 2,
        image_url: '/parts/alternator.svg#good',
      },
    ]);
    const { reference, email } = await ask();
    expect(
      await act(reference, 'answer', { text: 'Hi Dana,\r\nwe have one.\r\n\r\nSam', part: id, seen: '' }),
    ).toEqual({ status: 200, done: true, message: 'Answer sent' });
    await query('update parts_catalog set price = 99.5 where id = $1', [id]);
    expect((await threadOf(reference)).entries).toMatchObject([{ kind: 'answer', mail: 'waiting' }]);

    await shop.runJobs();
    await query(
      `select add_job('mail-inbox-answer', json_build_object('entryId', max(id)::text), 'again') from inbox_entries`,
    );
    await shop.runJobs();
    const [confirmation, mail, ...more] = await mailsTo(email);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      subject: `Re: Part request: Alternator for 2015 Honda Civic [${reference}]`,
      reply_to: 'parts@partyard.example',
      follows: [confirmation.id],
    });
    expect(mail.body).toContain('Hi Dana,\nwe have one.\n\nSam\n\n');
    expect(mail.body).toContain(
      'Alternator for 2015 Honda Civic, OEM number 31100-TR3, $99.50, condition Used, Good, 2 in stock',
    );
    expect(mail.html).toContain('<img src="http://shop.test/parts/alternator.svg#good" alt="Alternator"');
    expect(mail.body).toContain(`See the part: http://shop.test/part/alternator-2015-honda-civic-${id}`);
    expect(mail.body).toContain('> Alternator for 2015 Honda Civic\n> \n> With the plug on the left.');

    const message = smtp.messages.find((each) => each.includes(`Message-ID: <${mail.id}@`));
    expect(message).toContain(`In-Reply-To: <${confirmation.id}@partyard.example>\r\n`);
    expect(message).toContain(`References: <${confirmation.id}@partyard.example>\r\n`);
    expect(message).toContain('Reply-To: parts@partyard.example\r\n');

    expect(await threadOf(reference)).toMatchObject({
      state: 'answered',
      dueAt: null,
      entries: [
        {
          kind: 'answer',
          actor: 'Sam',
          mail: 'sent',
          parts: [{ id, name: 'Alternator', now: { priceCents: 9950, stock: 2, condition: 'Used, Good' } }],
        },
      ],
    });
    expect((await requests()).counts).toEqual({ open: 0, answered: 1, closed: 0, all: 1 });

    const { lastAnswerId } = await threadOf(reference);
    await act(reference, 'answer', { text: 'One more thing', seen: lastAnswerId ?? '' });
    await shop.runJobs();
    expect((await mailsTo(email)).at(-1)).toMatchObject({ follows: [confirmation.id, mail.id] });
  });

  test('of one person is shown to another before they send a second one', async () => {
    const { reference, email } = await ask();
    expect(await act(reference, 'answer', { text: 'We have it', seen: '' })).toMatchObject({ done: true });
    await query("update inbox_entries set at = at - interval '2 minutes'");
    expect(await act(reference, 'answer', { text: 'We do not have it', seen: '' }, ada)).toEqual({
      status: 400,
      done: false,
      message:
        'Error sending the answer: Sam answered 2 minutes ago. Your text is kept: read the answer before you send another one',
    });
    const { lastAnswerId } = await threadOf(reference);
    expect(await act(reference, 'answer', { text: 'Sorry', seen: lastAnswerId ?? '' }, ada)).toMatchObject({
      done: true,
    });
    await shop.runJobs();
    expect(await mailsTo(email)).toHaveLength(3);
  });

  test('is sent once if two people send one at the same time', async () => {
    const { reference } = await ask();
    const results = await Promise.all(
      [sam, ada, sam, ada].map((cookie) => act(reference, 'answer', { text: 'Hi', seen: '' }, cookie)),
    );
    expect(results.filter(({ done }) => done)).toHaveLength(1);
    expect(await kinds(reference)).toEqual(['answer']);
  });

  test('that is empty, too long, or has unknown parts is refused, and changes nothing', async () => {
    const { reference } = await ask();
    const unknown = '00000000-0000-4000-8000-000000000000';
    for (const [fields, problem] of [
      [{}, 'write an answer'],
      [{ text: ' \n ' }, 'write an answer'],
      [{ text: 'x'.repeat(10_001) }, 'use at most 10000 characters'],
      [{ text: 'x\0' }, 'use plain text'],
      [{ text: 'Hi', part: 'x' }, 'choose up to 10 parts'],
      [{ text: 'Hi', part: Array.from({ length: 11 }, () => unknown) }, 'choose up to 10 parts'],
      [
        { text: 'Hi', part: unknown },
        'a part was deleted from the catalog. Remove it and choose another one',
      ],
    ] as const)
      expect(await act(reference, 'answer', fields as Record<string, string>)).toEqual({
        status: 400,
        done: false,
        message: `Error sending the answer: ${problem}`,
      });
    expect(await threadOf(reference)).toMatchObject({ state: 'open', entries: [] });
    expect(await act('REQ-99999', 'answer', { text: 'Hi' })).toMatchObject({
      message: 'Error sending the answer: REQ-99999 does not exist',
    });
    expect(await act(reference, 'delete')).toMatchObject({ status: 400, done: false });
    for (const path of ['/admin/requests/PY-10423.data', '/admin/requests/MSG-1001.data'])
      expect(
        (await shop.request(path, { method: 'POST', headers: { cookie: sam, Origin: 'http://shop.test' } }))
          .status,
      ).toBe(404);
  });

  test('says when its mail was not delivered', async () => {
    const { reference } = await ask();
    await act(reference, 'answer', { text: 'Hi' });
    await shop.runJobs();
    await query(
      `update mails set sent_at = null, given_up_at = now() where id = (select mail_id from inbox_entries)`,
    );
    expect((await threadOf(reference)).entries).toMatchObject([{ mail: 'failed' }]);
  });
});

test('replies are pasted, notes stay inside, and a thread is closed and opened again', async () => {
  const { reference, email } = await write();
  await act(reference, 'note', { text: 'Ask Joe' });
  await act(reference, 'answer', { text: 'Yes, we are.' });
  expect((await threadOf(reference)).state).toBe('answered');
  await act(reference, 'reply', { text: 'Great, thanks!\n> Yes, we are.' });
  expect(await threadOf(reference)).toMatchObject({ state: 'open', dueAt: expect.any(String) });
  expect(await act(reference, 'close')).toMatchObject({ message: 'Closed' });
  expect(await act(reference, 'close')).toMatchObject({ message: 'Error closing: it is already closed' });
  expect(await act(reference, 'reopen', {}, ada)).toMatchObject({ message: 'Reopened' });
  expect(await act(reference, 'reopen')).toMatchObject({ message: 'Error reopening: it is already open' });
  expect(await kinds(reference)).toEqual(['note', 'answer', 'reply', 'closed', 'reopened']);
  await shop.runJobs();
  expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual([
    'Your message to Partyard',
    `Re: Opening hours [${reference}]`,
  ]);
  const events = await query(
    "select details ->> 'action' as action from audit_logs where action = 'admin_change_inbox' and details ->> 'reference' = $1 order by created_at",
    [reference],
  );
  expect(events.map(({ action }) => action)).toEqual(['note', 'answer', 'reply', 'close', 'reopen']);
});

test('a thread leads to the first open one of its kind', async () => {
  const [first, second, third] = [await ask(), await ask(), await ask()];
  await write();
  const next = async ({ reference }: { reference: string }) => {
    const response = await shop.request(`/admin/requests/${reference}`, { headers: { cookie: sam } });
    const [link] = /<a [^>]*>Next open /.exec(await response.text()) ?? [];
    return /REQ-\d+/.exec(link ?? '')?.[0];
  };
  expect(await next(third)).toBe(first.reference);
  expect(await next(first)).toBe(second.reference);
  await act(first.reference, 'answer', { text: 'We have it.' });
  expect(await next(third)).toBe(second.reference);
  await act(second.reference, 'close');
  expect(await next(third)).toBeUndefined();
  expect(await next(first)).toBe(third.reference);
});

test('a thread lists what else came from the same email', async () => {
  const { reference, email } = await ask();
  const other = await write({ email: email.toUpperCase() });
  await write();
  await query(
    "insert into orders (amount, email, payment_id, paid_at, stock, status) values (10, upper($1), 'pay_1', now(), 'sold', 'completed'), (10, $1, null, null, 'held', 'pending')",
    [email],
  );
  expect(await threadOf(reference)).toMatchObject({
    orders: 1,
    others: [{ kind: 'message', title: 'Opening hours' }],
  });
  expect((await threadOf(other.reference)).others).toMatchObject([{ kind: 'request', title: 'Alternator' }]);
});

describe('a part that was asked for comes into stock', () => {
  const alternator = { part_name: 'Alternator 120 A', category: 'Electrical', stock_quantity: 1 };
  const add = async (part: object = {}) =>
    (await addParts(shop.database.owner, [{ ...alternator, ...part }]))[0] ?? '';
  const matchMails = async (email: string) =>
    (await mailsTo(email)).filter(({ subject }) => subject.startsWith('In stock now'));

  test('added with stock: both sides are told once', async () => {
    const { reference, email } = await ask({ partName: 'alternator' });
    const id = await add({ image_url: '/parts/alternator.svg' });
    await shop.runJobs();
    const mails = await matchMails(email);
    expect(mails).toMatchObject([
      { subject: `In stock now: alternator for 2015 Honda Civic [${reference}]` },
    ]);
    expect(mails[0].html).toContain(
      '<img src="http://shop.test/parts/alternator.svg" alt="Alternator 120 A"',
    );
    expect(mails[0].body).toContain(
      'Alternator 120 A for 2015 Honda Civic, $40.00, condition Used, Good, 1 in stock',
    );
    expect(mails[0].body).toContain(`-${id}`);
    expect(mails[0].body).toMatch(
      /You're receiving this email because we received a part request with your address on .*reply to this email/,
    );
    expect(mails[0].body).not.toContain('plug');
    expect(await threadOf(reference)).toMatchObject({
      state: 'open',
      entries: [{ kind: 'match', actor: null, mail: 'sent', parts: [{ id }] }],
    });
    expect((await requests()).rows).toMatchObject([{ matches: 1 }]);

    await query('update parts_catalog set stock_quantity = 0 where id = $1', [id]);
    await query('update parts_catalog set stock_quantity = 3 where id = $1', [id]);
    await shop.runJobs();
    expect(await matchMails(email)).toHaveLength(1);
    expect(await kinds(reference)).toEqual(['match']);
    expect(await query('select from stock_arrivals')).toEqual([]);
  });

  test('from no stock to some, of an answered request, or the very part that was asked for', async () => {
    const id = await add({ stock_quantity: 0 });
    const horn = await add({ part_name: 'Horn', vehicle_make: 'Kia', stock_quantity: 0 });
    const answered = await ask({ partName: 'Alternator' });
    await act(answered.reference, 'answer', { text: 'Not yet' });
    const own = await ask({ partName: 'Horn', partId: horn, make: '', model: '', year: '' });
    await shop.runJobs();
    expect(await matchMails(answered.email)).toEqual([]);
    await query('update parts_catalog set stock_quantity = 1 where id = any ($1)', [[id, horn]]);
    await shop.runJobs();
    expect(await matchMails(answered.email)).toHaveLength(1);
    expect(await matchMails(own.email)).toHaveLength(1);
    expect(await kinds(answered.reference)).toEqual(['answer', 'match']);
  });

  test('is no news for others: another vehicle, other words, a closed or old request, a sale, a message', async () => {
    const others = [
      await ask({ year: '2016' }),
      await ask({ model: 'Accord' }),
      await ask({ partName: 'Starter' }),
      await ask({ partName: 'Alternator 150 A' }),
    ];
    const closed = await ask();
    await act(closed.reference, 'close');
    const old = await ask();
    await query("update part_requests set created_at = now() - interval '91 days' where email = $1", [
      old.email,
    ]);
    await write({ subject: 'Alternator', message: 'Honda Civic 2015' });
    await add();
    await add({ stock_quantity: 0 });
    await shop.runJobs();
    expect(await query("select from inbox_entries where kind = 'match'")).toEqual([]);
    for (const { email } of [...others, closed, old]) expect(await matchMails(email)).toEqual([]);
  });

  test('and is sold before the job runs: no one is told', async () => {
    const { email } = await ask();
    const id = await add();
    await query('update parts_catalog set stock_quantity = 0 where id = $1', [id]);
    await shop.runJobs();
    expect(await matchMails(email)).toEqual([]);
  });

  test('several at once are one mail; there are three mails, and twenty parts in a thread', async () => {
    const { reference, email } = await ask();
    await query(`insert into parts_catalog (part_name, vehicle_make, vehicle_model, vehicle_year, stock_quantity)
      select 'Alternator ' || n, 'Honda', 'Civic', 2015, 1 from generate_series(1, 4) as n`);
    await shop.runJobs();
    expect(await matchMails(email)).toHaveLength(1);
    for (let round = 0; round < 18; round += 1) {
      await add();
      await shop.runJobs();
    }
    expect(await matchMails(email)).toHaveLength(3);
    const { entries } = await threadOf(reference);
    expect(entries.filter(({ mail }) => mail === null)).toHaveLength(14);
    expect(entries.flatMap(({ parts }) => parts)).toHaveLength(20);
  });

  test('five mails a day to one email, whatever it asks for', async () => {
    senders += 1;
    const email = `many-${senders}@example.com`;
    for (let n = 0; n < 7; n += 1) await ask({ email: n % 2 ? email.toUpperCase() : email, phone: `${n}` });
    await add();
    await shop.runJobs();
    const { length } = await query(
      "select from mails where lower(recipient) = $1 and subject like 'In stock now%'",
      [email],
    );
    expect(length).toBe(5);
    expect(await query("select from inbox_entries where kind = 'match'")).toHaveLength(7);
  });

  test('quotes no advertisement to an email that is not confirmed', async () => {
    const { email } = await ask({
      partName: 'Alternator',
      partId: await add({ stock_quantity: 0 }),
      model: 'buy at www.spam.example',
    });
    await query('update parts_catalog set stock_quantity = 1');
    await shop.runJobs();
    const [mail] = await matchMails(email);
    expect(mail.subject).toContain('(as you wrote it)');
    expect(mail.subject + mail.body + mail.html).not.toContain('spam');
  });

  test('under two processes, and killed in between, everyone is told once', async () => {
    const asked = [await ask(), await ask({ partName: 'alternator' })];
    const { owner } = shop.database;
    await query(`insert into parts_catalog (part_name, vehicle_make, vehicle_model, vehicle_year, stock_quantity)
      select case when n in (1, 1100) then 'Alternator' else 'Horn' end, 'Honda', 'Civic', 2015, 1
      from generate_series(1, 1100) as n`);
    const [{ id: arrivalId }] = await query('select id from stock_arrivals');
    const payload = JSON.stringify({ arrivalId });
    const task = shop.tasks['match-arrivals'] as (payload: unknown, helpers: unknown) => Promise<void>;

    // The first job has compared its first chunk and has written a mail, and is killed while it waits for a thread.
    await owner.query('begin');
    await owner.query(
      `select from inbox_threads where request_id = (select id from part_requests where email = $1) for update`,
      [asked[1]?.email],
    );
    const killed = task({ arrivalId }, {}).catch((error: unknown) => error);
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
    expect(await query('select from inbox_entries')).toEqual([]);

    await Promise.all([task({ arrivalId }, {}), task({ arrivalId }, {})]);
    await owner.query("select add_job('match-arrivals', $1::json, 'once more')", [payload]);
    await shop.runJobs();
    for (const { email, reference } of asked) {
      const mails = await matchMails(email);
      expect(mails.map(({ body }) => body.match(/See the part/g).length)).toEqual([1, 1]);
      expect((await threadOf(reference)).entries.flatMap(({ parts }) => parts)).toHaveLength(2);
    }
  });

  test('without open requests, no arrivals are noted', async () => {
    await add();
    expect(await query('select from stock_arrivals')).toEqual([]);
  });
});

describe('saved answers', () => {
  async function save(id: string, fields: Record<string, string>, cookie = sam) {
    const body = new FormData();
    for (const [name, value] of Object.entries({ intent: 'save', id, ...fields })) body.set(name, value);
    const response = await shop.request('/admin/messages/saved-answers.data', {
      method: 'POST',
      headers: { cookie, Origin: 'http://shop.test' },
      body,
    });
    return { status: response.status, ...(await readOutcome(response)) };
  }
  const saved = () => query('select id, title, text from saved_answers order by title');
  beforeEach(() => query('delete from saved_answers'));

  test('are added, changed and deleted by staff, and offered in each thread', async () => {
    const { reference } = await write();
    const text = 'Hi {name},\r\nwe are open on Labor Day.';
    expect(await save('new', { title: ' Opening  hours ', text })).toMatchObject({ done: true });
    const [answer] = await saved();
    expect(answer).toMatchObject({
      title: 'Opening hours',
      text: 'Hi {name},\nwe are open on Labor Day.',
    });
    for (const path of ['/admin/messages/saved-answers', `/admin/messages/${reference}`]) {
      const page = await shop.request(path, { headers: { cookie: sam } });
      expect([path, (await page.text()).includes('Opening hours')]).toEqual([path, true]);
    }
    expect(await save(answer.id, { title: 'Hours', text: 'Closed.' }, ada)).toMatchObject({
      done: true,
    });
    expect(await saved()).toEqual([{ id: answer.id, title: 'Hours', text: 'Closed.' }]);
    expect(await save(answer.id, { intent: 'delete' })).toMatchObject({ done: true });
    expect(await save(answer.id, { intent: 'delete' })).toMatchObject({ done: true });
    expect(await save(answer.id, { title: 'Hours', text: 'Late' })).toMatchObject({
      done: false,
      message: expect.stringContaining('someone has deleted it'),
    });
    expect(await saved()).toEqual([]);
    const events = await query(
      "select action from audit_logs where action like 'admin%saved_answer' or action = 'admin_save_answer' order by created_at",
    );
    expect(events.map(({ action }) => action)).toEqual([
      'admin_save_answer',
      'admin_save_answer',
      'admin_delete_saved_answer',
    ]);
  });

  test('are bounded: texts, titles and their number', async () => {
    expect(await save('new', { title: '', text: 'x'.repeat(2_001) })).toMatchObject({
      status: 400,
      errors: { title: 'Please enter a title', text: 'At most 2,000 characters' },
    });
    expect(await save('new', { title: 'Bell', text: 'a\u0007b' })).toMatchObject({
      errors: { text: 'Use plain text' },
    });
    await save('new', { title: 'Hours', text: 'Open' });
    expect(await save('new', { title: 'HOURS', text: 'Closed' })).toMatchObject({
      status: 409,
      message: expect.stringContaining('another saved answer has this title'),
    });
    await query(
      "insert into saved_answers (title, text, changed_by) select 'T' || n, 'x', gen_random_uuid() from generate_series(1, 98) as n",
    );
    const answers = await Promise.all(
      ['One', 'Two'].map((title) => save('new', { title, text: 'At the same time' })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await saved()).toHaveLength(100);
    expect((await save('no-id', { title: 'x', text: 'x' })).status).toBe(400);
  });

  test('a placeholder that is not filled in is not mailed', async () => {
    const { reference, email } = await write();
    const before = (await mailsTo(email)).length;
    expect(await act(reference, 'answer', { text: 'Hi, {order} left today.', seen: '' })).toMatchObject({
      done: false,
      message: 'Error sending the answer: replace {order} in the text',
    });
    await shop.runJobs();
    expect(await mailsTo(email)).toHaveLength(before);
  });
});
