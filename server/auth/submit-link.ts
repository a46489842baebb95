import type pg from 'pg';
import type { AccountAction } from '#core/audit/audit.ts';
import type { LinkResult, LinkRedirect, Visitor } from '#core/accounts/accounts.server.ts';
import { accountMails, writeMail } from './account-mails.ts';
import { logAccountEvent } from '../audit/account-events.ts';
import { setPasswordByLink } from './change-password.ts';
import { joinGuestOrders } from './guest-orders.ts';
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
import { signInWithoutPassword } from './sessions.ts';
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
    await logAccountEvent(tools, request, 'security_second_step_ended', used.userId, {
      severity: 'warning',
      by: 'restored_address',
    });
  }
  const done = await finish(tools, request, purpose, used, visitor);
  return { to: done.to, cookies: [formatClearedLinkCookie(tools, purpose), ...done.cookies] };
}

const ADDRESS_TAKEN = 'Another account has this address now. Nothing was changed.';

/** Returns undefined, and changes nothing, if another account has the link's address by now. */
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
    await writeMail(tools, client, email, accountMails.passwordChanged(tools.siteUrl));
    return {};
  },
  async email_change(tools, client, link) {
    if (!(await setEmail(client, link))) return undefined;
    const { userId, email: before, address } = link;
    const token = await addLink(client, { userId, purpose: 'email_undo', address: before });
    const undo = formatLink(tools, 'email_undo', token);
    await writeMail(tools, client, before, accountMails.emailChangedFrom(address ?? '', undo));
    await writeMail(tools, client, address ?? '', accountMails.emailChangedTo(before, tools.siteUrl));
    return {};
  },
  async email_undo(tools, client, link) {
    if (!(await setEmail(client, link))) return undefined;
    const { userId, email: before, address, passwordHash } = link;
    await voidUndoLinks(client, link);
    if (passwordHash) await setPassword(client, userId, passwordHash);
    const secondStepEnded = await endNewerSecondStep(client, link);
    // Ends sign-ins that wait for their second step.
    await client.query('delete from auth.verifications where value = $1', [userId]);
    await writeMail(
      tools,
      client,
      address ?? '',
      accountMails.emailRestored(before, secondStepEnded, tools.siteUrl),
    );
    await writeMail(tools, client, before, accountMails.emailTakenBack(tools.siteUrl));
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

interface Outcome {
  action: AccountAction;
  details: Record<string, string>;
  /** The page for a browser that is not signed in after the change. */
  page: string;
  /** True if the change signs the user in. */
  signsIn?: boolean;
}

const outcomes: Record<Exclude<LinkPurpose, 'recovery'>, Outcome> = {
  signup: {
    action: 'security_email_verified',
    details: { severity: 'info' },
    page: '/auth?link=confirmed',
    signsIn: true,
  },
  password_change: {
    action: 'security_password_changed',
    details: { severity: 'info', by: 'confirmed_change' },
    page: '/auth?link=changed',
  },
  email_change: {
    action: 'security_email_changed',
    details: { severity: 'warning' },
    page: '/auth?link=email-changed',
  },
  email_undo: {
    action: 'security_email_restored',
    details: { severity: 'warning' },
    page: '/auth?link=email-restored',
    signsIn: true,
  },
};

/** A different user who is signed in stays signed in, as the page has said. */
async function finish(
  tools: AccountTools,
  request: Request,
  purpose: keyof typeof outcomes,
  { userId, email, address }: FoundLink,
  { user }: Visitor,
): Promise<LinkRedirect> {
  const { action, details, page, signsIn } = outcomes[purpose];
  await logAccountEvent(tools, request, action, userId, details);
  if (purpose === 'signup') await joinGuestOrders(tools, request, userId);
  const isChange = purpose === 'email_change';
  const cookies =
    user?.id === userId || (!user && signsIn)
      ? await signInWithoutPassword(
          tools,
          request,
          { id: userId, email: address ?? email },
          { secondStepDone: isChange },
        )
      : undefined;
  if (!cookies) return { to: page, cookies: [] };
  return { to: isChange ? '/profile?tab=settings' : '/', cookies };
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
