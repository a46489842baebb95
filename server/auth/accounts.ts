import { sql } from 'kysely';
import type { Accounts, Visitor } from '#services';
import { changePassword, recover } from './change-password.ts';
import { deleteAccount } from './delete-account.ts';
import { readLinkPage, openLink } from './open-link.ts';
import { secondStep } from './second-step.ts';
import { readAccessExpiry, refresh, signIn, signOut } from './sign-in.ts';
import { signUp } from './sign-up.ts';
import { type AccountTools, respond } from './tools.ts';
import { submitLink } from './submit-link.ts';
import { withErrorCause } from './error-cause.ts';

const SIGNED_OUT: Visitor = { user: null, isAdmin: false, needsSecondStep: false };

/** Creates the account calls. Each reads the visitor from the database and trusts no cookie for it. */
export function createAccounts(tools: AccountTools): Accounts {
  const { auth, database, log } = tools;

  async function readAdminRights(userId: string): Promise<Pick<Visitor, 'isAdmin' | 'needsSecondStep'>> {
    try {
      const role = await database.as({ role: 'authenticated', userId }, (transaction) =>
        transaction
          .selectFrom('user_roles')
          .select(sql<boolean>`is_admin()`.as('active'))
          .where('user_id', '=', userId)
          .where('role', '=', 'admin')
          .executeTakeFirst(),
      );
      return { isAdmin: role?.active === true, needsSecondStep: role?.active === false };
    } catch (error) {
      log.error(error, 'Reading the admin role failed');
      return { isAdmin: false, needsSecondStep: false };
    }
  }

  async function readVisitor(request: Request): Promise<Visitor> {
    const session = await auth.api.getSession({
      headers: request.headers,
      query: { disableCookieCache: true, disableRefresh: true },
    });
    if (!session || session.user.bannedAt) return SIGNED_OUT;
    const { id, email, createdAt, twoFactorEnabled } = session.user;
    return {
      user: { id, email, createdAt, hasSecondStep: twoFactorEnabled === true },
      ...(await readAdminRights(id)),
    };
  }

  return withErrorCauses({
    readVisitor,
    async getUser(request) {
      const { user, isAdmin, needsSecondStep } = await readVisitor(request);
      if (!user) return respond(200, { user: null, isAdmin: false });
      const { id, email, createdAt } = user;
      return respond(200, {
        user: { id, email, created_at: createdAt.toISOString() },
        isAdmin,
        ...(needsSecondStep && { needsSecondStep }),
        ...(await readAccessExpiry(tools, request)),
      });
    },
    signUp: (request) => signUp(tools, request),
    signIn: (request) => signIn(tools, request),
    refresh: async (request) => refresh(tools, request, await readVisitor(request)),
    signOut: async (request) => signOut(tools, request, await readVisitor(request)),
    recover: (request) => recover(tools, request),
    changePassword: async (request) => changePassword(tools, request, await readVisitor(request)),
    deleteAccount: async (request) => deleteAccount(tools, request, await readVisitor(request)),
    openLink: async (request) => openLink(tools, request, await readVisitor(request)),
    readLinkPage: async (request, type) => readLinkPage(tools, request, type, await readVisitor(request)),
    submitLink: async (request, type) => submitLink(tools, request, type, await readVisitor(request)),
    secondStep: async (request, action) => secondStep(tools, request, await readVisitor(request), action),
  });
}

function withErrorCauses(accounts: Accounts): Accounts {
  const wrapped = Object.entries(accounts).map(([name, call]) => [
    name,
    (...parameters: unknown[]) => withErrorCause(() => call(...parameters)),
  ]);
  return Object.fromEntries(wrapped) as Accounts;
}
