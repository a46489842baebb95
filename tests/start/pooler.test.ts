import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { formColumns } from '#core/catalog/part-fields.ts';
import { partTopic } from '#core/live/live.ts';
import { loginNames, loginUrl } from '#server/database/logins.ts';
import { createDatabase, databaseUrl, dropDatabase } from '../support/database-server.ts';
import { findProgram } from '../support/debian-program.ts';
import { openLive } from '../support/live.ts';
import { isLong } from '../support/is-long.ts';
import { addParts } from '../support/parts.ts';
import { type PgBouncer, startPgBouncer } from '../support/pgbouncer.ts';
import { runShop, type ShopProcess } from '../support/run-shop.ts';
import { type StripeStandIn, startStripeStandIn } from '../support/stripe-stand-in.ts';
import { TEST_SECRET } from '../support/test-database.ts';

const program = findProgram('pgbouncer');
const STRIPE = { secretKey: 'sk_test_pooler', webhookSecret: 'whsec_pooler' };
const ADMIN = { email: 'admin@localhost.test', password: 'a password for Ada' };

describe.runIf(isLong && program)(
  'through pgbouncer in transaction mode (needs the Debian package pgbouncer)',
  () => {
    const name = `test_pooler_${randomBytes(4).toString('hex')}`;
    const url = databaseUrl(inject('ownerUrl'), name);
    const eventually = (look: () => unknown) => expect.poll(look, { interval: 30, timeout: 20_000 });
    let server: pg.Client;
    let owner: pg.Client;
    let pgbouncer: PgBouncer;
    let stripe: StripeStandIn;
    let shop: ShopProcess;
    let address: string;

    beforeAll(async () => {
      server = new pg.Client({ connectionString: inject('serverUrl') });
      await server.connect();
      await createDatabase(server, name);
      owner = new pg.Client({ connectionString: url });
      await owner.connect();
      // Fewer connections than any pool of the shop has.
      pgbouncer = await startPgBouncer(program ?? '', inject('serverUrl'), { poolSize: 2 });
      stripe = await startStripeStandIn(STRIPE);
      shop = start();
      address = await shop.ready();
    });
    afterAll(async () => {
      await shop?.kill('SIGTERM');
      await stripe?.[Symbol.asyncDispose]();
      await pgbouncer?.[Symbol.asyncDispose]();
      await owner?.end();
      await dropDatabase(server, name);
      await server.end();
    });

    function start(environment: Record<string, string> = {}): ShopProcess {
      return runShop({
        DATABASE_URL: pgbouncer.through(url),
        DATABASE_DIRECT_URL: url,
        AUTH_SECRET: TEST_SECRET,
        DEMO: 'true',
        ADMIN_PASSWORD: ADMIN.password,
        STRIPE_SECRET_KEY: STRIPE.secretKey,
        STRIPE_WEBHOOK_SECRET: STRIPE.webhookSecret,
        STRIPE_API_BASE: stripe.url,
        ...environment,
      });
    }

    async function post(site: string, path: string, body: object | FormData, cookie = ''): Promise<Response> {
      const isForm = body instanceof FormData;
      return fetch(site + path, {
        method: 'POST',
        headers: { Origin: site, Cookie: cookie, ...(!isForm && { 'Content-Type': 'application/json' }) },
        body: isForm ? body : JSON.stringify(body),
      });
    }

    async function signIn(site: string): Promise<string> {
      const response = await post(site, '/auth/v1/token?grant_type=password', ADMIN);
      expect(response.status).toBe(200);
      return response.headers
        .getSetCookie()
        .map((cookie) => cookie.split(';')[0])
        .join('; ');
    }

    const readPart = async (id: string) =>
      (await (await fetch(`${address}/api/parts/${id}`)).json()) as { price: number };

    test('many visitors browse at once', async () => {
      const paths = [
        '/',
        '/junkyard',
        '/junkyard?q=brake',
        '/api/parts?limit=3',
        '/api/parts/facets',
        '/cart',
        '/health',
      ];
      const statuses = await Promise.all(
        Array.from({ length: 70 }, async (_, index) => {
          const response = await fetch(`${address}${paths[index % paths.length]}`, {
            headers: { Cookie: `visitor=${index}` },
          });
          await response.arrayBuffer();
          return response.status;
        }),
      );
      expect(new Set(statuses)).toEqual(new Set([200]));
    });

    test('a sale is live, paid, and its mail is sent by a job', async () => {
      const [id = ''] = await addParts(owner, [{ part_name: 'Rotor', price: 400, stock_quantity: 1 }]);
      using live = await openLive(address, [partTopic(id)]);
      await live.next();
      const response = await post(address, '/functions/v1/create-payment', {
        items: [{ id, name: 'Rotor', amountCents: 40_000, quantity: 1 }],
        currency: 'usd',
        taxCents: 3_200,
        shippingCents: 0,
      });
      const { url: page } = (await response.json()) as { url: string };
      await live.next(({ parts }) => parts?.[id]?.allHeld === true);
      const session = page.split('/').at(-1) ?? '';
      const paid = stripe.pay(session, { email: 'dana@example.com' });
      expect((await stripe.deliver(paid, `${address}/functions/v1/payment-webhook`)).status).toBe(200);
      await live.next(({ parts }) => parts?.[id]?.stock === 0 && !parts[id].allHeld);
      await eventually(async () => {
        const { rows } = await owner.query(
          "select sent_at is not null as sent from mails where recipient = 'dana@example.com'",
        );
        return rows;
      }).toEqual([{ sent: true }]);
    });

    test('an admin signs in and adds a part, which the next page shows', async () => {
      const cookie = await signIn(address);
      await fetch(`${address}/junkyard?q=Zebra`);
      const form = new FormData();
      for (const column of formColumns) form.set(column, '');
      form.set('intent', 'save');
      form.set('part_name', 'Zebra Horn');
      form.set('category', 'General');
      const response = await post(address, '/admin/part/new', form, cookie);
      expect(await response.json()).toMatchObject({ done: true });
      expect(await (await fetch(`${address}/junkyard?q=Zebra`)).text()).toContain('Zebra Horn');
    });

    test('a kept page follows changes from outside', async () => {
      const [id = ''] = await addParts(owner, [{ price: 10 }]);
      await eventually(async () => (await readPart(id)).price).toBe(10);
      await owner.query('update parts_catalog set price = 20 where id = $1', [id]);
      await eventually(async () => (await readPart(id)).price).toBe(20);
    });

    test('connections of the pooler have the timeouts of their login', async () => {
      const of = async (login: 'service' | 'limits' | 'auth', setting: string) => {
        const client = new pg.Client({
          connectionString: pgbouncer.through(loginUrl(url, login, TEST_SECRET)),
        });
        await client.connect();
        const { rows } = await client.query(`show ${setting}`);
        await client.end();
        return rows[0][setting];
      };
      expect(await of('service', 'statement_timeout')).toBe('10s');
      expect(await of('limits', 'statement_timeout')).toBe('2s');
      expect(await of('auth', 'search_path')).toBe('auth');
    });

    test('another start keeps the passwords, and its second step leaks to no other shop', async () => {
      const hashes = async () =>
        (
          await server.query('select rolpassword from pg_authid where rolname = any ($1) order by 1', [
            loginNames(name),
          ])
        ).rows;
      const before = await hashes();
      const strict = start({ REQUIRE_ADMIN_2FA: 'true' });
      try {
        const site = await strict.ready();
        expect(await hashes()).toEqual(before);
        const enters = async (shopAddress: string, cookie: string) =>
          (
            await fetch(`${shopAddress}/admin/part-choices`, {
              headers: { Cookie: cookie },
              redirect: 'manual',
            })
          ).status;
        const [here, there] = [await signIn(address), await signIn(site)];
        for (let round = 0; round < 5; round += 1) {
          const statuses = await Promise.all([
            enters(address, here),
            enters(site, there),
            enters(address, here),
          ]);
          expect(statuses).toEqual([200, 302, 200]);
        }
      } finally {
        await strict.kill('SIGTERM');
      }
    });
  },
);
