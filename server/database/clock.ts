import type pg from 'pg';
import type { Logger } from 'pino';

/** A larger difference can't come from the duration of the query. */
export const MAX_CLOCK_DIFFERENCE_S = 5;

/** Returns how many seconds this machine's clock is ahead of the database's. */
export async function readClockDifference(database: Pick<pg.Pool, 'query'>): Promise<number> {
  const asked = Date.now();
  const { rows } = await database.query<{ now: number }>(
    'select extract(epoch from clock_timestamp())::float8 as now',
  );
  const middle = (asked + Date.now()) / 2_000;
  return Math.round(middle - (rows[0]?.now ?? middle));
}

/** Most times are the database's. Codes of the second step, signatures and the schedule of jobs are not. */
export async function reportWrongClock(database: Pick<pg.Pool, 'query'>, log: Logger): Promise<void> {
  const difference = await readClockDifference(database);
  if (Math.abs(difference) <= MAX_CLOCK_DIFFERENCE_S) return;
  log.error(`The clock of this machine differs from the database's by ${difference} s: let NTP set it`);
}
