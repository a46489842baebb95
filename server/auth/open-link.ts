import type { LinkPage, OpenedLink, Visitor } from '#services';
import { linkCookie, linkToken } from './link-cookie.ts';
import { findLink, type FoundLink, type LinkPurpose } from './mailed-links.ts';
import { signedUpHere } from './sign-up-cookie.ts';
import type { AccountTools } from './tools.ts';

const PURPOSES: readonly LinkPurpose[] = ['signup', 'recovery', 'password_change'];

export function linkPurpose(type: string | null): LinkPurpose | undefined {
  return PURPOSES.find((each) => each === type);
}

/** The address that stands in the mail. Where it leads in the end is never taken from the address. */
export function linkAddress({ siteUrl }: { siteUrl: string }, purpose: LinkPurpose, token: string): string {
  return `${siteUrl}/auth/v1/verify?type=${purpose}&token=${token}`;
}

/** Opens a mailed link: to the page with its button, which gets the token by a cookie. Changes nothing. */
export async function openLink(tools: AccountTools, request: Request, visitor: Visitor): Promise<OpenedLink> {
  const asked = new URL(request.url).searchParams;
  const purpose = linkPurpose(asked.get('type'));
  const token = asked.get('token') ?? '';
  if (!purpose) return { to: '/auth?link=unknown', cookies: [] };
  const link = await findLink(tools.pool, purpose, token);
  if (link?.state !== 'good') return { to: brokenLink(purpose, link, visitor), cookies: [] };
  return { to: pageOf(purpose), cookies: [linkCookie(tools, purpose, token)] };
}

/** What the page shows whose link this browser has opened, or where to go when there is none that can be used. */
export async function linkPage(
  tools: AccountTools,
  request: Request,
  type: string | null,
  visitor: Visitor,
): Promise<LinkPage | Pick<OpenedLink, 'to'>> {
  const purpose = linkPurpose(type);
  if (!purpose) return { to: '/auth?link=unknown' };
  const token = linkToken(tools, purpose, request);
  const link = token === undefined ? undefined : await findLink(tools.pool, purpose, token);
  if (token === undefined || link?.state !== 'good') return { to: brokenLink(purpose, link, visitor) };
  const { user } = visitor;
  return {
    purpose,
    email: link.email,
    choosesPassword: choosesPassword(tools, request, purpose, token),
    staysSignedInAs: user && user.id !== link.userId ? user.email : null,
  };
}

/**
 * Whether the page of a link asks for a new password. To confirm a sign-up it does so in every browser but the one that
 * signed up: somebody else may have signed up with the address, and knows the password of that sign-up.
 */
export function choosesPassword(
  tools: AccountTools,
  request: Request,
  purpose: LinkPurpose,
  token: string,
): boolean {
  return purpose === 'recovery' || (purpose === 'signup' && !signedUpHere(tools, request, token));
}

function pageOf(purpose: LinkPurpose): string {
  return purpose === 'recovery' ? '/reset-password' : `/auth/confirm?type=${purpose}`;
}

/** Where a link leads that can't be used; the page there has words for why. */
export function brokenLink(purpose: LinkPurpose, link: FoundLink | undefined, visitor: Visitor): string {
  // The user of the link is signed in: it has done what it is for.
  if (purpose === 'signup' && link?.state === 'used' && visitor.user?.id === link.userId) return '/';
  const problem = link === undefined || link.state === 'good' ? 'unknown' : link.state;
  if (purpose !== 'recovery') return `/auth?link=${problem}`;
  const told = new URLSearchParams({ error: 'access_denied', error_code: `link_${problem}` });
  return `/reset-password?${told}`;
}
