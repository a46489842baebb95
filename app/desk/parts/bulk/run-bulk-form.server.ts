import { readBulkChange } from '#core/part-changes/bulk/bulk-change.ts';
import { formatPartCount } from '#core/catalog/part-count.ts';
import type { RunAsPerson } from '#core/accounts/only-staff.server.ts';
import type { ActionResult } from '#core/values/action-result.ts';
import { Refused } from '#core/values/refused.ts';
import { type Preview, previewBulkChange } from '../preview.server.ts';
import { readSelection } from '#core/part-changes/bulk/selection.server.ts';
import { startBulkChange } from '#core/part-changes/bulk/start-bulk-change.server.ts';

export interface PreviewResult extends ActionResult {
  preview?: Preview;
}

/** Previews the change of a form, or starts it. @throws {Refused} */
export async function runBulkForm(
  intent: 'preview' | 'start',
  form: Partial<Record<string, string>>,
  runAsAdmin: RunAsPerson,
): Promise<PreviewResult> {
  const selection = readSelection(form);
  if (!selection) throw new Refused('please choose 1 to 1,000 parts, or all');
  const read = readBulkChange(form);
  if ('errors' in read) return { done: false, errors: read.errors };
  const { change } = read;
  if (intent === 'preview')
    return {
      done: true,
      preview: await runAsAdmin((transaction) => previewBulkChange(transaction, { selection, change })),
    };
  const expected = Number(form['parts']);
  if (!Number.isInteger(expected)) throw new Refused('the number of parts is missing');
  const parts = await runAsAdmin((transaction) =>
    startBulkChange(transaction, { selection, change, expected }),
  );
  return {
    done: true,
    message: `${formatPartCount(parts)}: started`,
    note: 'See Bulk changes for its progress.',
  };
}
