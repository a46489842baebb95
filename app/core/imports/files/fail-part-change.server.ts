import { raiseAlert } from '#core/alerts/alerts.server.ts';
import type { AlertDetails } from '#core/alerts/alert.ts';
import type { Database } from '#core/platform/database.server.ts';
import { failPictures } from './add-import-pictures.server.ts';
import { endPartChange, runPartChange } from './run-part-change.server.ts';

/** Returns the work of the job of a change, and what ends one that killed the shop. */
export function changeWork(
  { database, siteUrl }: { database: Database; siteUrl: string },
  changeId: string,
  isLastAttempt: boolean,
) {
  return {
    run: () => runPartChange({ database, siteUrl, changeId, isLastAttempt }),
    fail: (reason: string) => failPartChange(database, changeId, reason),
  };
}

async function failPartChange(database: Database, changeId: string, error: string): Promise<void> {
  await endPartChange(database, changeId, { error, canUndo: true });
  await raiseImportAlert(database, changeId);
}

/** Ends the pictures of an import that killed the shop, with an alert. */
export async function failImportPictures(
  database: Database,
  importId: string,
  reason: string,
): Promise<void> {
  await failPictures(database, importId, reason);
  await raiseImportAlert(database, importId);
}

async function raiseImportAlert(database: Database, importId: string): Promise<void> {
  await database.as({ role: 'service_role' }, async (transaction) => {
    const found = await transaction
      .selectFrom('part_changes')
      .select(['supplier', 'file_name', 'summary'])
      .where('id', '=', importId)
      .executeTakeFirst();
    if (!found) return;
    const { supplier, file_name: file, summary } = found;
    const details: AlertDetails =
      summary === null ? { Supplier: supplier ?? '', File: file ?? '' } : { Change: summary };
    await raiseAlert(transaction, { kind: 'import-killed', subject: importId, details });
  });
}
