import type { Transaction } from 'kysely';
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
  const form = new FormData();
  form.set('collected_by', name ?? 'The buyer at the counter');
  form.set('other_name', 'yes');
  try {
    await runOrderAction(transaction, { number, action: 'pick-up', form });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
  }
}
