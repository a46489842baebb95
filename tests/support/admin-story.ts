import { randomUUID } from 'node:crypto';
import type { BrowserContext } from '../../tools/browser/playwright.ts';
import { hashPassword } from '#server/auth/passwords.ts';
import { expect, test as base } from './story.ts';

const PASSWORD = 'a password for Ada';

interface Admin {
  id: string;
  cookies: Awaited<ReturnType<BrowserContext['cookies']>>;
}

export const test = base.extend<{ signIn: () => Promise<string> }, { admin: Admin }>({
  /** One per worker, because sign-ins are limited. */
  admin: [
    async ({ owner, playwright }, use) => {
      const email = `ada-${randomUUID()}@example.com`;
      const { rows } = await owner.query(
        'insert into auth.users (name, email, email_verified) values ($1, $1, true) returning id',
        [email],
      );
      const id: string = rows[0].id;
      await owner.query(
        "insert into auth.accounts (user_id, account_id, provider_id, password) values ($1, $2, 'credential', $3)",
        [id, id, await hashPassword(PASSWORD)],
      );
      const site = process.env.SHOP_URL ?? '';
      const requests = await playwright.request.newContext({ baseURL: site });
      const signedIn = await requests.post('/auth/v1/token?grant_type=password', {
        data: { email, password: PASSWORD },
        headers: { Origin: site },
      });
      expect(signedIn.status()).toBe(200);
      const { cookies } = await requests.storageState();
      await requests.dispose();
      await use({ id, cookies });
    },
    { scope: 'worker' },
  ],
  signIn: async ({ admin: { id, cookies }, context, owner }, use) => {
    await use(async () => {
      await owner.query(
        "insert into user_roles (user_id, role) values ($1, 'admin') on conflict do nothing",
        [id],
      );
      await context.addCookies(cookies);
      return id;
    });
  },
});

export { expect };
