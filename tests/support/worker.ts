import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { type BrowserContext, expect, test as base } from '../../tools/browser/playwright.ts';
import { hashPassword } from '#server/auth/passwords.ts';
import { databaseUrl } from './database-server.ts';
import { runShop } from './run-shop.ts';
import { SharedTab } from './shared-tab.ts';

const ADMIN_PASSWORD = 'a password for Ada';
export const OWNER_PASSWORD = 'the password of the owner';
export const OWN_SECRET = 'a secret for browser stories that is long enough';

interface WorkerFixtures {
  /** Of the database of the shop that all stories share. */
  sharedOwner: pg.Client;
  sharedTab: SharedTab;
  /** Of the shared shop. One per worker, because sign-ins are limited. */
  admin: { id: string; cookies: Awaited<ReturnType<BrowserContext['cookies']>> };
  ownShop: { url: string; owner: pg.Client };
}

async function connect(connectionString: string | undefined): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}

/**
 * What a worker starts once, when a story first needs it. All of it stands here, because Playwright stops a worker, and
 * starts another one, between two stories whose tests define other fixtures for workers.
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
      const { rows } = await sharedOwner.query(
        'insert into auth.users (name, email, email_verified) values ($1, $1, true) returning id',
        [email],
      );
      const id: string = rows[0].id;
      await sharedOwner.query(
        "insert into auth.accounts (user_id, account_id, provider_id, password) values ($1, $2, 'credential', $3)",
        [id, id, await hashPassword(ADMIN_PASSWORD)],
      );
      const site = process.env.SHOP_URL ?? '';
      const requests = await playwright.request.newContext({ baseURL: site });
      const signedIn = await requests.post('/auth/v1/token?grant_type=password', {
        data: { email, password: ADMIN_PASSWORD },
        headers: { Origin: site },
      });
      expect(signedIn.status()).toBe(200);
      const { cookies } = await requests.storageState();
      await requests.dispose();
      await use({ id, cookies });
    },
    { scope: 'worker' },
  ],
  ownShop: [
    async ({ sharedOwner }, use) => {
      const name = `test_own_${randomUUID().replaceAll('-', '')}`;
      await sharedOwner.query(`create database ${name}`);
      const url = databaseUrl(process.env.SHOP_DATABASE_URL ?? '', name);
      const shop = runShop({
        DATABASE_URL: url,
        AUTH_SECRET: OWN_SECRET,
        ADMIN_PASSWORD: OWNER_PASSWORD,
        TRUST_PROXY: 'true',
      });
      const site = await shop.ready();
      const owner = await connect(url);
      await use({ url: site, owner });
      await owner.end();
      await shop.kill('SIGTERM');
      await sharedOwner.query(`drop database ${name} with (force)`);
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});
