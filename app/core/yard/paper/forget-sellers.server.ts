import { sql } from 'kysely';
import type { Database } from '#core/platform/database.server.ts';
import { readLaw } from './law.server.ts';

/**
 * Forgets who sold a car when the police book need not be kept any more: the car is gone, and was acquired before the
 * current year and the years before it that the owner's rule names. Runs nightly.
 */
export async function forgetSellers(database: Database): Promise<void> {
  await database.as({ role: 'service_role' }, async (transaction) => {
    const { law, today } = await readLaw(transaction);
    const firstYear = Number(today.slice(0, 4)) - law.police_book_years;
    await sql`
      delete from yard_purchases using yard_vehicles as vehicle
      where vehicle.id = vehicle_id and vehicle.disposition <> 'here'
        and vehicle.acquired_on < make_date(${firstYear}, 1, 1)`.execute(transaction);
  });
}
