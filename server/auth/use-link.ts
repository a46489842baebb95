import type pg from 'pg';
import { newPasswordProblem } from '#domain/account.ts';
import type { LinkOutcome, OpenedLink, Visitor } from '#services';
import { accountMails, writeMail } from './account-mails.ts';
import { logAccountEvent } from '../audit/account-events.ts';
import { OTHER_LINK, setByLink } from './change-password.ts';
import { deviceCookie } from './device.ts';
import { readForm } from './input.ts';
import { linkToken, noLinkCookie } from './link-cookie.ts';
import {
  endSessions,
  findLink,
  type FoundLink,
  type LinkPurpose,
  lockLink,
  setPassword,
  useUp,
} from './mailed-links.ts';
import { brokenLink, choosesPassword, linkPurpose } from './open-link.ts';
import { hashPassword, weakness } from './passwords.ts';
import { startSession } from './sessions.ts';
import { type AccountTools, inTransaction } from './tools.ts';

/**
 * Does what a mailed link is for: the button of its page was pressed, or its form was sent. The form names the account
 * that the page has shown, so that a link that was opened later in another tab does not take its place.
 */
export async function useLink(
  tools: AccountTools,
  request: Request,
  type: string | null,
  visitor: Visitor,
): Promise<LinkOutcome> {
  const purpose = linkPurpose(type);
  if (!purpose) return { to: '/auth?link=unknown', cookies: [] };
  const fields = await readForm(request);
  const token = linkToken(tools, purpose, request);
  const link = token === undefined ? undefined : await findLink(tools.pool, purpose, token);
  if (token === undefined || link?.state !== 'good') return broken(tools, purpose, link, visitor);
  if (fields.email !== link.email) return { status: 409, error: OTHER_LINK };

  const chooses = choosesPassword(tools, request, purpose, token);
  const problem = chooses ? passwordProblem(fields) : undefined;
  if (problem !== undefined) return { status: 422, error: problem };
  if (purpose === 'recovery') return resetPassword(tools, request, token, fields.password ?? '');

  const passwordHash = chooses ? await hashPassword(fields.password ?? '') : undefined;
  const used = await inTransaction(tools.pool, async (client) => {
    const locked = await lockLink(client, purpose, token);
    if (locked?.state === 'good') {
      await effects[purpose](tools, client, { ...locked, passwordHash: passwordHash ?? locked.passwordHash });
    }
    return locked;
  });
  if (used?.state !== 'good') return broken(tools, purpose, used, visitor);
  const done =
    purpose === 'signup'
      ? await afterSignUp(tools, request, used, visitor)
      : await afterChange(tools, request, used, visitor);
  return { to: done.to, cookies: [noLinkCookie(tools, purpose), ...done.cookies] };
}

function passwordProblem({ password = '', confirm = '' }: Record<string, string>): string | undefined {
  return newPasswordProblem(password, confirm) ?? weakness(password)?.text;
}

type Effect = (tools: AccountTools, client: pg.PoolClient, link: FoundLink) => Promise<void>;

const effects: Record<Exclude<LinkPurpose, 'recovery'>, Effect> = {
  async signup(_tools, client, { userId, passwordHash, displayName }) {
    // The password of this link counts, or the one chosen now: whatever others have signed up with is void.
    await useUp(client, userId);
    if (passwordHash) await setPassword(client, userId, passwordHash);
    await endSessions(client, userId);
    await client.query(
      `update auth.users set email_verified = true, name = coalesce($2, name), updated_at = now() where id = $1`,
      [userId, displayName],
    );
    if (displayName) {
      await client.query('update public.profiles set display_name = $2 where user_id = $1', [
        userId,
        displayName,
      ]);
    }
  },
  async password_change(tools, client, { userId, email, passwordHash }) {
    await useUp(client, userId);
    if (passwordHash) await setPassword(client, userId, passwordHash);
    await endSessions(client, userId);
    await writeMail(tools, client, accountMails.passwordChanged(email, tools.siteUrl));
  },
};

async function afterSignUp(
  tools: AccountTools,
  request: Request,
  link: FoundLink,
  { user }: Visitor,
): Promise<OpenedLink> {
  await logAccountEvent(tools, request, {
    action: 'security_email_verified',
    userId: link.userId,
    details: { severity: 'info' },
  });
  // A browser on which somebody else is signed in stays so: the page has said it.
  return user && user.id !== link.userId
    ? { to: '/auth?link=confirmed', cookies: [] }
    : enter(tools, request, link, '/auth?link=confirmed');
}

async function afterChange(
  tools: AccountTools,
  request: Request,
  link: FoundLink,
  { user }: Visitor,
): Promise<OpenedLink> {
  await logAccountEvent(tools, request, {
    action: 'security_password_changed',
    userId: link.userId,
    details: { severity: 'info', by: 'confirmed_change' },
  });
  // Only the browser that was signed in as this user stays so.
  return user?.id === link.userId
    ? enter(tools, request, link, '/auth?link=changed')
    : { to: '/auth?link=changed', cookies: [] };
}

async function enter(
  tools: AccountTools,
  request: Request,
  link: FoundLink,
  otherwise: string,
): Promise<OpenedLink> {
  const session = await startSession(tools, request, link.userId);
  if (!session) return { to: otherwise, cookies: [] };
  await logAccountEvent(tools, request, { action: 'login_success', userId: link.userId });
  return { to: '/', cookies: [...session, deviceCookie(tools, request, link.email)] };
}

/** The form of /reset-password as a browser sends it that runs no script. */
async function resetPassword(
  tools: AccountTools,
  request: Request,
  token: string,
  password: string,
): Promise<LinkOutcome> {
  const { status, body, cookies } = await setByLink(tools, request, token, password);
  if ('error' in body) return { status, error: String(body.error) };
  return { to: 'user' in body && body.user ? '/' : '/auth?link=changed', cookies };
}

function broken(
  tools: AccountTools,
  purpose: LinkPurpose,
  link: FoundLink | undefined,
  visitor: Visitor,
): OpenedLink {
  return { to: brokenLink(purpose, link, visitor), cookies: [noLinkCookie(tools, purpose)] };
}
