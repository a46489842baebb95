import type pg from 'pg';

/** A session should have ended once it was unused for this many days, or is older than the second limit. */
const UNUSED_DAYS = 30;
const OLD_DAYS = 90;

export async function findUsersWithoutSecondStep(
  pool: pg.Pool,
  userIds: readonly string[],
): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    'select id from auth.users where id = any ($1) and banned_at is null and not two_factor_enabled order by id',
    [userIds],
  );
  return rows.map(({ id }) => id);
}

export async function countOldSessions(
  pool: pg.Pool,
  userIds: readonly string[],
): Promise<{ all: number; theirs: number }> {
  const { rows } = await pool.query<{ all: number; theirs: number }>(
    `select count(*)::integer as all, count(*) filter (where user_id = any ($1))::integer as theirs
     from auth.sessions
     where expires_at > now()
       and (updated_at < now() - make_interval(days => $2) or created_at < now() - make_interval(days => $3))`,
    [userIds, UNUSED_DAYS, OLD_DAYS],
  );
  return rows[0] ?? { all: 0, theirs: 0 };
}
