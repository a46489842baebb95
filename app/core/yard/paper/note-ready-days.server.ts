import { sql } from 'kysely';
import type { Database } from '#core/platform/database.server.ts';
import { readDismantleDays } from './read-paper.server.ts';

/**
 * Notes which parts are on cars that may not be dismantled yet, and from when on they may. Runs each minute: papers, rules
 * of law, holds, and the day change it.
 */
export async function noteReadyDays(database: Database): Promise<void> {
  await database.as({ role: 'service_role' }, async (transaction) => {
    const { rows: cars } = await sql<{ id: string }>`
      select id from yard_vehicles as vehicle
      where disposition = 'here' and stock_key in (
        select donor_key from part_private_facts where yard_state = 'on_car' and donor_key is not null
      )`.execute(transaction);
    const days = await readDismantleDays(
      transaction,
      cars.map(({ id }) => id),
    );
    const early = [...days].filter(([, day]) => day.may !== 'now');
    const ids = early.map(([id]) => id);
    const froms = early.map(([, day]) => (day.may === 'from' ? day.day : null));
    await sql`
      with waiting as materialized (
        select part.id as part_id, early.ready_from
        from unnest(${ids}::uuid[], ${froms}::date[]) as early (vehicle_id, ready_from)
        join yard_vehicles as vehicle on vehicle.id = early.vehicle_id
        join part_private_facts as facts
          on facts.donor_key = vehicle.stock_key and facts.yard_state = 'on_car'
        join parts_catalog as part on part.id = facts.part_id
      ), ready as (
        delete from part_ready_days where part_id not in (select part_id from waiting)
      )
      insert into part_ready_days as noted (part_id, ready_from) select part_id, ready_from from waiting order by part_id
      on conflict (part_id) do update set ready_from = excluded.ready_from
      where noted.ready_from is distinct from excluded.ready_from`.execute(transaction);
  });
}
