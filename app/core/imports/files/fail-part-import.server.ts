import { raiseAlert } from '#core/alerts/alerts.server.ts';
import type { Database } from '#core/platform/database.server.ts';
import { failPictures } from './add-import-pictures.server.ts';
import { stopPartImport } from './run-part-import.server.ts';

/** Ends an import that killed the shop, with an alert. */
export async function failPartImport(database: Database, importId: string, error: string): Promise<void> {
  await stopPartImport(database, importId, { error, canUndo: true });
  await raiseImportAlert(database, importId);
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
      .selectFrom('part_imports')
      .select(['supplier', 'file_name'])
      .where('id', '=', importId)
      .executeTakeFirst();
    if (!found) return;
    const details = { Supplier: found.supplier, File: found.file_name };
    await raiseAlert(transaction, { kind: 'import-killed', subject: importId, details });
  });
}
