import type pg from 'pg';
import type { AccountAnswer } from '#services';
import { accountMails, writeMail } from './account-mails.ts';
import { emailHash, logAccountEvent } from '../audit/account-events.ts';
import { type Credentials, readCredentials, readDisplayName } from './input.ts';
import { addLink, setPassword } from './mailed-links.ts';
import { hashPassword, weakness } from './passwords.ts';
import { linkAddress } from './open-link.ts';
import { signUpCookie } from './sign-up-cookie.ts';
import {
  type AccountTools,
  answer,
  clientAddress,
  inEvenTime,
  inTransaction,
  refuse,
  refuseWhenLimited,
} from './tools.ts';

const TOO_MANY = 'Too many accounts were asked for.';

/**
 * POST auth signup (Spec §7). Whether the address is known, neither the answer nor its time tells: its owner reads it
 * in the mail. The account can be used once the address is confirmed by the link in it.
 */
export async function signUp(tools: AccountTools, request: Request): Promise<AccountAnswer> {
  const credentials = await readCredentials(request);
  if ('status' in credentials) return credentials;
  const { email, password, body } = credentials;
  const displayName = readDisplayName(body.data);
  if (typeof displayName !== 'string') return displayName;
  // Before anything is written, the audit trail included: from here on an address writes a bounded number of rows.
  const byAddress = await tools.limits.take('account-mail-from-address', clientAddress(request));
  const tooOften = refuseWhenLimited(byAddress, TOO_MANY);
  if (tooOften) return tooOften;
  const failed = (reason: string) =>
    logAccountEvent(tools, request, {
      action: 'signup_failed',
      details: { email_hash: emailHash(email), reason },
    });
  const weak = weakness(password);
  if (weak) {
    await failed('weak_password');
    return refuse(422, 'weak_password', weak.text, { reasons: [weak.reason] });
  }
  // A weak password mails nothing, and keeps its owner from no other one.
  const byEmail = await tools.limits.take('account-mail', `signup ${email}`);
  const refused = refuseWhenLimited(byEmail, TOO_MANY);
  if (refused) {
    await failed('rate_limited');
    return refused;
  }
  return inEvenTime(async () => {
    const passwordHash = await hashPassword(password);
    const token = await inTransaction(tools.pool, (client) =>
      open(tools, client, { email, passwordHash, displayName }),
    );
    await logAccountEvent(tools, request, {
      action: 'signup_attempt',
      details: { email_hash: emailHash(email) },
    });
    return answer(200, { user: { email }, session: null }, [signUpCookie(tools, request, token)]);
  });
}

interface SignUp {
  email: string;
  passwordHash: string;
  displayName: string;
}

/** Returns the token of the mailed link; undefined for an address that has an account. */
async function open(tools: AccountTools, client: pg.PoolClient, person: SignUp): Promise<string | undefined> {
  const { email, passwordHash, displayName } = person;
  // The user of an address that is known already, locked, or a new one.
  const { rows } = await client.query<{ id: string; email_verified: boolean }>(
    `insert into auth.users (name, email) values ($1, $2)
     on conflict (email) do update set updated_at = users.updated_at
     returning id, email_verified`,
    [displayName, email],
  );
  const user = rows[0];
  if (!user) throw new Error('A user was neither found nor made');
  if (user.email_verified) {
    await writeMail(tools, client, accountMails.hasAccount(email, tools.siteUrl));
    return undefined;
  }

  // It opens nothing before the address is confirmed, which sets the password anew (use-link.ts).
  await setPassword(client, user.id, passwordHash);
  await client.query(
    'insert into public.profiles (user_id, display_name) values ($1, $2) on conflict do nothing',
    [user.id, displayName],
  );
  const token = await addLink(client, { userId: user.id, purpose: 'signup', passwordHash, displayName });
  await writeMail(tools, client, accountMails.confirmAddress(email, linkAddress(tools, 'signup', token)));
  return token;
}

/**
 * Mails another link to somebody who knows the password of an address that is not confirmed yet. Returns its token;
 * undefined when no mail is written.
 */
export async function confirmAgain(
  tools: AccountTools,
  { email, password }: Credentials,
): Promise<string | undefined> {
  const allowed = await tools.limits.take('account-mail', `signup ${email}`);
  if (!allowed.allowed) return undefined;
  const passwordHash = await hashPassword(password);
  return inTransaction(tools.pool, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      'select id from auth.users where email = $1 and not email_verified for update',
      [email],
    );
    if (!rows[0]) return undefined;
    const token = await addLink(client, { userId: rows[0].id, purpose: 'signup', passwordHash });
    await writeMail(tools, client, accountMails.confirmAddress(email, linkAddress(tools, 'signup', token)));
    return token;
  });
}
