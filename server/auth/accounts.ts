import { sql } from 'kysely';
import type { Role } from '#core/accounts/role.ts';
import type { Accounts, Visitor } from '#core/accounts/accounts.server.ts';
import { changeEmail } from './change-email.ts';
import { changePassword, recover } from './change-password.ts';
import { deleteAccount } from './delete-account.ts';
import { acceptInvitation, readInvitation } from './invitations.ts';
import { readLinkPage, openLink } from './open-link.ts';
import { secondStep } from './second-step.ts';
import { readSession } from './sessions.ts';
import { readAccessExpiry, refresh, signIn, signOut } from './sign-in.ts';
import { signUp } from './sign-up.ts';
import { type AccountTools, respond } from './tools.ts';
import { submitLink } from './submit-link.ts';
import { withErrorCause } from './error-cause.ts';

const SIGNED_OUT: Visitor = { user: null, role: null, needsSecondStep: false };

/** Creates the account calls. Each reads the visitor from the database and trusts no cookie for it. */
export function createAccounts(tools: AccountTools): Accounts {
  const { database, log } = tools;

  async function readRole(userId: string): Promise<Omit<Visitor, 'user'>> {
    try {
      const given = await database.as({ role: 'authenticated', userId }, (transaction) =>
        transaction
          .selectFrom('user_roles')
          .select(
            sql<Role | null>`case when is_admin() then 'admin' when is_staff() then 'staff' end`.as('role'),
          )
          .where('user_id', '=', userId)
          .executeTakeFirst(),
      );
      return { role: given?.role ?? null, needsSecondStep: given?.role === null };
    } catch (error) {
      log.error(error, 'Reading the role failed');
      return { role: null, needsSecondStep: false, roleError: error };
    }
  }

  async function readVisitor(request: Request): Promise<Visitor> {
    const session = await readSession(tools, request);
    if (!session || session.user.bannedAt) return SIGNED_OUT;
    const { id, email, createdAt, twoFactorEnabled } = session.user;
    return {
      user: { id, email, createdAt, hasSecondStep: twoFactorEnabled === true },
      ...(await readRole(id)),
    };
  }

  return withErrorCauses({
    readVisitor,
    async getUser(request) {
      const { user, role, needsSecondStep } = await readVisitor(request);
      if (!user) return respond(200, { user: null, isAdmin: false, role: null });
      const { id, email, createdAt } = user;
      return respond(200, {
        user: { id, email, created_at: createdAt.toISOString() },
        isAdmin: role === 'admin',
        role,
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
    changeEmail: async (request) => changeEmail(tools, request, await readVisitor(request)),
    deleteAccount: async (request) => deleteAccount(tools, request, await readVisitor(request)),
    openLink: async (request) => openLink(tools, request, await readVisitor(request)),
    readLinkPage: async (request, type) => readLinkPage(tools, request, type, await readVisitor(request)),
    readInvitation: async (request) => readInvitation(tools, request, await readVisitor(request)),
    acceptInvitation: async (request) => acceptInvitation(tools, request, await readVisitor(request)),
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
