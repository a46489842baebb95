import { sql } from 'kysely';
import type { Accounts, Visitor } from '#services';
import { changePassword, recover } from './change-password.ts';
import { leave } from './leave.ts';
import { linkPage, openLink } from './open-link.ts';
import { secondStep } from './second-step.ts';
import { accessLeft, refresh, signIn, signOut } from './sign-in.ts';
import { signUp } from './sign-up.ts';
import { type AccountTools, answer } from './tools.ts';
import { useLink } from './use-link.ts';
import { tellingWhy } from './why.ts';

const NOBODY: Visitor = { user: null, isAdmin: false, needsSecondStep: false };

/** Everything about accounts. Who sends a request is looked up in the database each time, never taken from a cookie. */
export function createAccounts(tools: AccountTools): Accounts {
  const { auth, database, log } = tools;

  async function adminRights(userId: string): Promise<Pick<Visitor, 'isAdmin' | 'needsSecondStep'>> {
    try {
      const role = await database.as({ role: 'authenticated', userId }, (transaction) =>
        transaction
          .selectFrom('user_roles')
          .select(sql<boolean>`is_admin()`.as('counts'))
          .where('user_id', '=', userId)
          .where('role', '=', 'admin')
          .executeTakeFirst(),
      );
      return { isAdmin: role?.counts === true, needsSecondStep: role?.counts === false };
    } catch (error) {
      log.error(error, 'The look-up of the admin role failed');
      return { isAdmin: false, needsSecondStep: false };
    }
  }

  async function visitor(request: Request): Promise<Visitor> {
    const found = await auth.api.getSession({
      headers: request.headers,
      query: { disableCookieCache: true, disableRefresh: true },
    });
    if (!found || found.user.bannedAt) return NOBODY;
    const { id, email, createdAt, twoFactorEnabled } = found.user;
    return {
      user: { id, email, createdAt, hasSecondStep: twoFactorEnabled === true },
      ...(await adminRights(id)),
    };
  }

  return eachTellingWhy({
    visitor,
    async describe(request) {
      const { user, isAdmin, needsSecondStep } = await visitor(request);
      if (!user) return answer(200, { user: null, isAdmin: false });
      const { id, email, createdAt } = user;
      return answer(200, {
        user: { id, email, created_at: createdAt.toISOString() },
        isAdmin,
        ...(needsSecondStep && { needsSecondStep }),
        ...(await accessLeft(tools, request)),
      });
    },
    signUp: (request) => signUp(tools, request),
    signIn: (request) => signIn(tools, request),
    refresh: async (request) => refresh(tools, request, await visitor(request)),
    signOut: async (request) => signOut(tools, request, await visitor(request)),
    recover: (request) => recover(tools, request),
    changePassword: async (request) => changePassword(tools, request, await visitor(request)),
    leave: async (request) => leave(tools, request, await visitor(request)),
    openLink: async (request) => openLink(tools, request, await visitor(request)),
    linkPage: async (request, type) => linkPage(tools, request, type, await visitor(request)),
    useLink: async (request, type) => useLink(tools, request, type, await visitor(request)),
    secondStep: async (request, deed) => secondStep(tools, request, await visitor(request), deed),
  });
}

function eachTellingWhy(accounts: Accounts): Accounts {
  const wrapped = Object.entries(accounts).map(([name, call]) => [
    name,
    (...given: unknown[]) => tellingWhy(() => call(...given)),
  ]);
  return Object.fromEntries(wrapped) as Accounts;
}
