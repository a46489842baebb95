import type pg from 'pg';
import type { OpenedLink, Visitor } from '#services';
import { accountMails, writeMail } from './account-mails.ts';
import { note } from './audit.ts';
import { deviceCookie } from './device.ts';
import {
  endSessions,
  findLink,
  type FoundLink,
  type LinkPurpose,
  setPassword,
  useUp,
} from './mailed-links.ts';
import { recoveryCookie } from './recovery-cookie.ts';
import { type AccountTools, clientAddress, inTransaction, refusalOf } from './tools.ts';

const PURPOSES: readonly LinkPurpose[] = ['signup', 'recovery', 'password_change'];

/** Why a link is good for nothing; the sign-in page has words for each. */
type Problem = 'used' | 'expired' | 'unknown';

/** The address that stands in the mail. Where it leads to in the end is ours to say, not the address's. */
export function linkAddress({ siteUrl }: { siteUrl: string }, purpose: LinkPurpose, token: string): string {
  return `${siteUrl}/auth/v1/verify?type=${purpose}&token=${token}`;
}

/** Opens a mailed link, once. Only the recovery link waits: it is used up when the new password is set. */
export async function openLink(tools: AccountTools, request: Request, visitor: Visitor): Promise<OpenedLink> {
  const asked = new URL(request.url).searchParams;
  const purpose = PURPOSES.find((each) => each === asked.get('type'));
  const token = asked.get('token') ?? '';
  if (!purpose) return { to: '/auth?link=unknown', cookies: [] };

  const link = await inTransaction(tools.pool, async (client) => {
    const found = await findLink(client, purpose, token);
    if (found?.state === 'good') await effects[purpose](tools, client, found);
    return found;
  });
  if (link?.state !== 'good') return brokenLink(tools, request, purpose, link, visitor);
  if (purpose === 'recovery') return { to: '/reset-password', cookies: [recoveryCookie(tools, token)] };
  if (purpose === 'signup') {
    await note(tools, request, {
      action: 'security_email_verified',
      userId: link.userId,
      details: { severity: 'info' },
    });
    return enter(tools, request, link, visitor, '/auth?link=confirmed');
  }
  await note(tools, request, {
    action: 'security_password_changed',
    userId: link.userId,
    details: { severity: 'info', by: 'confirmed_change' },
  });
  // Only the browser that was signed in as this user stays so.
  return visitor.user?.id === link.userId
    ? enter(tools, request, link, undefined, '/auth?link=changed')
    : { to: '/auth?link=changed', cookies: [] };
}

type Effect = (tools: AccountTools, client: pg.PoolClient, link: FoundLink) => Promise<void>;

const effects: Record<LinkPurpose, Effect> = {
  async signup(_tools, client, { userId, passwordHash, displayName }) {
    // What came with this link counts, whatever others have asked for since with the same address.
    await useUp(client, userId);
    if (passwordHash) await setPassword(client, userId, passwordHash);
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
  recovery: async () => undefined,
  async password_change(tools, client, { userId, email, passwordHash }) {
    await useUp(client, userId);
    if (passwordHash) await setPassword(client, userId, passwordHash);
    await endSessions(client, userId);
    await writeMail(tools, client, accountMails.passwordChanged(email, tools.siteUrl));
  },
};

/** Signs the opener of a link in, unless somebody else is signed in on this browser: nobody is switched unasked. */
async function enter(
  tools: AccountTools,
  request: Request,
  link: FoundLink,
  visitor: Visitor | undefined,
  otherwise: string,
): Promise<OpenedLink> {
  if (visitor?.user && visitor.user.id !== link.userId) return { to: otherwise, cookies: [] };
  const session = await startSession(tools, request, link.userId);
  if (!session) return { to: otherwise, cookies: [] };
  await note(tools, request, { action: 'login_success', userId: link.userId });
  return { to: '/', cookies: [...session, deviceCookie(tools, request, link.email)] };
}

/** The cookies of a new session, or undefined for whoever has to sign in: with a second step, or banned. */
export async function startSession(
  { auth }: AccountTools,
  request: Request,
  userId: string,
): Promise<string[] | undefined> {
  try {
    const { headers, response } = await auth.api.startSession({
      body: { userId },
      headers: request.headers,
      returnHeaders: true,
    });
    return response.started ? headers.getSetCookie() : undefined;
  } catch (error) {
    refusalOf(error);
    return undefined;
  }
}

async function brokenLink(
  { limits }: AccountTools,
  request: Request,
  purpose: LinkPurpose,
  link: FoundLink | undefined,
  visitor: Visitor,
): Promise<OpenedLink> {
  // Opened again by whom it has signed in.
  if (purpose === 'signup' && link && visitor.user?.id === link.userId) return { to: '/', cookies: [] };
  if (!link) await limits.take('open-link', clientAddress(request));
  const problem: Problem = link?.state === 'used' || link?.state === 'expired' ? link.state : 'unknown';
  if (purpose !== 'recovery') return { to: `/auth?link=${problem}`, cookies: [] };
  const told = new URLSearchParams({ error: 'access_denied', error_code: `link_${problem}` });
  return { to: `/reset-password?${told}`, cookies: [] };
}
