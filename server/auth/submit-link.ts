import type pg from 'pg';
import type { LinkResult, LinkRedirect, Visitor } from '#services';
import { accountMails, writeMail } from './account-mails.ts';
import { logAccountEvent } from '../audit/account-events.ts';
import { setPasswordByLink } from './change-password.ts';
import { formatDeviceCookie } from './device.ts';
import { joinGuestOrders, recordSignIn } from './guest-orders.ts';
import { readForm } from './input.ts';
import { OTHER_LINK, readLinkToken, formatClearedLinkCookie } from './link-cookie.ts';
import {
  addLink,
  endNewerSecondStep,
  endSessions,
  findLink,
  type FoundLink,
  type LinkPurpose,
  lockLink,
  setPassword,
  voidLinks,
  voidUndoLinks,
} from './mailed-links.ts';
import { choosesPassword, formatLink, parseLinkPurpose, redirectBrokenLink } from './open-link.ts';
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
  const problem = hasNewPassword ? await findPasswordProblem(tools, fields) : undefined;
  if (problem !== undefined) return { status: 422, error: problem };
  if (purpose === 'recovery') return resetPassword(tools, request, token, fields.password ?? '');

  const passwordHash = hasNewPassword ? await hashPassword(fields.password ?? '') : undefined;
  const { used, effect } = await inTransaction(tools.pool, async (client) => {
    const locked = await lockLink(client, purpose, token);
    if (locked?.state !== 'good') return { used: locked };
    const newLink = { ...locked, passwordHash: passwordHash ?? locked.passwordHash };
    return { used: locked, effect: await effects[purpose](tools, client, newLink) };
  });
  if (used?.state !== 'good') return failLink(tools, purpose, used, visitor);
  if (!effect) return { status: 409, error: ADDRESS_TAKEN };
  if (effect.secondStepEnded) {
    await logAccountEvent(tools, request, {
      action: 'security_second_step_ended',
      userId: used.userId,
      details: { severity: 'warning', by: 'restored_address' },
    });
  }
  const done = await finishers[purpose](tools, request, used, visitor);
  return { to: done.to, cookies: [formatClearedLinkCookie(tools, purpose), ...done.cookies] };
}

const ADDRESS_TAKEN = 'Another account has this address now. Nothing was changed.';

/** Returns undefined, and changes nothing, if the link's address belongs to another account by now. */
type Effect = (
  tools: AccountTools,
  client: pg.PoolClient,
  link: FoundLink,
) => Promise<{ secondStepEnded?: boolean } | undefined>;

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
    return {};
  },
  async password_change(tools, client, { userId, email, passwordHash }) {
    await voidLinks(client, userId);
    if (passwordHash) await setPassword(client, userId, passwordHash);
    await endSessions(client, userId);
    await writeMail(tools, client, accountMails.passwordChanged(email, tools.siteUrl));
    return {};
  },
  async email_change(tools, client, link) {
    if (!(await setEmail(client, link))) return undefined;
    const { userId, email: before, address } = link;
    const token = await addLink(client, { userId, purpose: 'email_undo', address: before });
    const undo = formatLink(tools, 'email_undo', token);
    await writeMail(tools, client, accountMails.emailChangedFrom(before, address ?? '', undo));
    await writeMail(tools, client, accountMails.emailChangedTo(address ?? '', before, tools.siteUrl));
    return {};
  },
  async email_undo(tools, client, link) {
    if (!(await setEmail(client, link))) return undefined;
    const { userId, email: before, address, passwordHash } = link;
    await voidUndoLinks(client, link);
    if (passwordHash) await setPassword(client, userId, passwordHash);
    const secondStepEnded = await endNewerSecondStep(client, link);
    // Of sign-ins that wait for their second step.
    await client.query('delete from auth.verifications where value = $1', [userId]);
    await writeMail(
      tools,
      client,
      accountMails.emailRestored(address ?? '', { other: before, secondStepEnded, siteUrl: tools.siteUrl }),
    );
    await writeMail(tools, client, accountMails.emailTakenBack(before, tools.siteUrl));
    return { secondStepEnded };
  },
};

async function setEmail(client: pg.PoolClient, { userId, address }: FoundLink): Promise<boolean> {
  const { rows } = await client.query<{ changed: boolean }>('select auth.change_email($1, $2) as changed', [
    userId,
    address,
  ]);
  if (!rows[0]?.changed) return false;
  await voidLinks(client, userId);
  await endSessions(client, userId);
  return true;
}

type Finisher = (
  tools: AccountTools,
  request: Request,
  link: FoundLink,
  visitor: Visitor,
) => Promise<LinkRedirect>;

const finishers: Record<Exclude<LinkPurpose, 'recovery'>, Finisher> = {
  signup: finishSignUp,
  password_change: finishChange,
  email_change: finishEmailChange,
  email_undo: finishEmailUndo,
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
  await joinGuestOrders(tools, request, link.userId);
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

async function finishEmailChange(
  tools: AccountTools,
  request: Request,
  { userId, address }: FoundLink,
  { user }: Visitor,
): Promise<LinkRedirect> {
  await logEmailChange(tools, request, userId, 'security_email_changed');
  if (user?.id !== userId) return { to: '/auth?link=email-changed', cookies: [] };
  const session = await startSession(tools, request, userId, { secondStepDone: true });
  if (!session) return { to: '/auth?link=email-changed', cookies: [] };
  await recordSignIn(tools, request, userId);
  return {
    to: '/profile?tab=settings',
    cookies: [...session, formatDeviceCookie(tools, request, address ?? '')],
  };
}

async function finishEmailUndo(
  tools: AccountTools,
  request: Request,
  link: FoundLink,
  { user }: Visitor,
): Promise<LinkRedirect> {
  const { userId, address } = link;
  await logEmailChange(tools, request, userId, 'security_email_restored');
  return user && user.id !== userId
    ? { to: '/auth?link=email-restored', cookies: [] }
    : signIn(tools, request, { ...link, email: address ?? '' }, '/auth?link=email-restored');
}

async function logEmailChange(
  tools: AccountTools,
  request: Request,
  userId: string,
  action: 'security_email_changed' | 'security_email_restored',
): Promise<void> {
  await logAccountEvent(tools, request, { action, userId, details: { severity: 'warning' } });
}

async function signIn(
  tools: AccountTools,
  request: Request,
  link: FoundLink,
  fallback: string,
): Promise<LinkRedirect> {
  const session = await startSession(tools, request, link.userId);
  if (!session) return { to: fallback, cookies: [] };
  await recordSignIn(tools, request, link.userId);
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
