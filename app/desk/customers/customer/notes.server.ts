import type { Transaction } from 'kysely';
import { logAdminAction } from '#core/audit/write-events.server.ts';
import type { DB } from '#db/types.ts';
import type { ActionResult } from '#core/values/action-result.ts';
import { Refused } from '#core/values/refused.ts';

const MAX_NOTE_LENGTH = 5000;

export async function writeNote(
  transaction: Transaction<DB>,
  { customer: id, note }: { customer: string; note: string },
): Promise<ActionResult> {
  if (!note) return { done: false, errors: { note: 'Write the note first' } };
  if (note.length > MAX_NOTE_LENGTH) {
    return { done: false, errors: { note: `At most ${MAX_NOTE_LENGTH.toLocaleString('en-US')} characters` } };
  }
  const customer = await transaction
    .selectFrom('customers')
    .select('email')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!customer) throw new Refused('this customer does not exist');
  const written = await transaction
    .insertInto('customer_notes')
    .values({ email: customer.email, note })
    .returning('id')
    .executeTakeFirstOrThrow();
  await logAdminAction(transaction, 'write_customer_note', {
    resourceType: 'customer_notes',
    resourceId: written.id,
    customer: id,
  });
  return { done: true, message: 'Note saved' };
}

/** Does nothing if it is deleted already. */
export async function deleteNote(transaction: Transaction<DB>, id: string): Promise<ActionResult> {
  const deleted = await transaction
    .deleteFrom('customer_notes')
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  if (deleted) {
    await logAdminAction(transaction, 'delete_customer_note', {
      resourceType: 'customer_notes',
      resourceId: id,
    });
  }
  return { done: true, message: 'Note deleted' };
}
