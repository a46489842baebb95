import type { Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { formatPartCount } from '#core/catalog/part-count.ts';
import { readFields } from '#core/catalog/part-form.ts';
import type { ActionResult } from '#core/values/action-result.ts';
import { Refused } from '#core/values/refused.ts';
import { countSelected } from '#core/part-changes/bulk/selection.server.ts';
import { startBulkChange } from '#core/part-changes/bulk/start-bulk-change.server.ts';

/** Gives all parts of a make, or of one of its models (`model`), or listed for it, another name of it (`to`). It can be undone. @throws {Refused} */
export async function renameVehicle(
  transaction: Transaction<DB>,
  { make = '', model = '', to }: Partial<Record<string, string>>,
): Promise<ActionResult> {
  const column = model === '' ? 'vehicle_make' : 'vehicle_model';
  const { values } = readFields({ [column]: to }, [column]);
  const name = values[column];
  if (make === '' || typeof name !== 'string') {
    throw new Refused('the form could not be read');
  }
  const vehicle = { make, ...(model !== '' && { model }) };
  const selection = { vehicle };
  const before = model || make;
  const parts = before === name ? 0 : await countSelected(transaction, selection);
  if (parts === 0) throw new Refused(`"${before}" has no parts`);
  await startBulkChange(transaction, {
    selection,
    change: { kind: 'rename', ...vehicle, to: name },
    summary: `${model === '' ? 'Make' : `Model of ${make}`} ${before} is now ${name}`,
  });
  return {
    done: true,
    message: `${formatPartCount(parts)} will be listed under "${name}" in a moment.`,
    note: 'See Bulk changes to undo it.',
  };
}
