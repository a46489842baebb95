import { RECENT_SIGN_IN } from '#domain/account.ts';
import type { AccountAnswer, Visitor } from '#services';
import { accountMails, writeMail } from './account-mails.ts';
import { emailHash, logAccountEvent } from '../audit/account-events.ts';
import { deviceCookie } from './device.ts';
import { readEmail, readObject } from './input.ts';
import { linkToken, noLinkCookie } from './link-cookie.ts';
import {
  addLink,
  endSessions,
  findLink,
  type FoundLink,
  lockLink,
  setPassword,
  useUp,
} from './mailed-links.ts';
import { linkAddress } from './open-link.ts';
import { hashPassword, weakness } from './passwords.ts';
import { withPassword } from './second-step.ts';
import { startSession } from './sessions.ts';
import {
  type AccountTools,
  answer,
  clientAddress,
  inEvenTime,
  inTransaction,
  refuse,
  refuseWhenLimited,
} from './tools.ts';

const TOO_MANY = 'Too many emails were asked for.';
const BAD_LINK = 'This password reset link is invalid or has expired.';
export const OTHER_LINK = 'Another link has been opened meanwhile. Please open the link in the email again.';

/** POST auth recover (Spec §7). The answer and its time are the same for every address. */
export async function recover(tools: AccountTools, request: Request): Promise<AccountAnswer> {
  const email = await readEmail(request);
  if (typeof email !== 'string') return email;
  const refused = refuseWhenLimited(
    await tools.limits.takeAll([
      ['account-mail-from-address', clientAddress(request)],
      ['account-mail', `recovery ${email}`],
    ]),
    TOO_MANY,
  );
  if (refused) return refused;
  return inEvenTime(async () => {
    await inTransaction(tools.pool, async (client) => {
      const { rows } = await client.query<{ id: string }>('select id from auth.users where email = $1', [
        email,
      ]);
      if (!rows[0]) return;
      const token = await addLink(client, { userId: rows[0].id, purpose: 'recovery' });
      await writeMail(tools, client, accountMails.setPassword(email, linkAddress(tools, 'recovery', token)));
    });
    await logAccountEvent(tools, request, {
      action: 'security_password_reset_requested',
      details: { severity: 'info', email_hash: emailHash(email) },
    });
    return answer(200, {});
  });
}

/**
 * PUT auth user (Spec §7). A browser with a recovery link sets the password at once. A signed-in user chooses one that
 * counts when a mailed link confirms it, and gives the current one too (`current_password`) when the sign-in is not
 * recent. With both, `recovery: true` in the body says that it is the link, and `email` whose.
 */
export async function changePassword(
  tools: AccountTools,
  request: Request,
  visitor: Visitor,
): Promise<AccountAnswer> {
  const body = await readObject(request);
  const { password } = body;
  const { user } = visitor;
  const token = linkToken(tools, 'recovery', request);
  const byLink = token !== undefined && (body.recovery === true || !user);
  if (!byLink && !user) {
    return refuse(401, 'session_not_found', body.recovery === true ? BAD_LINK : 'Auth session missing!');
  }
  if (typeof password !== 'string') return refuse(400, 'validation_failed', 'Please enter a new password.');
  const weak = weakness(password);
  if (weak) return refuse(422, 'weak_password', weak.text, { reasons: [weak.reason] });
  if (byLink) return setByLink(tools, request, token, password, body.email);
  if (!user) return refuse(401, 'session_not_found', BAD_LINK);

  const current = body.current_password;
  if (current === undefined) {
    return (await isRecent(tools, request))
      ? proposePassword(tools, request, user, password)
      : refuse(403, 'reauthentication_needed', 'Please enter your current password to change it.');
  }
  return withPassword(tools, user, { password: current }, async (given) => {
    await tools.auth.api.verifyPassword({ body: { password: given }, headers: request.headers });
    const proposed = await proposePassword(tools, request, user, password);
    const cookies = await startSession(tools, request, user.id, { secondStepDone: true });
    return { ...proposed, cookies: cookies ?? [] };
  });
}

/** Whether this browser has signed in so recently that the password is not asked for again, or by a reset link. */
async function isRecent({ auth }: AccountTools, request: Request): Promise<boolean> {
  const found = await auth.api.getSession({
    headers: request.headers,
    query: { disableCookieCache: true, disableRefresh: true },
  });
  if (!found) return false;
  const { byRecovery, createdAt } = found.session;
  return byRecovery === true || Date.now() - createdAt.getTime() < RECENT_SIGN_IN;
}

/**
 * Sets the password of the account that a recovery link is for, and signs in there.
 *
 * @param email the account that the page has shown, where it says so; another one's link is refused.
 */
export async function setByLink(
  tools: AccountTools,
  request: Request,
  token: string,
  password: string,
  email?: unknown,
): Promise<AccountAnswer> {
  const gone = noLinkCookie(tools, 'recovery');
  const broken = { ...refuse(403, 'otp_expired', BAD_LINK), cookies: [gone] };
  // Asked before: what is good for nothing costs no hash.
  const opened = await findLink(tools.pool, 'recovery', token);
  if (opened?.state !== 'good') {
    const refused = refuseWhenLimited(await tools.limits.take('open-link', clientAddress(request)), BAD_LINK);
    return refused ?? broken;
  }
  if (email !== undefined && email !== opened.email) return refuse(409, 'other_link', OTHER_LINK);
  const passwordHash = await hashPassword(password);
  const link = await inTransaction(tools.pool, async (client): Promise<FoundLink | undefined> => {
    const found = await lockLink(client, 'recovery', token);
    if (found?.state !== 'good') return undefined;
    await useUp(client, found.userId);
    await setPassword(client, found.userId, passwordHash);
    // The mail has reached its owner: the address is confirmed too.
    await client.query('update auth.users set email_verified = true, updated_at = now() where id = $1', [
      found.userId,
    ]);
    await endSessions(client, found.userId);
    await writeMail(tools, client, accountMails.passwordChanged(found.email, tools.siteUrl));
    return found;
  });
  if (!link) return broken;
  await logAccountEvent(tools, request, {
    action: 'security_password_changed',
    userId: link.userId,
    details: { severity: 'info', by: 'recovery_link' },
  });
  const session = await startSession(tools, request, link.userId, { byRecovery: true });
  if (!session) return answer(200, { user: null, changed: true }, [gone]);
  await logAccountEvent(tools, request, { action: 'login_success', userId: link.userId });
  return answer(200, { user: { id: link.userId, email: link.email }, changed: true }, [
    gone,
    ...session,
    deviceCookie(tools, request, link.email),
  ]);
}

async function proposePassword(
  tools: AccountTools,
  request: Request,
  user: { id: string; email: string },
  password: string,
): Promise<AccountAnswer> {
  const refused = refuseWhenLimited(
    await tools.limits.takeAll([['account-mail', `password_change ${user.email}`]]),
    TOO_MANY,
  );
  if (refused) return refused;
  const passwordHash = await hashPassword(password);
  await inTransaction(tools.pool, async (client) => {
    // Of several that were chosen, the last one counts.
    await client.query(
      `update auth.mailed_links set used_at = now(), password_hash = null
       where user_id = $1 and purpose = 'password_change' and used_at is null`,
      [user.id],
    );
    const token = await addLink(client, { userId: user.id, purpose: 'password_change', passwordHash });
    await writeMail(
      tools,
      client,
      accountMails.confirmPassword(user.email, linkAddress(tools, 'password_change', token)),
    );
  });
  await logAccountEvent(tools, request, {
    action: 'security_password_change_requested',
    userId: user.id,
    details: { severity: 'info' },
  });
  return answer(200, { user: { id: user.id, email: user.email }, changed: false });
}
