import { recordSignIn } from './guest-orders.ts';
import { getCookieCache } from 'better-auth/cookies';
import { ACCESS_SECONDS } from '#core/accounts/account.ts';
import type { AccountResponse, Visitor } from '#core/accounts/accounts.server.ts';
import type { Counted } from '#core/limits/limits.server.ts';
import { logAccountEvent, logFailedSignIn } from '../audit/account-events.ts';
import { cookiePrefix } from './auth.ts';
import { formatDeviceCookie, readKnownDevice } from './device.ts';
import { readCredentials } from './input.ts';
import { endReplacedSession } from './sessions.ts';
import { formatSignUpCookie } from './sign-up-cookie.ts';
import { mailLinkAgain } from './sign-up.ts';
import {
  type AccountTools,
  NO_SESSION,
  respond,
  clientAddress,
  readRefusalCode,
  refuse,
  refuseWhenLimited,
} from './tools.ts';

const TOO_MANY = 'Too many failed attempts to sign in.';
const WRONG = 'Invalid login credentials. Please try again.';
const UNCONFIRMED = 'Please confirm your email address first. We sent you the link again.';
const BANNED = 'This account is closed. Please contact us.';

/** POST auth token with grant_type=password (Spec §7). A user with a second step has to confirm a code next. */
export async function signIn(tools: AccountTools, request: Request): Promise<AccountResponse> {
  const credentials = await readCredentials(request);
  if ('status' in credentials) return credentials;
  const { email, password } = credentials;

  // Only failures count. Known devices have their own limit, so that an attacker can't lock the user out.
  const device = readKnownDevice(tools, request, email);
  const counted: Counted[] = device
    ? [['sign-in-from-known-device', `${device} ${email}`]]
    : [
        ['sign-in-from-address', clientAddress(request)],
        ['sign-in-from-new-device', email],
      ];
  const refused = refuseWhenLimited(await tools.limits.takeAll(counted), TOO_MANY);
  if (refused) return refused;

  try {
    const { headers, response } = await tools.auth.api.signInEmail({
      body: { email, password },
      headers: request.headers,
      returnHeaders: true,
    });
    await tools.limits.giveBackAll(counted);
    await endReplacedSession(tools, request);
    // The types of better-auth lack this response of its plugin.
    if ('twoFactorRedirect' in response) {
      return respond(200, { user: null, second_step: true }, headers.getSetCookie());
    }
    return await signedIn(tools, request, { id: response.user.id, email }, headers);
  } catch (error) {
    const code = readRefusalCode(error);
    if (code === 'EMAIL_NOT_VERIFIED') {
      await tools.limits.giveBackAll(counted);
      const token = await mailLinkAgain(tools, credentials);
      const cookies = token === undefined ? [] : [formatSignUpCookie(tools, request, token)];
      return { ...refuse(403, 'email_not_confirmed', UNCONFIRMED), cookies };
    }
    if (code === 'BANNED') return refuse(403, 'user_banned', BANNED);
    await logFailedSignIn(tools, request, email);
    return refuse(400, 'invalid_credentials', WRONG);
  }
}

export async function signedIn(
  tools: AccountTools,
  request: Request,
  user: { id: string; email: string },
  headers: Headers,
): Promise<AccountResponse> {
  await recordSignIn(tools, request, user.id);
  return respond(200, { user: { id: user.id, email: user.email }, ...newAccessExpiry() }, [
    ...headers.getSetCookie(),
    formatDeviceCookie(tools, request, user.email),
  ]);
}

/** POST auth token with grant_type=refresh_token (Spec §7): the session row is the refresh token. */
export async function refresh(
  tools: AccountTools,
  request: Request,
  visitor: Visitor,
): Promise<AccountResponse> {
  if (!visitor.user) return NO_SESSION;
  const { headers, response } = await tools.auth.api.getSession({
    headers: request.headers,
    query: { disableCookieCache: true },
    returnHeaders: true,
  });
  if (!response) return { ...NO_SESSION, cookies: headers.getSetCookie() };
  const { id, email } = response.user;
  return respond(200, { user: { id, email }, ...newAccessExpiry() }, headers.getSetCookie());
}

export async function signOut(
  tools: AccountTools,
  request: Request,
  visitor: Visitor,
): Promise<AccountResponse> {
  const { headers } = await tools.auth.api.signOut({ headers: request.headers, returnHeaders: true });
  if (visitor.user) await logAccountEvent(tools, request, 'logout', visitor.user.id);
  return respond(200, {}, headers.getSetCookie());
}

function newAccessExpiry() {
  return { expires_in: ACCESS_SECONDS, expires_at: Math.floor(Date.now() / 1000) + ACCESS_SECONDS };
}

/** Reads when the access token expires, as seconds left and as a Unix time in seconds. */
export async function readAccessExpiry({ secret, siteUrl }: AccountTools, request: Request) {
  const access = await getCookieCache(request, {
    cookiePrefix: cookiePrefix(siteUrl),
    isSecure: false,
    strategy: 'jwt',
    secret,
  }).catch(() => null);
  const now = Math.floor(Date.now() / 1000);
  const issuedAt = Math.floor(Number(access?.updatedAt ?? 0) / 1000);
  const left = Math.min(ACCESS_SECONDS, Math.max(0, issuedAt + ACCESS_SECONDS - now));
  return { expires_in: left, expires_at: now + left };
}
