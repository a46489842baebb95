import { expect, test as base } from './story.ts';
import { OWNER_PASSWORD } from './worker.ts';

interface Fixtures {
  /** Signs in an admin. */
  signIn: () => Promise<void>;
}

/** These stories have their own shop, because all pages of a shop follow its settings. */
export const test = base.extend<Fixtures>({
  baseURL: ({ ownShop }, use) => use(ownShop.url),
  owner: ({ ownShop }, use) => use(ownShop.owner),
  signIn: async ({ context, baseURL }, use) => {
    await use(async () => {
      const signedIn = await context.request.post('/auth/v1/token?grant_type=password', {
        data: { email: 'admin@localhost.test', password: OWNER_PASSWORD },
        headers: { Origin: baseURL ?? '' },
      });
      expect(signedIn.status()).toBe(200);
    });
  },
});

export { expect };
