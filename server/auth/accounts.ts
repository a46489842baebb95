import type { Logger } from 'pino';
import type { Accounts, Database } from '#services';
import type { Auth } from './auth.ts';

/** Looks up who sends a request: the session by its cookie, then the admin role, both in the database. */
export function createAccounts(auth: Auth, database: Database, log: Logger): Accounts {
  async function isAdmin(userId: string): Promise<boolean> {
    try {
      const role = await database.as({ role: 'authenticated', userId }, (transaction) =>
        transaction
          .selectFrom('user_roles')
          .select('role')
          .where('user_id', '=', userId)
          .where('role', '=', 'admin')
          .executeTakeFirst(),
      );
      return role !== undefined;
    } catch (error) {
      log.error(error, 'The look-up of the admin role failed');
      return false;
    }
  }

  return {
    async visitor(request) {
      const session = await auth.api.getSession({ headers: request.headers });
      if (!session) return { user: null, isAdmin: false };
      const { id, email, createdAt } = session.user;
      return { user: { id, email, createdAt }, isAdmin: await isAdmin(id) };
    },
  };
}
