import { randomBytes } from 'node:crypto';
import type { Session, User } from 'better-auth/types';
import type pg from 'pg';
import { SESSION_SECONDS } from './auth.ts';
import { formatDeviceCookie } from './device.ts';
import { recordSignIn } from './guest-orders.ts';
import { type AccountTools, clientAddress } from './tools.ts';

interface StartOptions {
  /** Signed in with a reset link: a later change does not require the current password. */
  byRecovery?: boolean;
  /** The user passed the second step or is signed in already. */
  secondStepDone?: boolean;
}

/** Replaces this browser's session. Returns undefined for a user who is banned or has to pass a second step. */
export async function startSession(
  tools: Pick<AccountTools, 'auth' | 'pool'>,
  request: Request,
  userId: string,
  { byRecovery = false, secondStepDone = false }: StartOptions = {},
): Promise<string[] | undefined> {
  const { auth, pool } = tools;
  const sessions = await pool.query<Session>(
    `insert into auth.sessions (user_id, token, expires_at, ip_address, user_agent, by_recovery)
     select id, $2, now() + make_interval(secs => $3), $4, $5, $6
     from auth.users where id = $1 and banned_at is null and ($7 or not two_factor_enabled)
     returning id, token, user_id as "userId", expires_at as "expiresAt", ip_address as "ipAddress",
       user_agent as "userAgent", by_recovery as "byRecovery", created_at as "createdAt", updated_at as "updatedAt"`,
    [
      userId,
      randomBytes(24).toString('base64url'),
      SESSION_SECONDS,
      clientAddress(request),
      request.headers.get('User-Agent'),
      byRecovery,
      secondStepDone,
    ],
  );
  const users = await pool.query<User>(
    `select id, name, email, email_verified as "emailVerified", image, banned_at as "bannedAt",
       two_factor_enabled as "twoFactorEnabled", created_at as "createdAt", updated_at as "updatedAt"
     from auth.users where id = $1`,
    [userId],
  );
  const [session] = sessions.rows;
  const [user] = users.rows;
  if (!session || !user) return undefined;
  await endReplacedSession(tools, request);
  const { headers } = await auth.api.setSessionCookies({ body: { session, user }, returnHeaders: true });
  return headers.getSetCookie();
}

/** Signs in a user who has proved their identity without the password. Returns the same as `startSession`. */
export async function signInWithoutPassword(
  tools: AccountTools,
  request: Request,
  user: { id: string; email: string },
  options?: StartOptions,
): Promise<string[] | undefined> {
  const cookies = await startSession(tools, request, user.id, options);
  if (!cookies) return undefined;
  await recordSignIn(tools, request, user.id);
  return [...cookies, formatDeviceCookie(tools, request, user.email)];
}

/** Reads the browser's session from the database. Returns null if there is none. */
export async function readSession({ auth }: Pick<AccountTools, 'auth'>, request: Request) {
  return auth.api.getSession({
    headers: request.headers,
    query: { disableCookieCache: true, disableRefresh: true },
  });
}

export async function endReplacedSession(
  tools: Pick<AccountTools, 'auth' | 'pool'>,
  request: Request,
): Promise<void> {
  const replaced = await readSession(tools, request);
  if (replaced) await tools.pool.query('delete from auth.sessions where id = $1', [replaced.session.id]);
}

/** `work` gives this browser a new session. If it throws, the earlier sessions continue. */
export async function endingEarlierSessions<T>(
  pool: pg.Pool,
  userId: string,
  work: () => Promise<T>,
): Promise<T> {
  const { rows } = await pool.query<{ id: string }>('select id from auth.sessions where user_id = $1', [
    userId,
  ]);
  const result = await work();
  await pool.query('delete from auth.sessions where id = any ($1)', [rows.map(({ id }) => id)]);
  return result;
}
