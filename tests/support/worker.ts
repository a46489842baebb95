import { randomUUID } from 'node:crypto';
import pg from 'pg';
import {
  type BrowserContext,
  expect,
  type PlaywrightWorkerArgs,
  test as base,
} from '../../tools/browser/playwright.ts';
import { hashPassword } from '#server/auth/passwords.ts';
import { databaseUrl } from './database-server.ts';
import { runShop } from './run-shop.ts';
import { SharedTab } from './shared-tab.ts';
import { startStripeStandIn, type StripeStandIn } from './stripe-stand-in.ts';

const PASSWORD = 'a password of a person';
export const OWNER_PASSWORD = 'the password of the owner';
export const OWN_SECRET = 'a secret for browser stories that is long enough';
const STRIPE_SECRETS = { secretKey: 'sk_test_of_stories', webhookSecret: 'whsec_of_stories' };

interface WorkerFixtures {
  /** Connects to the database of the shop that all stories share. */
  sharedOwner: pg.Client;
  sharedTab: SharedTab;
  /** The admin of the shared shop. Each worker has one, because sign-ins are limited. */
  admin: { id: string; cookies: Cookies };
  ownShop: OwnShop;
  /** A stand-in of Stripe decides the payments and refunds of this shop. One person of each kind has an account. */
  stripeShop: OwnShop & { stripe: StripeStandIn; people: Record<'buyer' | 'staff', Cookies> };
}

interface OwnShop {
  url: string;
  owner: pg.Client;
}

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;

async function connect(connectionString: string | undefined): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}

async function addPerson(owner: pg.Client, name: string, email: string): Promise<string> {
  const { rows } = await owner.query(
    'insert into auth.users (name, email, email_verified) values ($1, $2, true) returning id',
    [name, email],
  );
  const id: string = rows[0].id;
  await owner.query(
    "insert into auth.accounts (user_id, account_id, provider_id, password) values ($1, $2, 'credential', $3)",
    [id, id, await hashPassword(PASSWORD)],
  );
  return id;
}

async function signIn({ request }: PlaywrightWorkerArgs['playwright'], site: string, email: string) {
  const requests = await request.newContext({ baseURL: site });
  const signedIn = await requests.post('/auth/v1/token?grant_type=password', {
    data: { email, password: PASSWORD },
    headers: { Origin: site },
  });
  expect(signedIn.status()).toBe(200);
  const { cookies } = await requests.storageState();
  await requests.dispose();
  return cookies;
}

async function runOwnShop(
  sharedOwner: pg.Client,
  environment: Record<string, string>,
  use: (shop: OwnShop) => Promise<void>,
): Promise<void> {
  const name = `test_own_${randomUUID().replaceAll('-', '')}`;
  await sharedOwner.query(`create database ${name} template ${process.env.TEMPLATE_DATABASE}`);
  const url = databaseUrl(process.env.SHOP_DATABASE_URL ?? '', name);
  const shop = runShop({
    DATABASE_URL: url,
    AUTH_SECRET: OWN_SECRET,
    ADMIN_PASSWORD: OWNER_PASSWORD,
    TRUST_PROXY: 'true',
    ...environment,
  });
  const site = await shop.ready();
  const owner = await connect(url);
  await use({ url: site, owner });
  await owner.end();
  await shop.kill('SIGTERM');
  await sharedOwner.query(`drop database ${name} with (force)`);
}

/**
 * Starts everything that a worker needs once, when a story first needs it. All of it stands here, because Playwright stops a
 * worker, and starts another one, between two stories whose tests define other fixtures for workers.
 */
export const test = base.extend<object, WorkerFixtures>({
  sharedOwner: [
    async ({}, use) => {
      const owner = await connect(process.env.SHOP_DATABASE_URL);
      await use(owner);
      await owner.end();
    },
    { scope: 'worker' },
  ],
  sharedTab: [
    async ({}, use) => {
      const tab = new SharedTab();
      await use(tab);
      await tab.close();
    },
    { scope: 'worker' },
  ],
  admin: [
    async ({ sharedOwner, playwright }, use) => {
      const email = `ada-${randomUUID()}@example.com`;
      const id = await addPerson(sharedOwner, 'Ada', email);
      const cookies = await signIn(playwright, process.env.SHOP_URL ?? '', email);
      await use({ id, cookies });
    },
    { scope: 'worker' },
  ],
  ownShop: [
    async ({ sharedOwner }, use) => runOwnShop(sharedOwner, {}, use),
    { scope: 'worker', timeout: 120_000 },
  ],
  stripeShop: [
    async ({ sharedOwner, playwright }, use) => {
      await using stripe = await startStripeStandIn(STRIPE_SECRETS);
      const environment = {
        STRIPE_SECRET_KEY: STRIPE_SECRETS.secretKey,
        STRIPE_WEBHOOK_SECRET: STRIPE_SECRETS.webhookSecret,
        STRIPE_API_BASE: stripe.url,
      };
      await runOwnShop(sharedOwner, environment, async ({ url, owner }) => {
        await addPerson(owner, 'Olga Okafor', 'olga@example.com');
        const staff = await addPerson(owner, 'Sam', 'sam@example.com');
        await owner.query("insert into user_roles (user_id, role) values ($1, 'staff')", [staff]);
        const people = {
          buyer: await signIn(playwright, url, 'olga@example.com'),
          staff: await signIn(playwright, url, 'sam@example.com'),
        };
        await use({ url, owner, stripe, people });
      });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});
