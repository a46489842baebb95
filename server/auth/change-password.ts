import type { AccountAnswer, Visitor } from '#services';
import { accountMails, writeMail } from './account-mails.ts';
import { emailHash, note } from './audit.ts';
import { deviceCookie } from './device.ts';
import { readEmail, readObject } from './input.ts';
import { addLink, endSessions, findLink, type FoundLink, setPassword, useUp } from './mailed-links.ts';
import { linkAddress, startSession } from './open-link.ts';
import { hashPassword, weakness } from './passwords.ts';
import { recoveryCookie, recoveryToken } from './recovery-cookie.ts';
import {
  type AccountTools,
  answer,
  clientAddress,
  inEvenTime,
  inTransaction,
  refuse,
  refuseWhenLimited,
  takeAll,
} from './tools.ts';

const TOO_MANY = 'Too many emails were asked for.';
const BAD_LINK = 'This password reset link is invalid or has expired.';

/** POST auth recover (Spec §7). The answer and its time are the same for every address. */
export async function recover(tools: AccountTools, request: Request): Promise<AccountAnswer> {
  const email = await readEmail(request);
  if (typeof email !== 'string') return email;
  const refused = refuseWhenLimited(
    await takeAll(tools.limits, [
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
    await note(tools, request, {
      action: 'security_password_reset_requested',
      details: { severity: 'info', email_hash: emailHash(email) },
    });
    return answer(200, {});
  });
}

/** The e-mail of the account that this browser's recovery link is for, while it is good. */
export async function recovering(tools: AccountTools, request: Request): Promise<string | undefined> {
  const token = recoveryToken(tools, request);
  const link = token && (await findLink(tools.pool, 'recovery', token));
  return link && link.state === 'good' ? link.email : undefined;
}

/**
 * PUT auth user (Spec §7). Whoever came by a recovery link sets the password at once. Whoever is signed in chooses
 * one that counts when the link in a mail is opened. With both, `recovery: true` in the body says that it is the link.
 */
export async function changePassword(
  tools: AccountTools,
  request: Request,
  visitor: Visitor,
): Promise<AccountAnswer> {
  const body = await readObject(request);
  const { password } = body;
  const token = recoveryToken(tools, request);
  const byLink = token !== undefined && (body.recovery === true || !visitor.user);
  if (!byLink && !visitor.user) {
    return refuse(401, 'session_not_found', body.recovery === true ? BAD_LINK : 'Auth session missing!');
  }
  if (typeof password !== 'string') return refuse(400, 'validation_failed', 'Please enter a new password.');
  const weak = weakness(password);
  if (weak) return refuse(422, 'weak_password', weak.text, { reasons: [weak.reason] });
  if (byLink) return setByLink(tools, request, token, password);
  return visitor.user
    ? proposePassword(tools, request, visitor.user, password)
    : refuse(401, 'session_not_found', BAD_LINK);
}

async function setByLink(
  tools: AccountTools,
  request: Request,
  token: string,
  password: string,
): Promise<AccountAnswer> {
  const gone = recoveryCookie(tools, '', 0);
  const broken = { ...refuse(403, 'otp_expired', BAD_LINK), cookies: [gone] };
  // Asked before: what is good for nothing costs no hash.
  if ((await findLink(tools.pool, 'recovery', token))?.state !== 'good') {
    const refused = refuseWhenLimited(await tools.limits.take('open-link', clientAddress(request)), BAD_LINK);
    return refused ?? broken;
  }
  const passwordHash = await hashPassword(password);
  const link = await inTransaction(tools.pool, async (client): Promise<FoundLink | undefined> => {
    const found = await findLink(client, 'recovery', token);
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
  await note(tools, request, {
    action: 'security_password_changed',
    userId: link.userId,
    details: { severity: 'info', by: 'recovery_link' },
  });
  const session = await startSession(tools, request, link.userId);
  if (!session) return answer(200, { user: null, changed: true }, [gone]);
  await note(tools, request, { action: 'login_success', userId: link.userId });
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
    await takeAll(tools.limits, [['account-mail', `password_change ${user.email}`]]),
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
  await note(tools, request, {
    action: 'security_password_change_requested',
    userId: user.id,
    details: { severity: 'info' },
  });
  return answer(200, { user: { id: user.id, email: user.email }, changed: false });
}
