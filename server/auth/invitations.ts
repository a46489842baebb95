import { sql } from 'kysely';
import type pg from 'pg';
import type { InvitationPage, LinkRedirect, LinkResult, Visitor } from '#core/accounts/accounts.server.ts';
import { createLinkToken, hashToken } from '#core/platform/link-token.server.ts';
import type { Role } from '#core/accounts/role.ts';
import { logAccountEvent } from '../audit/account-events.ts';
import { readDisplayName, readForm } from './input.ts';
import { formatClearedLinkCookie, formatLinkCookie, OTHER_LINK, readLinkToken } from './link-cookie.ts';
import { endSessions, setPassword, voidLinks } from './mailed-links.ts';
import { findPasswordProblem, hashPassword } from './passwords.ts';
import { signInWithoutPassword } from './sessions.ts';
import { type AccountTools, clientAddress, inTransaction } from './tools.ts';

const PAGE = '/auth/invitation';

interface Invitation {
  tokenHash: string;
  email: string;
  role: Role;
  state: 'good' | 'used' | 'revoked' | 'expired';
  hasAccount: boolean;
}

/** Returns the link to mail, and the hash to store. */
export function createInvitationLink(siteUrl: string): { href: string; tokenHash: string } {
  const token = createLinkToken();
  return { href: `${siteUrl}/auth/v1/verify?type=invitation&token=${token}`, tokenHash: hashToken(token) };
}

/** Moves the token to a cookie. Changes nothing else. */
export async function openInvitation(tools: AccountTools, token: string): Promise<LinkRedirect> {
  const invitation = await findInvitation(tools.pool, token);
  if (invitation?.state !== 'good') {
    const problem = invitation?.state ?? 'unknown';
    return { to: `${PAGE}?link=${problem}`, cookies: [formatClearedLinkCookie(tools, 'invitation')] };
  }
  return { to: PAGE, cookies: [formatLinkCookie(tools, 'invitation', token)] };
}

export async function readInvitation(
  tools: AccountTools,
  request: Request,
  { user }: Visitor,
): Promise<InvitationPage> {
  const invitation = await findOpened(tools, request);
  if (invitation?.state !== 'good') {
    const asked = new URL(request.url).searchParams.get('link');
    return {
      step: 'over',
      problem: invitation?.state ?? problems.find((each) => each === asked) ?? 'unknown',
    };
  }
  const { email, role } = invitation;
  return { step: findStep(invitation, user), email, role, signedInAs: user?.email ?? null };
}

const problems = ['used', 'revoked', 'expired'] as const;

function findStep({ email, hasAccount }: Invitation, user: Visitor['user']) {
  if (user) return user.email === email ? 'accept' : 'sign-out';
  return hasAccount ? 'sign-in' : 'new-account';
}

/** The form names the account that the page showed, because another tab may have opened another link since. */
export async function acceptInvitation(
  tools: AccountTools,
  request: Request,
  visitor: Visitor,
): Promise<LinkResult> {
  const fields = await readForm(request);
  const invitation = await findOpened(tools, request);
  if (invitation?.state !== 'good') return { to: PAGE, cookies: [] };
  if (fields.email !== invitation.email) return { status: 409, error: OTHER_LINK };
  const step = findStep(invitation, visitor.user);
  if (step === 'accept' && visitor.user) return finish(tools, request, invitation, visitor.user.id, []);
  if (step !== 'new-account') return { status: 409, error: `Please sign in as ${invitation.email} first.` };

  const displayName = readDisplayName(fields);
  if (typeof displayName !== 'string') return { status: 422, error: readError(displayName.body) };
  const problem = await findPasswordProblem(tools, { ...fields, email: invitation.email });
  if (problem !== undefined) return { status: 422, error: problem };
  const passwordHash = await hashPassword(fields.password ?? '');
  const userId = await inTransaction(tools.pool, (client) =>
    confirmAccount(client, { email: invitation.email, displayName, passwordHash }),
  );
  // Someone has confirmed the account in the meantime.
  if (userId === undefined) return { to: PAGE, cookies: [] };
  await logAccountEvent(tools, request, 'security_email_verified', userId, {
    severity: 'info',
    by: 'invitation',
  });
  const session = await signInWithoutPassword(tools, request, { id: userId, email: invitation.email });
  return session ? finish(tools, request, invitation, userId, session) : { to: '/auth', cookies: [] };
}

function readError(body: object): string {
  return 'error' in body ? String(body.error) : '';
}

/** The link proves the address, as a sign-up's link does. Returns undefined if the account is already confirmed. */
async function confirmAccount(
  client: pg.PoolClient,
  { email, displayName, passwordHash }: { email: string; displayName: string; passwordHash: string },
): Promise<string | undefined> {
  const { rows } = await client.query<{ id: string }>(
    `insert into auth.users (name, email, email_verified) values ($1, $2, true)
     on conflict (email) do update set name = excluded.name, email_verified = true, updated_at = now()
       where not users.email_verified
     returning id`,
    [displayName, email],
  );
  const userId = rows[0]?.id;
  if (userId === undefined) return undefined;
  // Passwords of sign-ups with this address become void.
  await voidLinks(client, userId);
  await setPassword(client, userId, passwordHash);
  await endSessions(client, userId);
  await client.query('insert into public.profiles (user_id) values ($1) on conflict do nothing', [userId]);
  await client.query('update public.profiles set display_name = $2 where user_id = $1', [
    userId,
    displayName,
  ]);
  return userId;
}

/** Repeating it is safe: if the process ends before, the person is signed in and presses the button again. */
async function finish(
  tools: AccountTools,
  request: Request,
  { tokenHash }: Invitation,
  userId: string,
  cookies: readonly string[],
): Promise<LinkRedirect> {
  const from = { address: clientAddress(request), agent: request.headers.get('User-Agent') };
  const isActive = await tools.database.as({ role: 'authenticated', userId, from }, async (transaction) => {
    const { rows: accepted } = await sql<{ role: Role | null }>`
      select accept_invitation(${tokenHash}) as role`.execute(transaction);
    if (!accepted[0]?.role) return undefined;
    const { rows } = await sql<{ active: boolean }>`select is_staff() as active`.execute(transaction);
    return rows[0]?.active;
  });
  if (isActive === undefined) return { to: `${PAGE}?link=revoked`, cookies };
  return {
    // Without a required second step, the role has no effect yet.
    to: isActive ? '/admin' : '/profile?tab=settings',
    cookies: [formatClearedLinkCookie(tools, 'invitation'), ...cookies],
  };
}

async function findOpened(tools: AccountTools, request: Request): Promise<Invitation | undefined> {
  const token = readLinkToken(tools, 'invitation', request);
  return token === undefined ? undefined : findInvitation(tools.pool, token);
}

async function findInvitation(pool: pg.Pool, token: string): Promise<Invitation | undefined> {
  const { rows } = await pool.query<Invitation>(
    `select token_hash as "tokenHash", email, role,
       case when accepted_at is not null then 'used' when revoked_at is not null then 'revoked'
         when expires_at <= now() then 'expired' else 'good' end as state,
       exists (select from auth.users where users.email = invitations.email and email_verified) as "hasAccount"
     from public.invitations where token_hash = $1`,
    [hashToken(token)],
  );
  return rows[0];
}
