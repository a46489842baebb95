import type pg from 'pg';
import { type AccountTools, readRefusalCode } from './tools.ts';

interface StartOptions {
  /** Signed in with a reset link: a later change does not require the current password. */
  byRecovery?: boolean;
  /** The user passed the second step or is signed in already. */
  secondStepDone?: boolean;
}

/**
 * Replaces this browser's session and returns the cookies of the new one. Returns undefined for a user who is banned or
 * has to pass a second step.
 */
export async function startSession(
  { auth }: Pick<AccountTools, 'auth'>,
  request: Request,
  userId: string,
  options: StartOptions = {},
): Promise<string[] | undefined> {
  try {
    const { headers, response } = await auth.api.startSession({
      body: { userId, ...options },
      headers: request.headers,
      returnHeaders: true,
    });
    return response.started ? headers.getSetCookie() : undefined;
  } catch (error) {
    readRefusalCode(error);
    return undefined;
  }
}

export async function endReplacedSession(
  { auth }: Pick<AccountTools, 'auth'>,
  request: Request,
): Promise<void> {
  await auth.api.endReplacedSession({ headers: request.headers });
}

/**
 * Runs `work`, which gives this browser a new session, and then ends the user's earlier sessions.
 *
 * @throws the errors of `work`; then no session has ended.
 */
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
