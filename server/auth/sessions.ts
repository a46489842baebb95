import type pg from 'pg';
import { type AccountTools, refusalOf } from './tools.ts';

interface StartOptions {
  /** By a link that resets the password: changing it later asks for no current one. */
  byRecovery?: boolean;
  /** The user has passed the second step, or is signed in on this browser already. */
  secondStepDone?: boolean;
}

/**
 * The cookies of a new session in the place of the one that this browser has, or undefined for those who have to sign
 * in: with a second step, or banned.
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
    refusalOf(error);
    return undefined;
  }
}

/** Ends the session that this browser had before it signed in, whichever account it was of. */
export async function endReplacedSession(
  { auth }: Pick<AccountTools, 'auth'>,
  request: Request,
): Promise<void> {
  await auth.api.endReplacedSession({ headers: request.headers });
}

/**
 * Runs a deed that gives this browser a new session, and ends all sessions of the user that were there before it.
 *
 * @throws what `deed` throws; then no session has ended.
 */
export async function endingEarlierSessions<T>(
  pool: pg.Pool,
  userId: string,
  deed: () => Promise<T>,
): Promise<T> {
  const { rows } = await pool.query<{ id: string }>('select id from auth.sessions where user_id = $1', [
    userId,
  ]);
  const done = await deed();
  await pool.query('delete from auth.sessions where id = any ($1)', [rows.map(({ id }) => id)]);
  return done;
}
