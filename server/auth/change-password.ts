import { RECENT_SIGN_IN_MS } from '#core/accounts/account.ts';
import type { AccountResponse, Visitor } from '#core/accounts/accounts.server.ts';
import { accountMails, writeMail } from './account-mails.ts';
import { hashEmail, logAccountEvent } from '../audit/account-events.ts';
import { readEmail, readObject } from './input.ts';
import { formatClearedLinkCookie, OTHER_LINK, readLinkToken } from './link-cookie.ts';
import {
  addLink,
  endSessions,
  findLink,
  type FoundLink,
  lockLink,
  setPassword,
  voidLinks,
} from './mailed-links.ts';
import { formatLink } from './open-link.ts';
import { hashPassword, findWeakness } from './passwords.ts';
import { withPassword } from './second-step.ts';
import { readSession, signInWithoutPassword, startSession } from './sessions.ts';
import {
  type AccountTools,
  respond,
  clientAddress,
  inConstantTime,
  inTransaction,
  refuse,
  refuseWhenLimited,
} from './tools.ts';

const TOO_MANY = 'Too many emails were requested.';
const BAD_LINK = 'This password reset link is invalid or has expired.';

/** POST auth recover (Spec §7). The response and its time do not reveal whether the account exists. */
export async function recover(tools: AccountTools, request: Request): Promise<AccountResponse> {
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
  return inConstantTime(async () => {
    await inTransaction(tools.pool, async (client) => {
      const { rows } = await client.query<{ id: string }>('select id from auth.users where email = $1', [
        email,
      ]);
      if (!rows[0]) return;
      const token = await addLink(client, { userId: rows[0].id, purpose: 'recovery' });
      await writeMail(tools, client, email, accountMails.setPassword(formatLink(tools, 'recovery', token)));
    });
    await logAccountEvent(tools, request, 'security_password_reset_requested', undefined, {
      severity: 'info',
      email_hash: hashEmail(email),
    });
    return respond(200, {});
  });
}

/**
 * PUT auth user (Spec §7). A recovery link changes the password at once. A signed-in user's change takes effect by a
 * mailed link, and needs `current_password` unless the sign-in is recent. With both, `recovery` selects the link.
 */
export async function changePassword(
  tools: AccountTools,
  request: Request,
  visitor: Visitor,
): Promise<AccountResponse> {
  const body = await readObject(request);
  const { password } = body;
  const { user } = visitor;
  const token = readLinkToken(tools, 'recovery', request);
  const byLink = token !== undefined && (body.recovery === true || !user);
  if (!byLink && !user) {
    return refuse(401, 'session_not_found', body.recovery === true ? BAD_LINK : 'Auth session missing!');
  }
  if (typeof password !== 'string') return refuse(400, 'validation_failed', 'Please enter a new password.');
  const ofLink = typeof body.email === 'string' ? body.email : '';
  const weakness = await findWeakness(tools, password, user?.email ?? ofLink);
  if (weakness) return refuse(422, 'weak_password', weakness.text, { reasons: [weakness.reason] });
  if (byLink) return setPasswordByLink(tools, request, token, password, body.email);
  if (!user) return refuse(401, 'session_not_found', BAD_LINK);

  const current = body.current_password;
  if (current === undefined) {
    return (await isRecent(tools, request))
      ? proposePassword(tools, request, user, password)
      : refuse(403, 'reauthentication_needed', 'Please enter your current password to change it.');
  }
  return withPassword(tools, user, { password: current }, async (currentPassword) => {
    await tools.auth.api.verifyPassword({ body: { password: currentPassword }, headers: request.headers });
    const proposed = await proposePassword(tools, request, user, password);
    const cookies = await startSession(tools, request, user.id, { secondStepDone: true });
    return { ...proposed, cookies: cookies ?? [] };
  });
}

/** Tells whether the session is new, or from a reset link, so that the current password is not needed. */
async function isRecent(tools: AccountTools, request: Request): Promise<boolean> {
  const current = await readSession(tools, request);
  if (!current) return false;
  const { id, byRecovery } = current.session;
  if (byRecovery === true) return true;
  const { rowCount } = await tools.pool.query(
    'select from auth.sessions where id = $1 and created_at > now() - make_interval(secs => $2)',
    [id, RECENT_SIGN_IN_MS / 1000],
  );
  return rowCount === 1;
}

/** @param email the account that the page showed, if sent. Another account's link is refused. */
export async function setPasswordByLink(
  tools: AccountTools,
  request: Request,
  token: string,
  password: string,
  email?: unknown,
): Promise<AccountResponse> {
  const clearCookie = formatClearedLinkCookie(tools, 'recovery');
  const broken = { ...refuse(403, 'otp_expired', BAD_LINK), cookies: [clearCookie] };
  // An invalid link must not cost a password hash.
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
    await voidLinks(client, found.userId);
    await setPassword(client, found.userId, passwordHash);
    // The user received the mail, so the address is theirs.
    await client.query('update auth.users set email_verified = true, updated_at = now() where id = $1', [
      found.userId,
    ]);
    await endSessions(client, found.userId);
    await writeMail(tools, client, found.email, accountMails.passwordChanged(tools.siteUrl));
    return found;
  });
  if (!link) return broken;
  await logAccountEvent(tools, request, 'security_password_changed', link.userId, {
    severity: 'info',
    by: 'recovery_link',
  });
  const user = { id: link.userId, email: link.email };
  const session = await signInWithoutPassword(tools, request, user, { byRecovery: true });
  return respond(200, { user: session ? user : null, changed: true }, [clearCookie, ...(session ?? [])]);
}

async function proposePassword(
  tools: AccountTools,
  request: Request,
  user: { id: string; email: string },
  password: string,
): Promise<AccountResponse> {
  const refused = refuseWhenLimited(
    await tools.limits.takeAll([['account-mail', `password_change ${user.email}`]]),
    TOO_MANY,
  );
  if (refused) return refused;
  const passwordHash = await hashPassword(password);
  await inTransaction(tools.pool, async (client) => {
    // Only the last chosen password stays valid.
    await voidLinks(client, user.id, 'password_change');
    const token = await addLink(client, { userId: user.id, purpose: 'password_change', passwordHash });
    await writeMail(
      tools,
      client,
      user.email,
      accountMails.confirmPassword(formatLink(tools, 'password_change', token)),
    );
  });
  await logAccountEvent(tools, request, 'security_password_change_requested', user.id, { severity: 'info' });
  return respond(200, { user: { id: user.id, email: user.email }, changed: false });
}
