import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type LivePart, listTopic, partTopic } from '#core/live/live.ts';
import { liveAddress } from '#core/live/live-address.ts';
import {
  type LiveClient,
  type LiveShop,
  listenLive,
  type NumberedMessage,
  openLive,
} from '../support/live.ts';
import { addParts, type PartColumns } from '../support/parts.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';
import { addDeskOrder } from '../support/desk-orders.ts';

let shop: TestShop;
let first: LiveShop;

beforeAll(async () => {
  shop = await createTestShop();
  first = await listenLive(shop);
});

afterAll(async () => {
  await first?.[Symbol.asyncDispose]();
  await shop?.[Symbol.asyncDispose]();
});

async function addPart(part: PartColumns = {}): Promise<string> {
  const [id] = await addParts(shop.database.owner, [part]);
  return id as string;
}

async function connectAgain(): Promise<AsyncDisposable & { client: pg.Client }> {
  const client = new pg.Client({ connectionString: shop.database.ownerUrl });
  await client.connect();
  return { client, [Symbol.asyncDispose]: () => client.end() };
}

function change(id: string, columns: string): Promise<unknown> {
  return shop.database.owner.query(`update parts_catalog set ${columns} where id = $1`, [id]);
}

async function hears(client: LiveClient, topic: string): Promise<void> {
  await client.next(({ changed }) => changed?.includes(topic) ?? false);
}

const stateOf = (message: NumberedMessage, id: string): LivePart | null | undefined => message.parts?.[id];

describe('parts', () => {
  test('the first message has the state of all parts that the page shows', async () => {
    const id = await addPart({ price: 19.99, stock_quantity: 3 });
    const unknown = '00000000-0000-4000-8000-000000000000';
    using client = await openLive(first.url, [partTopic(id), partTopic(unknown)]);
    expect(await client.next()).toMatchObject({
      parts: { [id]: { priceCents: 1999, stock: 3, allHeld: false }, [unknown]: null },
    });
  });

  test('price, stock, holds and deletion follow', async () => {
    const id = await addPart({ price: 40, stock_quantity: 2 });
    using client = await openLive(first.url, [partTopic(id)]);
    await client.next();
    await change(id, 'price = 35.5');
    expect(stateOf(await client.next(), id)).toEqual({ priceCents: 3550, stock: 2, allHeld: false });
    await change(id, 'stock_held = 2');
    expect(stateOf(await client.next(), id)).toEqual({ priceCents: 3550, stock: 0, allHeld: true });
    await change(id, 'stock_quantity = 0, stock_held = 0');
    expect(stateOf(await client.next(), id)).toEqual({ priceCents: 3550, stock: 0, allHeld: false });
    await change(id, 'price = null');
    expect(stateOf(await client.next(), id)).toMatchObject({ priceCents: null });
    await shop.database.owner.query('delete from parts_catalog where id = $1', [id]);
    expect(stateOf(await client.next(), id)).toBeNull();
  });

  test('a client hears only of its own parts, and not of what shoppers do not see', async () => {
    const [own, other] = [await addPart(), await addPart()];
    using client = await openLive(first.url, [partTopic(own)]);
    await client.next();
    await change(other, 'price = 1');
    await change(own, "source_url = 'https://example.com/other'");
    await change(own, 'price = 2');
    expect(stateOf(await client.next(), own)).toMatchObject({ priceCents: 200 });
    expect(client.messages).toHaveLength(2);
  });

  test('a statement about many parts is one message', async () => {
    const ids = await addParts(
      shop.database.owner,
      Array.from({ length: 20 }, () => ({})),
    );
    using client = await openLive(first.url, ids.map(partTopic));
    await client.next();
    await shop.database.owner.query(
      `insert into parts_catalog (part_name, category, price)
       select 'Bulb ' || n, 'Lights', 5 from generate_series(1, 2000) as n`,
    );
    await shop.database.owner.query('update parts_catalog set price = 77');
    const message = await client.next();
    expect(Object.keys(message.parts ?? {})).toHaveLength(20);
    expect(stateOf(message, ids[7] ?? '')).toMatchObject({ priceCents: 7700 });
  });

  test('one stream follows all parts of the longest page', async () => {
    const ids = await addParts(
      shop.database.owner,
      Array.from({ length: 299 }, () => ({})),
    );
    const topics = [listTopic('Honda', 'Civic'), ...ids.map(partTopic)];
    expect(liveAddress(topics, 1).length).toBeLessThan(7_000);
    using client = await openLive(first.url, topics);
    expect(Object.keys((await client.next()).parts ?? {})).toHaveLength(299);
    await change(ids.at(-1) ?? '', 'price = 3');
    const { parts } = await client.next((message) => message.parts !== undefined);
    expect(parts).toEqual({ [ids.at(-1) ?? '']: { priceCents: 300, stock: 2, allHeld: false } });
  });

  test('an uncommitted change is not sent, a rolled back one never', async () => {
    const id = await addPart({ price: 10 });
    using client = await openLive(first.url, [partTopic(id)]);
    await client.next();
    await shop.database.owner.query('begin');
    await change(id, 'price = 11');
    await shop.database.owner.query('rollback');
    await change(id, 'price = 12');
    expect(stateOf(await client.next(), id)).toMatchObject({ priceCents: 1200 });
  });
});

describe('lists', () => {
  test('change with the parts that they contain', async () => {
    using client = await openLive(first.url, [
      listTopic(),
      listTopic('Saab'),
      listTopic('Saab', '900'),
      listTopic('Saab', '9-5'),
    ]);
    await client.next();
    const id = await addPart({ vehicle_make: 'Saab', vehicle_model: '900', stock_quantity: 1 });
    expect((await client.next()).changed).toEqual([listTopic(), listTopic('Saab'), listTopic('Saab', '900')]);
    await change(id, 'stock_quantity = 0');
    expect((await client.next()).changed).toEqual([listTopic(), listTopic('Saab'), listTopic('Saab', '900')]);
    await change(id, "vehicle_model = '9-5'");
    expect((await client.next()).changed).toEqual([
      listTopic(),
      listTopic('Saab'),
      listTopic('Saab', '900'),
      listTopic('Saab', '9-5'),
    ]);
    await change(id, 'stock_quantity = 5');
    await client.next();
    // One of five: no list changes.
    await change(id, 'stock_quantity = 4');
    await change(id, 'price = 3');
    await change(id, "category = 'Engine'");
    await client.next();
    expect(client.messages).toHaveLength(6);
  });
});

describe('after a break', () => {
  test('a client resumes with what it has missed', async () => {
    const [changed, same] = [await addPart({ price: 1 }), await addPart()];
    const topics = [partTopic(changed), partTopic(same), listTopic('Lada')];
    const client = await openLive(first.url, topics);
    await change(changed, 'price = 3');
    const { number } = await client.next((message) => stateOf(message, changed)?.priceCents === 300);
    client[Symbol.dispose]();
    await change(changed, 'price = 2');
    await addPart({ vehicle_make: 'Lada' });
    // Until the process has read them.
    using other = await openLive(first.url, [partTopic(changed)], { after: number });
    await other.next((message) => stateOf(message, changed)?.priceCents === 200);
    using again = await openLive(first.url, topics, { after: number });
    const missed = await again.next();
    expect(missed).toMatchObject({
      parts: { [changed]: { priceCents: 200 }, [same]: { priceCents: 4000 } },
    });
    // The process may have read the new part before, or after.
    if (!missed.changed?.includes(listTopic('Lada'))) await hears(again, listTopic('Lada'));
    expect(again.messages.at(-1)?.number).toBeGreaterThan(number);
    expect(again.messages.some(({ reload }) => reload)).toBe(false);
  });

  test('a client that was away for too long loads everything again', async () => {
    const id = await addPart();
    using future = await openLive(first.url, [partTopic(id)], { after: 999_999_999 });
    expect(await future.next()).toMatchObject({ reload: true, parts: { [id]: { stock: 2 } } });
  });

  test('nothing is missed while the database connection is lost', async () => {
    const id = await addPart({ price: 5 });
    using client = await openLive(first.url, [partTopic(id)]);
    await client.next();
    const reconnected = first.reconnect();
    await change(id, 'price = 6');
    await reconnected;
    expect(stateOf(await client.next(), id)).toMatchObject({ priceCents: 600 });
  });
});

describe('numbers', () => {
  const readNumbers = async () => {
    const { rows } = await shop.database.owner.query<{ number: string; topics: string[] }>(
      'select number, topics from live_changes order by number',
    );
    return rows.map(({ number, topics }) => ({ number: Number(number), topics }));
  };

  test('follow the order of the commits, not of the statements', async () => {
    const [early, late] = [await addPart(), await addPart()];
    await using slow = await connectAgain();
    await slow.client.query('begin');
    await slow.client.query('update parts_catalog set stock_held = 1 where id = $1', [late]);
    await change(early, 'stock_held = 1');
    await slow.client.query('commit');
    const numbers = await readNumbers();
    const numberOf = (id: string) =>
      numbers.findLast(({ topics }) => topics.includes(partTopic(id)))?.number ?? Number.NaN;
    expect(numberOf(early)).toBeLessThan(numberOf(late));
  });

  test('no two changes share one, whatever runs side by side', async () => {
    const ids = await addParts(
      shop.database.owner,
      Array.from({ length: 4 }, () => ({})),
    );
    await Promise.all(
      ids.map(async (id, index) => {
        await using connection = await connectAgain();
        for (let price = 1; price <= 25; price += 1) {
          await connection.client.query('begin');
          // In both orders, since an audit event takes a lock at the commit too.
          const log = () =>
            connection.client.query("select log_audit_event(p_action => 'admin_update_part')");
          if (index % 2) await log();
          await connection.client.query('update parts_catalog set price = $2 where id = $1', [id, price]);
          if (index % 2 === 0) await log();
          await connection.client.query('commit');
        }
      }),
    );
    const numbers = (await readNumbers()).map(({ number }) => number);
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(numbers.every((number) => number > 0)).toBe(true);
  });
});

describe('the topics of the admin', () => {
  const password = 'correct horse battery staple';
  const asUser = async (email: string) => ({ headers: { Cookie: await shop.signIn(email, password) } });

  test('are for admins only', async () => {
    await shop.addUser({ email: 'stranger@example.com', password });
    const refused = [
      {},
      await asUser('stranger@example.com'),
      { headers: { Cookie: 'partyard.session_token=x' } },
    ];
    for (const visitor of refused) {
      using client = await openLive(first.url, ['admin:alerts'], visitor);
      expect(await client.next()).toMatchObject({ denied: true });
      await client.ended;
    }
  });

  test('some are for staff too, until the role is taken away', async () => {
    const id = await shop.addUser({ email: 'staff@example.com', password, staff: true });
    const visitor = await asUser('staff@example.com');
    using refused = await openLive(first.url, ['admin:audit', 'admin:crawls'], visitor);
    expect(await refused.next()).toMatchObject({ denied: true });
    await refused.ended;
    using client = await openLive(first.url, ['admin:audit', 'admin:parts'], visitor);
    await client.next();
    await shop.database.owner.query("select log_audit_event(p_action => 'failed_login')");
    await addPart();
    await hears(client, 'admin:parts');
    expect(client.messages.some(({ changed }) => changed?.includes('admin:audit'))).toBe(false);
    await shop.database.owner.query('delete from user_roles where user_id = $1', [id]);
    await client.next(({ denied }) => denied ?? false);
    await client.ended;
  });

  test('of admins end when an admin becomes staff, and those of staff stay when staff become admins', async () => {
    const { owner } = shop.database;
    const id = await shop.addUser({ email: 'changing@example.com', password, admin: true });
    const visitor = await asUser('changing@example.com');
    using ofAdmins = await openLive(first.url, ['admin:audit'], visitor);
    using ofStaff = await openLive(first.url, ['admin:parts'], visitor);
    await Promise.all([ofAdmins.next(), ofStaff.next()]);
    await owner.query(
      "with gone as (delete from user_roles where user_id = $1) insert into user_roles values ($1, 'staff')",
      [id],
    );
    await ofAdmins.next(({ denied }) => denied ?? false);
    await ofAdmins.ended;
    await addPart();
    await hears(ofStaff, 'admin:parts');
  });

  test('change with alerts, crawls, parts, orders and events that matter', async () => {
    const admin = await shop.addUser({ email: 'admin@example.com', password, admin: true });
    const inbox = ['admin:inbox', 'admin:requests', 'admin:messages'];
    const topics = ['admin:parts', 'admin:orders', 'admin:alerts', 'admin:audit', 'admin:crawls', ...inbox];
    using client = await openLive(first.url, topics, await asUser('admin@example.com'));
    await client.next();
    const { owner } = shop.database;
    await addPart();
    await hears(client, 'admin:parts');
    const order = await addDeskOrder(owner);
    await owner.query("insert into order_events (order_id, kind) values ($1, 'ready')", [order.id]);
    await hears(client, 'admin:orders');
    await owner.query("update orders set progress = 'packed' where id = $1", [order.id]);
    await hears(client, 'admin:orders');
    await owner.query("insert into alerts (kind, subject) values ('mail-not-delivered', 'one')");
    await hears(client, 'admin:alerts');
    await owner.query("update alerts set settled_at = now() where subject = 'one'");
    await hears(client, 'admin:alerts');
    await owner.query("insert into catalog_crawls (user_id, address) values ($1, 'https://example.com')", [
      admin,
    ]);
    await hears(client, 'admin:crawls');
    await owner.query("insert into part_requests (name, email, part_name) values ('V', 'v@e.com', 'Horn')");
    await hears(client, 'admin:requests');
    await owner.query(
      "insert into contact_messages (name, email, subject, message) values ('V', 'v@e.com', 'Hi', 'Hello')",
    );
    await hears(client, 'admin:messages');
    await owner.query("insert into mails (subject, body) values ('Re: Hi', 'Hello')");
    await owner.query(
      "insert into inbox_entries (thread_id, kind, text, mail_id) select 1, 'answer', 'Hi', id from mails where subject = 'Re: Hi'",
    );
    await owner.query("update mails set sent_at = now() where subject = 'Re: Hi'");
    await hears(client, 'admin:inbox');
    await owner.query("select log_audit_event(p_action => 'page_view')");
    await owner.query("select log_audit_event(p_action => 'failed_login')");
    await hears(client, 'admin:audit');
  });

  test('say what only the admin’s own account has changed', async () => {
    const id = await shop.addUser({ email: 'own@example.com', password, admin: true });
    await shop.addUser({ email: 'colleague@example.com', password, admin: true });
    const topics = ['admin:audit', 'admin:parts'];
    using own = await openLive(first.url, topics, await asUser('own@example.com'));
    using colleague = await openLive(first.url, topics, await asUser('colleague@example.com'));
    const { number: after } = await own.next();
    // After the events of the sign-ins.
    await addPart();
    const { rows } = await shop.database.owner.query('select max(number)::int as newest from live_changes');
    await own.next(({ number }) => number >= rows[0].newest);
    await shop.database.pools.as({ role: 'authenticated', userId: id }, async (transaction) => {
      await sql`select log_audit_event(p_action => 'admin_update_part')`.execute(transaction);
    });
    const heard = await own.next();
    expect(heard).toMatchObject({ changed: ['admin:audit'], own: ['admin:audit'] });
    const byColleague = await colleague.next(({ number }) => number === heard.number);
    expect(byColleague).toMatchObject({ changed: ['admin:audit'] });
    expect(byColleague).not.toHaveProperty('own');

    await shop.database.owner.query("select log_audit_event(p_action => 'failed_login')");
    const later = await own.next(({ number }) => number > heard.number);
    expect(later).not.toHaveProperty('own');
    using resumed = await openLive(first.url, topics, { after, ...(await asUser('own@example.com')) });
    const missed = await resumed.next();
    expect(missed.changed).toContain('admin:audit');
    expect(missed).not.toHaveProperty('own');
  });

  test.for([
    { when: 'the role is taken away', statement: 'delete from user_roles where user_id = $1' },
    { when: 'the session ends', statement: 'delete from auth.sessions where user_id = $1' },
    { when: 'the user is banned', statement: 'update auth.users set banned_at = now() where id = $1' },
  ])('end when $when, and those of others stay', async ({ statement }, { task }) => {
    const [email, other] = [`${task.id}@example.com`, `other-${task.id}@example.com`];
    const id = await shop.addUser({ email, password, admin: true });
    await shop.addUser({ email: other, password, admin: true });
    using client = await openLive(first.url, ['admin:alerts'], await asUser(email));
    using colleague = await openLive(first.url, ['admin:alerts'], await asUser(other));
    await Promise.all([client.next(), colleague.next()]);
    await shop.database.owner.query(statement, [id]);
    await client.next(({ denied }) => denied ?? false);
    await client.ended;
    await shop.database.owner.query('insert into alerts (kind, subject) values ($1, $2)', [
      'mail-not-delivered',
      task.id,
    ]);
    await hears(colleague, 'admin:alerts');
  });

  test('end with a sign-out', async () => {
    await shop.addUser({ email: 'leaving@example.com', password, admin: true });
    const visitor = await asUser('leaving@example.com');
    using client = await openLive(first.url, ['admin:alerts', listTopic()], visitor);
    await client.next();
    await shop.request('/auth/v1/logout', {
      method: 'POST',
      headers: { ...visitor.headers, Origin: 'http://shop.test' },
    });
    await client.next(({ denied }) => denied ?? false);
    await client.ended;
  });
});

describe('an order', () => {
  test('changes with what its buyer sees, and with nothing else', async () => {
    const { owner } = shop.database;
    const [order, other] = [await addDeskOrder(owner), await addDeskOrder(owner)];
    const topic = `order:${order.id}`;
    using client = await openLive(first.url, [topic, listTopic('Saab')]);
    await client.next();
    const changes = [
      "insert into order_events (order_id, kind) values ($1, 'shipped')",
      "update order_events set undone_at = now() where order_id = $1 and kind = 'shipped'",
      "update orders set progress = 'packed' where id = $1",
      'update orders set refunded = 5 where id = $1',
      `with asked as (
         insert into contact_messages (name, email, subject, message, order_id)
         values ('V', 'v@e.com', 'Hi', 'When?', $1) returning id
       ) select id from asked`,
      `insert into inbox_entries (thread_id, kind, text)
       select inbox_threads.id, 'answer', 'Tomorrow' from inbox_threads
       join contact_messages on contact_messages.id = message_id where order_id = $1`,
    ];
    for (const statement of changes) {
      await owner.query(statement, [order.id]);
      if (!statement.includes('contact_messages (')) {
        expect(Object.keys(await client.next()).toSorted()).toEqual(['changed', 'number']);
      }
    }
    const heard = client.messages.length;
    for (const kind of ['note', 'photo_added', 'photo_removed', 'released'])
      await owner.query('insert into order_events (order_id, kind) values ($1, $2)', [order.id, kind]);
    await owner.query("insert into order_events (order_id, kind) values ($1, 'shipped')", [other.id]);
    await addPart({ vehicle_make: 'Saab' });
    expect((await client.next()).changed).toEqual([listTopic('Saab')]);
    expect(client.messages).toHaveLength(heard + 1);
    expect(client.messages.flatMap(({ changed = [] }) => changed)).toEqual([
      ...Array.from({ length: heard - 1 }, () => topic),
      listTopic('Saab'),
    ]);
  });

  test('changes with the steps of its returns', async () => {
    const { owner } = shop.database;
    const order = await addDeskOrder(owner);
    using client = await openLive(first.url, [`order:${order.id}`]);
    await client.next();
    await owner.query("insert into returns (order_id, kind) values ($1, 'return')", [order.id]);
    await hears(client, `order:${order.id}`);
    await owner.query("update returns set state = 'approved' where order_id = $1", [order.id]);
    await hears(client, `order:${order.id}`);
  });
});

describe('refused', () => {
  test.for([
    '',
    'topic=',
    'topic=part:00000000-0000-4000-8000-000000000000',
    'parts=AAAA',
    'parts=AAAAAAAAAAAAAAAAAAAA%3D%3D',
    'topic=list:*',
    'topic=part:*',
    'topic=user:00000000-0000-4000-8000-000000000000',
    'topic=admin:everything',
    'topic=order:*',
    'topic=order:10423',
    'topic=list:&after=-1',
    'topic=list:&after=x',
    `topic=list:${'x'.repeat(200)}`,
    Array.from({ length: 301 }, (_, index) => `topic=list:${index}`).join('&'),
  ])('%s', async (query) => {
    const response = await fetch(`${first.url}/live?${query}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ error: 'Name 1 to 300 topics' });
  });

  test('other methods', async () => {
    const head = await fetch(`${first.url}/live?topic=list:`, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    const post = await fetch(`${first.url}/live?topic=list:`, { method: 'POST' });
    expect(post.status).toBeGreaterThanOrEqual(400);
  });

  test('more than 200 streams of one address, until one of them ends', async () => {
    const headers = { 'X-Forwarded-For': '203.0.113.77' };
    const clients = await Promise.all(
      Array.from({ length: 200 }, () => openLive(first.url, [listTopic()], { headers })),
    );
    using refused = await openLive(first.url, [listTopic()], { headers });
    expect(refused.status).toBe(503);
    using elsewhere = await openLive(first.url, [listTopic()], {
      headers: { 'X-Forwarded-For': '203.0.113.78' },
    });
    expect(elsewhere.status).toBe(200);
    for (const client of clients.splice(0, 1)) client[Symbol.dispose]();
    await expect
      .poll(async () => {
        using again = await openLive(first.url, [listTopic()], { headers });
        return again.status;
      })
      .toBe(200);
    for (const client of clients) client[Symbol.dispose]();
  });
});
