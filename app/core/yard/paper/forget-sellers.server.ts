import { sql } from 'kysely';
import type { Database } from '#core/platform/database.server.ts';
import { readLaw } from './law.server.ts';

/** The payee of a cost whose payee was forgotten. */
const FORGOTTEN = 'Forgotten';

/**
 * Forgets who sold a car, and who was paid for it, when the police book need not be kept any more: the car is gone, and was acquired before the
 * current year and the years before it that the owner's rule names. Runs nightly.
 */
export async function forgetSellers(database: Database): Promise<void> {
  await database.as({ role: 'service_role' }, async (transaction) => {
    const { law, today } = await readLaw(transaction);
    const firstYear = Number(today.slice(0, 4)) - law.police_book_years;
    const isOld = sql`vehicle.id = vehicle_id and vehicle.disposition <> 'here'
      and vehicle.acquired_on < make_date(${firstYear}, 1, 1)`;
    await sql`delete from yard_purchases using yard_vehicles as vehicle where ${isOld}`.execute(transaction);
    // The price was paid to the seller.
    await sql`
      update yard_costs set payee = ${FORGOTTEN} from yard_vehicles as vehicle
      where ${isOld} and direction = 'paid' and payee <> ${FORGOTTEN}`.execute(transaction);
    // The demo's cars can't come back any more (undoDemoRemoval), so their sellers go too.
    await sql`delete from demo_cars where removed_at < now() - interval '1 day'`.execute(transaction);
  });
}
