import { expect, test as base } from './story.ts';

export const test = base.extend<{ signIn: () => Promise<string> }>({
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
