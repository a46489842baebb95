import { getCookieCache } from 'better-auth/cookies';
import { ACCESS_SECONDS } from '#domain/account.ts';
import type { AccountAnswer, Counted, Visitor } from '#services';
import { logAccountEvent, logFailedSignIn } from '../audit/account-events.ts';
import { cookiePrefix } from './auth.ts';
import { deviceCookie, knownDevice } from './device.ts';
import { readCredentials } from './input.ts';
import { endReplacedSession } from './sessions.ts';
import { signUpCookie } from './sign-up-cookie.ts';
import { confirmAgain } from './sign-up.ts';
import { type AccountTools, answer, clientAddress, refusalOf, refuse, refuseWhenLimited } from './tools.ts';

const TOO_MANY = 'Too many failed attempts to sign in.';
const WRONG = 'Invalid login credentials. Please try again.';
const UNCONFIRMED = 'Please confirm your email address first. We have sent you the link again.';
const BANNED = 'This account is closed. Please contact us.';

/** POST auth token with grant_type=password (Spec §7). With a second step set up, it is asked for next. */
export async function signIn(tools: AccountTools, request: Request): Promise<AccountAnswer> {
  const credentials = await readCredentials(request);
  if ('status' in credentials) return credentials;
  const { email, password } = credentials;

  // Only failures count, and each device that has signed in before by itself: nobody locks others out.
  const device = knownDevice(tools, request, email);
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
    // better-auth's types know nothing of what its own second step answers here.
    if ('twoFactorRedirect' in response) {
      return answer(200, { user: null, second_step: true }, headers.getSetCookie());
    }
    return await signedIn(tools, request, { id: response.user.id, email }, headers);
  } catch (error) {
    const code = refusalOf(error);
    if (code === 'EMAIL_NOT_VERIFIED') {
      await tools.limits.giveBackAll(counted);
      const token = await confirmAgain(tools, credentials);
      const cookies = token === undefined ? [] : [signUpCookie(tools, request, token)];
      return { ...refuse(403, 'email_not_confirmed', UNCONFIRMED), cookies };
    }
    if (code === 'BANNED') return refuse(403, 'user_banned', BANNED);
    await logFailedSignIn(tools, request, email);
    return refuse(400, 'invalid_credentials', WRONG);
  }
}

/** The answer to somebody who is signed in now, on a device that is known from now on. */
export async function signedIn(
  tools: AccountTools,
  request: Request,
  user: { id: string; email: string },
  headers: Headers,
): Promise<AccountAnswer> {
  await logAccountEvent(tools, request, { action: 'login_success', userId: user.id });
  return answer(200, { user: { id: user.id, email: user.email }, ...accessFromNow() }, [
    ...headers.getSetCookie(),
    deviceCookie(tools, request, user.email),
  ]);
}

/** POST auth token with grant_type=refresh_token (Spec §7): the session row is the refresh token. */
export async function refresh(
  tools: AccountTools,
  request: Request,
  visitor: Visitor,
): Promise<AccountAnswer> {
  const missing = refuse(401, 'session_not_found', 'Auth session missing!');
  if (!visitor.user) return missing;
  const { headers, response } = await tools.auth.api.getSession({
    headers: request.headers,
    query: { disableCookieCache: true },
    returnHeaders: true,
  });
  if (!response) return { ...missing, cookies: headers.getSetCookie() };
  const { id, email } = response.user;
  return answer(200, { user: { id, email }, ...accessFromNow() }, headers.getSetCookie());
}

/** POST auth logout (Spec §7). Without a session it does nothing. */
export async function signOut(
  tools: AccountTools,
  request: Request,
  visitor: Visitor,
): Promise<AccountAnswer> {
  const { headers } = await tools.auth.api.signOut({ headers: request.headers, returnHeaders: true });
  if (visitor.user) await logAccountEvent(tools, request, { action: 'logout', userId: visitor.user.id });
  return answer(200, {}, headers.getSetCookie());
}

function accessFromNow() {
  return { expires_in: ACCESS_SECONDS, expires_at: Math.floor(Date.now() / 1000) + ACCESS_SECONDS };
}

/** How long the access part of this browser's session is still good, in seconds, and until when. */
export async function accessLeft({ secret, siteUrl }: AccountTools, request: Request) {
  const access = await getCookieCache(request, {
    cookiePrefix: cookiePrefix(siteUrl),
    // The prefix says so already.
    isSecure: false,
    strategy: 'jwt',
    secret,
  }).catch(() => null);
  const now = Math.floor(Date.now() / 1000);
  const given = Math.floor(Number(access?.updatedAt ?? 0) / 1000);
  const left = Math.min(ACCESS_SECONDS, Math.max(0, given + ACCESS_SECONDS - now));
  return { expires_in: left, expires_at: now + left };
}
