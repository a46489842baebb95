import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { databaseUrl } from './database-server.ts';
import { runShop } from './run-shop.ts';
import { expect, test as base } from './story.ts';

const PASSWORD = 'the password of the owner';
export const OWN_SECRET = 'a secret for browser stories that is long enough';

interface Fixtures {
  /** As an admin. */
  signIn: () => Promise<void>;
}

/** Stories in a shop of their own, because all pages of a shop follow its settings. */
export const test = base.extend<Fixtures, { ownShop: { url: string; databaseUrl: string } }>({
  ownShop: [
    async ({}, use) => {
      const server = new pg.Client({ connectionString: process.env.SHOP_DATABASE_URL });
      await server.connect();
      const name = `test_own_${randomUUID().replaceAll('-', '')}`;
      await server.query(`create database ${name}`);
      const url = databaseUrl(process.env.SHOP_DATABASE_URL ?? '', name);
      const shop = runShop({
        DATABASE_URL: url,
        AUTH_SECRET: OWN_SECRET,
        ADMIN_PASSWORD: PASSWORD,
        TRUST_PROXY: 'true',
      });
      await use({ url: await shop.ready(), databaseUrl: url });
      await shop.kill('SIGTERM');
      await server.query(`drop database ${name} with (force)`);
      await server.end();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ ownShop }, use) => use(ownShop.url),
  owner: [
    async ({ ownShop }, use) => {
      const owner = new pg.Client({ connectionString: ownShop.databaseUrl });
      await owner.connect();
      await use(owner);
      await owner.end();
    },
    { scope: 'worker' },
  ],
  signIn: async ({ context, baseURL }, use) => {
    await use(async () => {
      const signedIn = await context.request.post('/auth/v1/token?grant_type=password', {
        data: { email: 'admin@localhost.test', password: PASSWORD },
        headers: { Origin: baseURL ?? '' },
      });
      expect(signedIn.status()).toBe(200);
    });
  },
});

export { expect };
