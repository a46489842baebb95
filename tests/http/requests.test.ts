import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { smtpTransport } from '#server/mail/mail-transport.ts';
import { isLong } from '../support/is-long.ts';
import { addParts } from '../support/parts.ts';
import { randomAddress } from '../support/random-address.ts';
import { type SmtpStandIn, startSmtpStandIn } from '../support/smtp-stand-in.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

let smtp: SmtpStandIn;
let shop: TestShop;

beforeAll(async () => {
  smtp = await startSmtpStandIn();
  const from = 'Partyard <shop@partyard.example>';
  shop = await createTestShop({
    transport: smtpTransport({ smtpUrl: smtp.url, from, shopMailTo: 'owner@partyard.example' }),
  });
});
afterAll(async () => {
  await shop[Symbol.asyncDispose]();
  await smtp[Symbol.asyncDispose]();
});

const PART_REQUEST = '/functions/v1/send-part-request-email';
const CONTACT = '/functions/v1/send-contact-email';

let senders = 0;

/** A request from a new sender, unless given. */
function partRequest(changed: Record<string, unknown> = {}) {
  senders += 1;
  return {
    name: 'Dana Driver',
    email: `dana-${senders}@example.com`,
    phone: '(619) 555-0187',
    make: 'Honda',
    model: 'Civic',
    year: '2015',
    partName: 'Alternator',
    description: 'With the plug on the left.\nAny color.',
    urgency: 'high',
    ...changed,
  };
}

function contactMessage(changed: Record<string, unknown> = {}) {
  senders += 1;
  return {
    name: 'Dana Driver',
    email: `dana-${senders}@example.com`,
    subject: 'Opening hours',
    message: 'Are you open on Labor Day?',
    ...changed,
  };
}

async function send(path: string, body: unknown, options: { from?: string; cookie?: string } = {}) {
  const response = await shop.request(path, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Forwarded-For': options.from ?? randomAddress(),
      ...(options.cookie !== undefined && { cookie: options.cookie }),
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return {
    status: response.status,
    body: (await response.json()) as { error?: string; field?: string },
    retryAfter: Number(response.headers.get('Retry-After')),
  };
}

async function rows(statement: string, values: unknown[] = []) {
  return (await shop.database.owner.query(statement, values)).rows;
}

/** The number of stored requests, messages, mails and mail jobs. */
async function stored() {
  const [counts] = await rows(`select
    (select count(*) from part_requests)::int as requests, (select count(*) from contact_messages)::int as messages,
    (select count(*) from mails)::int as mails,
    (select count(*) from graphile_worker.jobs)::int as jobs`);
  return counts;
}

const mailsTo = (recipient: string | null) =>
  rows('select * from mails where recipient is not distinct from $1 order by created_at desc', [recipient]);

describe('a part request', () => {
  test('is stored, mailed to the shop, and confirmed to the sender', async () => {
    const request = partRequest();
    expect(await send(PART_REQUEST, request)).toMatchObject({ status: 200, body: {} });
    expect(await rows('select * from part_requests where email = $1', [request.email])).toMatchObject([
      {
        name: 'Dana Driver',
        phone: '(619) 555-0187',
        make: 'Honda',
        model: 'Civic',
        year: '2015',
        part_name: 'Alternator',
        description: 'With the plug on the left.\nAny color.',
        urgency: 'high',
        part_id: null,
        user_id: null,
      },
    ]);

    const [toShop] = await mailsTo(null);
    expect(toShop).toMatchObject({
      reply_to: request.email,
      subject: 'Part request: Alternator for 2015 Honda Civic',
    });
    for (const said of [request.email, '(619) 555-0187', '2015 Honda Civic', 'Alternator', 'High (ASAP)']) {
      expect(toShop.body).toContain(said);
      expect(toShop.html).toContain(said);
    }
    expect(toShop.body).toContain('> With the plug on the left.\n> Any color.');

    const [toSender] = await mailsTo(request.email);
    expect(toSender.subject).toBe('Your part request at Partyard');
    expect(toSender.body).toContain('within 24 hours');
    expect(toSender.body).toContain('Part: Alternator');
    expect(toSender.body).toContain(
      'Partyard\nSan Diego, CA\n(619) 555-0142\nparts@partyard.example\nhttp://shop.test',
    );

    await shop.runJobs();
    const message = smtp.messages.find((each) => each.includes('Subject: Part request: Alternator for 2015'));
    expect(message).toContain('To: owner@partyard.example\r\n');
    expect(message).toContain(`Reply-To: ${request.email}\r\n`);
  });

  test('requires no phone, description, or urgency', async () => {
    const { name, email, make, model, year, partName } = partRequest();
    expect((await send(PART_REQUEST, { name, email, make, model, year, partName })).status).toBe(200);
    expect(await rows('select * from part_requests where email = $1', [email])).toMatchObject([
      { phone: null, description: null, urgency: 'medium' },
    ]);
  });

  test('for a part of the catalog names it while it exists', async () => {
    const [id = ''] = await addParts(shop.database.owner, [{ part_name: 'Horn', oem_number: '38100-TR0' }]);
    const vehicleless = { make: '', model: '', year: '', partName: 'Horn', partId: id };
    const first = partRequest(vehicleless);
    expect((await send(PART_REQUEST, first)).status).toBe(200);
    expect((await mailsTo(null))[0].body).toContain('OEM number: 38100-TR0');
    expect((await mailsTo(null))[0].body).toContain(`See the part: http://shop.test/part/${id}`);

    await shop.database.owner.query('delete from parts_catalog where id = $1', [id]);
    const second = partRequest(vehicleless);
    expect((await send(PART_REQUEST, second)).status).toBe(200);
    expect((await mailsTo(null))[0].body).not.toContain('See the part');
    expect(
      await rows('select part_id from part_requests where email = any ($1)', [[first.email, second.email]]),
    ).toEqual([{ part_id: null }, { part_id: null }]);
  });

  test.each([
    [{ name: ' ' }, 'Full Name is required', 'name'],
    [{ email: '' }, 'Email is required', 'email'],
    [{ email: 'dana' }, 'Please enter a valid email address', 'email'],
    [{ email: 'a@b.co, c@d.co' }, 'Please enter a valid email address', 'email'],
    [{ email: 'dana@example.com\r\nBcc: all@example.com' }, 'Email must be one line', 'email'],
    [{ make: null }, 'Make is required', 'make'],
    [{ model: undefined }, 'Model is required', 'model'],
    [{ year: '' }, 'Year is required', 'year'],
    [{ year: 2015 }, 'Year must be text', 'year'],
    [{ year: 'soon' }, 'Year must be a year such as 2015', 'year'],
    [{ partName: '' }, 'Part Name is required', 'partName'],
    [{ partName: 'Horn\r\nBcc: all@example.com' }, 'Part Name must be one line', 'partName'],
    [{ partName: 'x'.repeat(201) }, 'Part Name must have at most 200 characters', 'partName'],
    [{ description: 'nul \0' }, 'Detailed Description must be plain text', 'description'],
    [{ urgency: 'now' }, 'Urgency must be low, medium or high', 'urgency'],
    [{ partId: 'none' }, 'Unknown part', 'partId'],
  ])('with %o is refused, and nothing is stored', async (changed, error, field) => {
    const before = await stored();
    expect(await send(PART_REQUEST, partRequest(changed))).toMatchObject({
      status: 400,
      body: { error, field },
    });
    expect(await stored()).toEqual(before);
  });

  test('is accepted five times in 15 minutes from one email and phone in any spelling', async () => {
    const pair = { email: 'eve@example.com', phone: '619 555 0111' };
    const again = { email: 'EVE@example.com', phone: '(619) 555-0111' };
    // Concurrently: none is stored before all have arrived.
    const { owner } = shop.database;
    await owner.query('begin');
    await owner.query('lock table part_requests in exclusive mode');
    const sent = Array.from({ length: 8 }, (_, n) => send(PART_REQUEST, partRequest(n % 2 ? pair : again)));
    const waiting = async () => (await rows('select from pg_locks where not granted')).length;
    await expect.poll(waiting, { interval: 10, timeout: 5_000 }).toBe(8);
    await owner.query('commit');
    const answers = await Promise.all(sent);
    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(refused).toHaveLength(3);
    expect(refused[0]?.body.error).toBe(
      "You've submitted too many requests recently. Please wait before submitting another.",
    );
    expect(refused[0]?.retryAfter).toBeGreaterThan(880);
    expect(refused[0]?.retryAfter).toBeLessThanOrEqual(900);
    expect(await rows("select from part_requests where lower(email) = 'eve@example.com'")).toHaveLength(5);
    expect((await send(PART_REQUEST, partRequest({ ...pair, phone: '' }))).status).toBe(200);

    await shop.database.owner.query(
      "update part_requests set created_at = created_at - interval '15 minutes' where lower(email) = 'eve@example.com'",
    );
    expect((await send(PART_REQUEST, partRequest(pair))).status).toBe(200);
  });
});

describe('a contact message', () => {
  test('is stored, mailed to the shop, and confirmed to the sender', async () => {
    const message = contactMessage();
    expect(await send(CONTACT, message)).toMatchObject({ status: 200, body: {} });
    const { email, ...rest } = message;
    expect(await rows('select * from contact_messages where email = $1', [email])).toMatchObject([rest]);
    expect((await mailsTo(null))[0]).toMatchObject({
      reply_to: email,
      subject: 'Message: Opening hours',
      body: expect.stringContaining('> Are you open on Labor Day?'),
    });
    expect(await mailsTo(email)).toMatchObject([
      { subject: 'Your message to Partyard', body: expect.stringContaining('Subject: Opening hours') },
    ]);
  });

  test.each([
    [{ name: '' }, 'Name is required'],
    [{ email: 'dana@' }, 'Please enter a valid email address'],
    [{ subject: '' }, 'Subject is required'],
    [{ subject: 'Hi\r\nBcc: all@example.com' }, 'Subject must be one line'],
    [{ message: '\n ' }, 'Message is required'],
    [{ message: 'x'.repeat(10_001) }, 'Message must have at most 10000 characters'],
  ])('with %o is refused, and nothing is stored', async (changed, error) => {
    const before = await stored();
    expect(await send(CONTACT, contactMessage(changed))).toMatchObject({ status: 400, body: { error } });
    expect(await stored()).toEqual(before);
  });
});

describe('a stranger', () => {
  test("can't put HTML into a mail", async () => {
    const html = '<img src=x onerror=alert(1)> & "friends"';
    await send(CONTACT, contactMessage({ name: html, subject: html, message: html }));
    const [mail] = await mailsTo(null);
    expect(mail.html).not.toContain('<img');
    expect(mail.html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;friends&quot;');
    expect(mail.body).toContain(`> ${html}`);
    expect(mail.subject).toBe(`Message: ${html}`);
  });

  test("can't make the shop mail an advertisement to someone else", async () => {
    const spam = 'Win at casino.example now';
    const request = partRequest({ name: spam, partName: spam, make: spam, description: spam });
    const message = contactMessage({ name: spam, subject: spam, message: spam });
    await send(PART_REQUEST, request);
    await send(CONTACT, message);
    for (const email of [request.email, message.email]) {
      const [mail] = await mailsTo(email);
      expect(`${mail.subject} ${mail.body} ${mail.html}`).not.toMatch(/casino/i);
      expect(mail.body).toContain('(as you wrote it)');
    }
  });

  test('who fills in the hidden field gets a success message, and nothing is stored', async () => {
    const before = await stored();
    expect(await send(PART_REQUEST, partRequest({ website: 'http://x.example' }))).toMatchObject({
      status: 200,
    });
    expect(await send(CONTACT, contactMessage({ website: true }))).toMatchObject({ status: 200 });
    expect(await stored()).toEqual(before);
    expect(await send(CONTACT, contactMessage({ website: '' }))).toMatchObject({ status: 200 });
    expect(await stored()).not.toEqual(before);
  });

  test('can send ten messages in 15 minutes from one address, with both functions together', async () => {
    const from = '203.0.113.50';
    for (let n = 0; n < 5; n += 1) {
      expect((await send(PART_REQUEST, partRequest(), { from })).status).toBe(200);
      expect((await send(CONTACT, contactMessage(), { from })).status).toBe(200);
    }
    const before = await stored();
    expect(await send(PART_REQUEST, partRequest(), { from })).toMatchObject({
      status: 429,
      body: {
        error: "You've submitted too many requests recently. Please wait before submitting another.",
      },
    });
    const refused = await send(CONTACT, contactMessage(), { from });
    expect(refused).toMatchObject({
      status: 429,
      body: { error: "You've sent too many messages recently. Please wait before sending another." },
    });
    expect(refused.retryAfter).toBeGreaterThan(800);
    expect(await stored()).toEqual(before);
  });

  test("the limit of the whole shop has words of its own, and does not count at the sender's", async () => {
    await using busy = await createTestShop();
    const { owner } = busy.database;
    const ask = (path: string, body: object) =>
      busy.request(path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': '203.0.113.51' },
        body: JSON.stringify(body),
      });
    expect((await ask(CONTACT, contactMessage())).status).toBe(200);
    await owner.query("update limits set points = 1000 where key like 'write-to-shop-all/%'");
    const sendersCounts = async () =>
      (await owner.query("select key, points from limits where key like 'write-to-shop/%' order by key"))
        .rows;
    const before = await sendersCounts();
    expect(before).toHaveLength(2);
    for (const [path, body] of [
      [PART_REQUEST, partRequest()],
      [CONTACT, contactMessage()],
    ] as const) {
      const refused = await ask(path, body);
      const error = "We're getting more messages than usual. Please try again in a while, or call us.";
      expect([refused.status, await refused.json()]).toEqual([429, { error }]);
      expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(3_000);
    }
    expect(await sendersCounts()).toEqual(before);
    expect((await owner.query('select from contact_messages')).rows).toHaveLength(1);
  });

  test("can't flood another mailbox: the shop receives further messages, but confirms none", async () => {
    const email = 'victim@example.com';
    for (let n = 0; n < 8; n += 1) expect((await send(CONTACT, contactMessage({ email }))).status).toBe(200);
    expect(await rows('select from contact_messages where email = $1', [email])).toHaveLength(8);
    expect(await mailsTo(email)).toHaveLength(5);
  });
});

test('a signed-in user writes in their own name, and gets copies at the confirmed address', async () => {
  const email = 'olga@example.com';
  const userId = await shop.addUser({ email, password: 'a long password' });
  const cookie = await shop.signIn(email, 'a long password');
  await send(PART_REQUEST, partRequest({ email: 'Olga@example.com' }), { cookie });
  await send(CONTACT, contactMessage({ email, subject: 'About partyard.example' }), { cookie });
  expect(await rows('select user_id from part_requests where lower(email) = $1', [email])).toEqual([
    { user_id: userId },
  ]);
  const mails = await rows('select body from mails where lower(recipient) = $1', [email]);
  expect(mails.map(({ body }) => body).join('\n')).toContain('> With the plug on the left.');
  expect(mails.map(({ body }) => body).join('\n')).toContain('Subject: About partyard.example');
});

test('without a working counter, nothing is stored, and the visitor can try again', async () => {
  const before = await stored();
  await shop.database.owner.query('alter table limits rename to limits_away');
  const answers = [await send(PART_REQUEST, partRequest()), await send(CONTACT, contactMessage())];
  await shop.database.owner.query('alter table limits_away rename to limits');
  expect(answers).toMatchObject([
    { status: 503, body: { error: 'Failed to submit request. Please try again.' } },
    { status: 503, body: { error: 'Failed to send message. Please try again.' } },
  ]);
  expect(await stored()).toEqual(before);
});

describe.each([
  { path: PART_REQUEST, what: 'requests', usual: (): object => partRequest() },
  { path: CONTACT, what: 'messages', usual: (): object => contactMessage() },
])('$path', ({ path, what, usual }) => {
  test('any input is stored completely or refused without a 5xx', async () => {
    const odd = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 400 }),
      fc.string({ unit: 'grapheme', maxLength: 400 }),
      fc.emailAddress(),
      fc.constantFrom('\0', '\ud800', 'a@b.co\nBcc: c@d.co', '"a b"@c.co', '{{7*7}}', '%s', '2015', null, ''),
      fc.anything(),
    );
    const fields = Object.keys(usual());
    const body = fc.oneof(
      fc.anything(),
      fc
        .tuple(fc.subarray(fields), fc.array(odd, { minLength: 9, maxLength: 9 }))
        .map(([changed, values]) =>
          Object.assign(usual(), Object.fromEntries(changed.map((field, index) => [field, values[index]]))),
        ),
    );
    for (let round = 0; round < (isLong ? 20 : 1); round += 1) {
      // So many that the shared limit would end it.
      await shop.database.owner.query('delete from limits');
      await fc.assert(
        fc.asyncProperty(body, async (sent) => {
          const before = await stored();
          const { status, body: answer } = await send(path, safeJson(sent));
          const after = await stored();
          expect(status).toBeLessThan(500);
          if (status === 200) {
            expect(after).toMatchObject({ [what]: before[what] + 1 });
            expect(after.mails - before.mails).toBe(after.jobs - before.jobs);
            expect(after.mails).toBeGreaterThan(before.mails);
          } else {
            expect(answer.error).toEqual(expect.any(String));
            expect(after).toEqual(before);
          }
        }),
        { numRuns: isLong ? 1_000 : 100 },
      );
    }
  });
});

function safeJson(value: unknown): string {
  try {
    return JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? String(each) : each)) ?? '';
  } catch {
    return '';
  }
}
