import type { LinkPage, LinkRedirect, Visitor } from '#core/accounts/accounts.server.ts';
import { formatLinkCookie, readLinkToken } from './link-cookie.ts';
import { openInvitation } from './invitations.ts';
import { findLink, type FoundLink, LINK_MINUTES, type LinkPurpose } from './mailed-links.ts';
import { hasSignedUpHere } from './sign-up-cookie.ts';
import type { AccountTools } from './tools.ts';

const PURPOSES = Object.keys(LINK_MINUTES) as LinkPurpose[];

export function parseLinkPurpose(type: string | null): LinkPurpose | undefined {
  return PURPOSES.find((each) => each === type);
}

export function formatLink({ siteUrl }: { siteUrl: string }, purpose: LinkPurpose, token: string): string {
  return `${siteUrl}/auth/v1/verify?type=${purpose}&token=${token}`;
}

/** Opens a mailed link: redirects to its page and moves the token to a cookie. Changes nothing else. */
export async function openLink(
  tools: AccountTools,
  request: Request,
  visitor: Visitor,
): Promise<LinkRedirect> {
  const parameters = new URL(request.url).searchParams;
  const token = parameters.get('token') ?? '';
  if (parameters.get('type') === 'invitation') return openInvitation(tools, token);
  const purpose = parseLinkPurpose(parameters.get('type'));
  if (!purpose) return { to: '/auth?link=unknown', cookies: [] };
  const link = await findLink(tools.pool, purpose, token);
  if (link?.state !== 'good') return { to: redirectBrokenLink(purpose, link, visitor), cookies: [] };
  return { to: pageOf(purpose), cookies: [formatLinkCookie(tools, purpose, token)] };
}

export async function readLinkPage(
  tools: AccountTools,
  request: Request,
  type: string | null,
  visitor: Visitor,
): Promise<LinkPage | Pick<LinkRedirect, 'to'>> {
  const purpose = parseLinkPurpose(type);
  if (!purpose) return { to: '/auth?link=unknown' };
  const token = readLinkToken(tools, purpose, request);
  const link = token === undefined ? undefined : await findLink(tools.pool, purpose, token);
  if (token === undefined || link?.state !== 'good')
    return { to: redirectBrokenLink(purpose, link, visitor) };
  const { user } = visitor;
  return {
    purpose,
    email: link.email,
    address: link.address,
    choosesPassword: choosesPassword(tools, request, purpose, token),
    staysSignedInAs: user && user.id !== link.userId ? user.email : null,
  };
}

/**
 * A sign-up from another browser needs a new password, because an attacker may have made it. So does an undone change of
 * the address: an attacker may know the password.
 */
export function choosesPassword(
  tools: AccountTools,
  request: Request,
  purpose: LinkPurpose,
  token: string,
): boolean {
  if (purpose === 'recovery' || purpose === 'email_undo') return true;
  return purpose === 'signup' && !hasSignedUpHere(tools, request, token);
}

function pageOf(purpose: LinkPurpose): string {
  return purpose === 'recovery' ? '/reset-password' : `/auth/confirm?type=${purpose}`;
}

export function redirectBrokenLink(
  purpose: LinkPurpose,
  link: FoundLink | undefined,
  visitor: Visitor,
): string {
  if (purpose === 'signup' && link?.state === 'used' && visitor.user?.id === link.userId) return '/';
  const problem = link === undefined || link.state === 'good' ? 'unknown' : link.state;
  if (purpose !== 'recovery') return `/auth?link=${problem}`;
  const parameters = new URLSearchParams({ error: 'access_denied', error_code: `link_${problem}` });
  return `/reset-password?${parameters}`;
}
