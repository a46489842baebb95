import type pg from 'pg';
import type { AccountResponse } from '#core/accounts/accounts.server.ts';
import { accountMails, writeMail } from './account-mails.ts';
import { hashEmail, logAccountEvent } from '../audit/account-events.ts';
import { type Credentials, readCredentials, readDisplayName } from './input.ts';
import { addLink, setPassword } from './mailed-links.ts';
import { hashPassword, findWeakness } from './passwords.ts';
import { formatLink } from './open-link.ts';
import { formatSignUpCookie } from './sign-up-cookie.ts';
import {
  type AccountTools,
  respond,
  clientAddress,
  inConstantTime,
  inTransaction,
  refuse,
  refuseWhenLimited,
} from './tools.ts';

const TOO_MANY = 'Too many sign-ups.';

/** POST auth signup (Spec §7). The response and its time do not reveal whether the address has an account. */
export async function signUp(tools: AccountTools, request: Request): Promise<AccountResponse> {
  const credentials = await readCredentials(request);
  if ('status' in credentials) return credentials;
  const { email, password, body } = credentials;
  const displayName = readDisplayName(body.data);
  if (typeof displayName !== 'string') return displayName;
  // Limits how many rows one address can write, including audit events.
  const byAddress = await tools.limits.take('account-mail-from-address', clientAddress(request));
  const tooOften = refuseWhenLimited(byAddress, TOO_MANY);
  if (tooOften) return tooOften;
  const recordFailure = (reason: string) =>
    logAccountEvent(tools, request, 'signup_failed', undefined, { email_hash: hashEmail(email), reason });
  const weakness = await findWeakness(tools, password, email);
  if (weakness) {
    await recordFailure('weak_password');
    return refuse(422, 'weak_password', weakness.text, { reasons: [weakness.reason] });
  }
  // This limit counts after the password check, because a refused password sends no mail.
  const byEmail = await tools.limits.take('account-mail', `signup ${email}`);
  const refused = refuseWhenLimited(byEmail, TOO_MANY);
  if (refused) {
    await recordFailure('rate_limited');
    return refused;
  }
  return inConstantTime(async () => {
    const passwordHash = await hashPassword(password);
    const token = await inTransaction(tools.pool, (client) =>
      addAccount(tools, client, { email, passwordHash, displayName }),
    );
    await logAccountEvent(tools, request, 'signup_attempt', undefined, { email_hash: hashEmail(email) });
    return respond(200, { user: { email }, session: null }, [formatSignUpCookie(tools, request, token)]);
  });
}

interface SignUp {
  email: string;
  passwordHash: string;
  displayName: string;
}

/** Returns the token of the mailed link, or undefined if the address has an account. */
async function addAccount(
  tools: AccountTools,
  client: pg.PoolClient,
  account: SignUp,
): Promise<string | undefined> {
  const { email, passwordHash, displayName } = account;
  const { rows } = await client.query<{ id: string; email_verified: boolean }>(
    `insert into auth.users (name, email) values ($1, $2)
     on conflict (email) do update set updated_at = users.updated_at
     returning id, email_verified`,
    [displayName, email],
  );
  const user = rows[0];
  if (!user) throw new Error('A user was neither found nor added');
  if (user.email_verified) {
    await writeMail(tools, client, email, accountMails.hasAccount(tools.siteUrl));
    return undefined;
  }

  // The password works only after submit-link.ts has confirmed the address and set it again.
  await setPassword(client, user.id, passwordHash);
  await client.query(
    'insert into public.profiles (user_id, display_name) values ($1, $2) on conflict do nothing',
    [user.id, displayName],
  );
  const token = await addLink(client, { userId: user.id, purpose: 'signup', passwordHash, displayName });
  await writeMail(tools, client, email, accountMails.confirmAddress(formatLink(tools, 'signup', token)));
  return token;
}

/** Mails the link to a user who knows the password. Returns the link's token, or undefined if no mail was written. */
export async function mailLinkAgain(
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
    await writeMail(tools, client, email, accountMails.confirmAddress(formatLink(tools, 'signup', token)));
    return token;
  });
}
