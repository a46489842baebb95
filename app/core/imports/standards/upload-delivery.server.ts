import { sql, type Transaction } from 'kysely';
import { logAdminAction } from '#core/audit/write-events.server.ts';
import type { Database, UserIdentity } from '#core/platform/database.server.ts';
import type { ActionResult } from '#core/values/action-result.ts';
import { Refused } from '#core/values/refused.ts';
import type { DB } from '#db/types.ts';
import { probeForeignDatabase } from '../files/file-reader.server.ts';
import { ImportFileError } from '../files/import-file-error.ts';
import { importLimits } from '../files/import-limits.ts';
import { readText } from '../files/start-part-import.server.ts';
import { openDelivery } from './read-delivery.server.ts';

const { pieceBytes, zipBytes } = importLimits;

export type StartedDelivery = ActionResult & { id?: string };

/** Makes room for a delivery, which is uploaded in pieces. Deletes those whose upload has not ended, or that can't be read. */
export async function startDelivery(
  transaction: Transaction<DB>,
  form: Readonly<Record<string, unknown>>,
): Promise<StartedDelivery> {
  const name = readText(form['name'], 200);
  const bytes = Number(form['bytes']);
  if (name === undefined || !Number.isInteger(bytes) || bytes < 1)
    return { done: false, errors: { file: 'Please choose a file that is not empty' } };
  if (bytes > zipBytes)
    return { done: false, errors: { file: `The file is too large: at most ${zipBytes / 1024 ** 2} MB` } };
  await transaction.deleteFrom('standard_deliveries').where('state', 'in', ['uploading', 'failed']).execute();
  const { id } = await transaction
    .insertInto('standard_deliveries')
    .values({ file_name: name, file_bytes: bytes })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { done: true, id };
}

/** Stores a piece of a delivery. Keeps a piece that was sent before. All pieces but the last have the same size. @throws {Refused} */
export async function storeDeliveryPiece(
  transaction: Transaction<DB>,
  { deliveryId, place, content }: { deliveryId: string; place: number; content: Uint8Array },
): Promise<ActionResult> {
  const found = await transaction
    .selectFrom('standard_deliveries')
    .select('file_bytes')
    .where('id', '=', deliveryId)
    .where('state', '=', 'uploading')
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw new Refused('it is not being uploaded');
  const size = Math.min(pieceBytes, Number(found.file_bytes) - place * pieceBytes);
  if (content.length !== size) throw new Refused(`piece ${place + 1} must have ${Math.max(size, 0)} bytes`);
  await transaction
    .insertInto('standard_delivery_pieces')
    .values({ delivery_id: deliveryId, place, content: Buffer.from(content) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return { done: true };
}

/** Looks at the tables of an uploaded delivery, and starts to read it. Deletes one that can't be read. @throws {Refused} */
export async function finishDelivery(
  database: Database,
  { admin, deliveryId }: { admin: UserIdentity; deliveryId: string },
): Promise<ActionResult> {
  const found = await database.as(admin, async (transaction) => {
    const { rows } = await sql<{ bytes: string; uploaded: string }>`
      select file_bytes as bytes, (
        select coalesce(sum(length(content)), 0) from standard_delivery_pieces where delivery_id = id
      ) as uploaded
      from standard_deliveries where id = ${deliveryId} and state = 'uploading'`.execute(transaction);
    return rows[0];
  });
  if (!found) throw new Refused('it is not being uploaded');
  if (found.uploaded !== found.bytes)
    throw new Refused(`${found.uploaded} of ${found.bytes} bytes have arrived`);
  try {
    await probeForeignDatabase(openDelivery(database, { admin, deliveryId, bytes: Number(found.bytes) }));
  } catch (error) {
    if (!(error instanceof ImportFileError)) throw error;
    await database.as(admin, (transaction) =>
      transaction
        .deleteFrom('standard_deliveries')
        .where('id', '=', deliveryId)
        .where('state', '=', 'uploading')
        .execute(),
    );
    throw new Refused(error.message);
  }
  await database.as(admin, (transaction) =>
    transaction
      .updateTable('standard_deliveries')
      .set({ state: 'reading', user_id: sql<string>`auth.uid()` })
      .where('id', '=', deliveryId)
      .where('state', '=', 'uploading')
      .execute(),
  );
  return { done: true };
}

/** Deletes a delivery with its names. The owner's own names stay. */
export async function deleteDelivery(
  transaction: Transaction<DB>,
  deliveryId: string,
): Promise<ActionResult> {
  await sql`select set_config('statement_timeout', '2min', true)`.execute(transaction);
  const row = await transaction
    .deleteFrom('standard_deliveries')
    .where('id', '=', deliveryId)
    .returning(['file_name', 'state'])
    .executeTakeFirst();
  if (row && row.state !== 'uploading')
    await logAdminAction(transaction, 'delete_standard_delivery', {
      resourceId: deliveryId,
      resourceType: 'standard_deliveries',
      file_name: row.file_name,
    });
  return { done: true };
}
