import { sql } from 'kysely';
import type { Database } from '#core/platform/database.server.ts';
import { KEPT_DAYS, MAX_WAIT_DAYS } from './car-wait.ts';

/** Ends waits after a year, and deletes those that were not confirmed or are over, with their links. Runs nightly. */
export async function tidyCarWaits(database: Database): Promise<void> {
  const daysAgo = (days: number) => sql<Date>`now() - make_interval(days => ${days})`;
  await database.as({ role: 'service_role' }, async (transaction) => {
    await transaction
      .updateTable('car_waits')
      .set({ ended_at: sql<Date>`now()` })
      .where('ended_at', 'is', null)
      .where('asked_at', '<', daysAgo(MAX_WAIT_DAYS))
      .execute();
    await transaction
      .deleteFrom('car_waits')
      .where((where) =>
        where.or([
          where.and([
            where('confirmed_at', 'is', null),
            where('asked_at', '<', daysAgo(KEPT_DAYS.unconfirmed)),
          ]),
          where('ended_at', '<', daysAgo(KEPT_DAYS.over)),
        ]),
      )
      .execute();
  });
}
