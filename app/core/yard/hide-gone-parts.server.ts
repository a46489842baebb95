import { sql, type Transaction } from 'kysely';
import { hideParts } from '#core/part-changes/part-table.server.ts';
import type { DB } from '#db/types.ts';

/** Takes parts off the shop that have left with their cars. Returns how many. Those that a payment holds stay. */
export async function hideGoneParts(
  transaction: Transaction<DB>,
  stockNumbers: readonly string[],
): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select part.id from part_private_facts as facts join parts_catalog as part on part.id = facts.part_id
    where facts.donor_key in (select oem_number_key(number) from unnest(${stockNumbers}::text[]) as number)
      and facts.yard_state = 'on_car' and part.stock_quantity > 0
    order by part.id`.execute(transaction);
  const hidden = await hideParts(
    transaction,
    rows.map(({ id }) => id),
  );
  return hidden.size;
}
