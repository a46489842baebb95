import type pg from 'pg';
import type { LinkResult, LinkRedirect, Visitor } from '#services';
import { accountMails, writeMail } from './account-mails.ts';
import { logAccountEvent } from '../audit/account-events.ts';
import { setPasswordByLink } from './change-password.ts';
import { formatDeviceCookie } from './device.ts';
import { readForm } from './input.ts';
import { OTHER_LINK, readLinkToken, formatClearedLinkCookie } from './link-cookie.ts';
import {
  endSessions,
  findLink,
  type FoundLink,
  type LinkPurpose,
  lockLink,
  setPassword,
  voidLinks,
} from './mailed-links.ts';
import { redirectBrokenLink, choosesPassword, parseLinkPurpose } from './open-link.ts';
import { findPasswordProblem, hashPassword } from './passwords.ts';
import { startSession } from './sessions.ts';
import { type AccountTools, inTransaction } from './tools.ts';

/** The form names the account that the page showed, because another tab may have opened another link since. */
export async function submitLink(
  tools: AccountTools,
  request: Request,
  type: string | null,
  visitor: Visitor,
): Promise<LinkResult> {
  const purpose = parseLinkPurpose(type);
  if (!purpose) return { to: '/auth?link=unknown', cookies: [] };
  const fields = await readForm(request);
  const token = readLinkToken(tools, purpose, request);
  const link = token === undefined ? undefined : await findLink(tools.pool, purpose, token);
  if (token === undefined || link?.state !== 'good') return failLink(tools, purpose, link, visitor);
  if (fields.email !== link.email) return { status: 409, error: OTHER_LINK };

  const hasNewPassword = choosesPassword(tools, request, purpose, token);
  const problem = hasNewPassword ? findPasswordProblem(fields) : undefined;
  if (problem !== undefined) return { status: 422, error: problem };
  if (purpose === 'recovery') return resetPassword(tools, request, token, fields.password ?? '');

  const passwordHash = hasNewPassword ? await hashPassword(fields.password ?? '') : undefined;
  const used = await inTransaction(tools.pool, async (client) => {
    const locked = await lockLink(client, purpose, token);
    if (locked?.state === 'good') {
      await effects[purpose](tools, client, { ...locked, passwordHash: passwordHash ?? locked.passwordHash });
    }
    return locked;
  });
  if (used?.state !== 'good') return failLink(tools, purpose, used, visitor);
  const done =
    purpose === 'signup'
      ? await finishSignUp(tools, request, used, visitor)
      : await finishChange(tools, request, used, visitor);
  return { to: done.to, cookies: [formatClearedLinkCookie(tools, purpose), ...done.cookies] };
}

type Effect = (tools: AccountTools, client: pg.PoolClient, link: FoundLink) => Promise<void>;

const effects: Record<Exclude<LinkPurpose, 'recovery'>, Effect> = {
  async signup(_tools, client, { userId, passwordHash, displayName }) {
    // Passwords of other sign-ups with this address become void.
    await voidLinks(client, userId);
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
    await voidLinks(client, userId);
    if (passwordHash) await setPassword(client, userId, passwordHash);
    await endSessions(client, userId);
    await writeMail(tools, client, accountMails.passwordChanged(email, tools.siteUrl));
  },
};

async function finishSignUp(
  tools: AccountTools,
  request: Request,
  link: FoundLink,
  { user }: Visitor,
): Promise<LinkRedirect> {
  await logAccountEvent(tools, request, {
    action: 'security_email_verified',
    userId: link.userId,
    details: { severity: 'info' },
  });
  // The page showed the other user that they stay signed in.
  return user && user.id !== link.userId
    ? { to: '/auth?link=confirmed', cookies: [] }
    : signIn(tools, request, link, '/auth?link=confirmed');
}

async function finishChange(
  tools: AccountTools,
  request: Request,
  link: FoundLink,
  { user }: Visitor,
): Promise<LinkRedirect> {
  await logAccountEvent(tools, request, {
    action: 'security_password_changed',
    userId: link.userId,
    details: { severity: 'info', by: 'confirmed_change' },
  });
  return user?.id === link.userId
    ? signIn(tools, request, link, '/auth?link=changed')
    : { to: '/auth?link=changed', cookies: [] };
}

async function signIn(
  tools: AccountTools,
  request: Request,
  link: FoundLink,
  fallback: string,
): Promise<LinkRedirect> {
  const session = await startSession(tools, request, link.userId);
  if (!session) return { to: fallback, cookies: [] };
  await logAccountEvent(tools, request, { action: 'login_success', userId: link.userId });
  return { to: '/', cookies: [...session, formatDeviceCookie(tools, request, link.email)] };
}

async function resetPassword(
  tools: AccountTools,
  request: Request,
  token: string,
  password: string,
): Promise<LinkResult> {
  const { status, body, cookies } = await setPasswordByLink(tools, request, token, password);
  if ('error' in body) return { status, error: String(body.error) };
  return { to: 'user' in body && body.user ? '/' : '/auth?link=changed', cookies };
}

function failLink(
  tools: AccountTools,
  purpose: LinkPurpose,
  link: FoundLink | undefined,
  visitor: Visitor,
): LinkRedirect {
  return {
    to: redirectBrokenLink(purpose, link, visitor),
    cookies: [formatClearedLinkCookie(tools, purpose)],
  };
}
