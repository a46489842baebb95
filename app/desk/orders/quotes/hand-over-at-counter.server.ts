import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { Refused } from '#core/values/refused.ts';
import { runOrderAction } from '../run-order-action.server.ts';

/**
 * Hands over all parts of an order that was paid at the counter, as the signed-in person. Does nothing if they are
 * handed over already.
 */
export async function handOverAtCounter(
  transaction: Transaction<DB>,
  number: number,
  name: string | null,
): Promise<void> {
  // The buyer leaves with them, so they are off their cars. Those that may not be pulled yet stay on them.
  await sql`
    update part_private_facts as facts set yard_state = null
    from order_lines as line join orders on orders.id = line.order_id
    where orders.number = ${number} and facts.part_id = line.part_id and facts.yard_state is not null
      and not exists (select from part_ready_days where part_id = facts.part_id)`.execute(transaction);
  const form = new FormData();
  form.set('collected_by', name ?? 'The buyer at the counter');
  form.set('other_name', 'yes');
  try {
    await runOrderAction(transaction, { number, action: 'pick-up', form });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
  }
}
