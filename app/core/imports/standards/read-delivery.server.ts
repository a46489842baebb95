import { sql, type Transaction } from 'kysely';
import { logAdminAction } from '#core/audit/write-events.server.ts';
import type { Database, UserIdentity } from '#core/platform/database.server.ts';
import { NO_ADMIN } from '#core/part-changes/run-steps.server.ts';
import type { DB } from '#db/types.ts';
import { readForeignNames } from '../files/file-reader.server.ts';
import { type FileSource, openPieces } from '../files/file-source.server.ts';
import { ImportFileError } from '../files/import-file-error.ts';
import type { ReferenceName } from './read-database.server.ts';

/** Opens an uploaded delivery. Reads each piece in a transaction of its own. */
export function openDelivery(
  database: Database,
  { admin, deliveryId, bytes }: { admin: UserIdentity; deliveryId: string; bytes: number },
): FileSource {
  return openPieces(bytes, (place) =>
    database.as(admin, (transaction) =>
      transaction
        .selectFrom('standard_delivery_pieces')
        .select('content')
        .where('delivery_id', '=', deliveryId)
        .where('place', '=', place)
        .executeTakeFirst(),
    ),
  );
}

/** Returns the work of the job that reads a delivery, and what ends it if it kills the shop. */
export function deliveryWork(database: Database, deliveryId: string, isLastAttempt: boolean) {
  return {
    run: () => readDelivery(database, { deliveryId, isLastAttempt }),
    fail: (reason: string) => failDelivery(database, deliveryId, reason),
  };
}

/**
 * Stores the names of an uploaded delivery, some thousand in each transaction, with the rights of the admin who uploaded it. The last
 * one makes them count in place of an earlier delivery's. A job that was killed begins again: names count only when all are stored.
 */
async function readDelivery(
  database: Database,
  { deliveryId, isLastAttempt }: { deliveryId: string; isLastAttempt: boolean },
): Promise<void> {
  const found = await database.as({ role: 'service_role' }, (transaction) =>
    transaction
      .selectFrom('standard_deliveries')
      .select(['user_id', 'file_bytes'])
      .where('id', '=', deliveryId)
      .where('state', '=', 'reading')
      .executeTakeFirst(),
  );
  if (!found) return;
  const { user_id: userId, file_bytes: bytes } = found;
  if (userId === null) return failDelivery(database, deliveryId, NO_ADMIN);
  const admin: UserIdentity = { role: 'authenticated', userId };
  const as = <T>(work: (transaction: Transaction<DB>) => Promise<T>) => database.as(admin, work);
  const kinds = new Set<string>();
  try {
    let stored = 0;
    if (!(await as((transaction) => startAgain(transaction, deliveryId))))
      return await failDelivery(database, deliveryId, NO_ADMIN);
    for await (const names of readForeignNames(
      openDelivery(database, { admin, deliveryId, bytes: Number(bytes) }),
    )) {
      for (const { kind } of names) kinds.add(kind);
      const total = await as((transaction) => saveNames(transaction, { deliveryId, names, stored }));
      // It was deleted meanwhile.
      if (total === undefined) return;
      stored = total;
    }
    await as((transaction) => putIntoUse(transaction, deliveryId, [...kinds]));
  } catch (error) {
    const isOfFile = error instanceof ImportFileError;
    if (isOfFile) await as((transaction) => deleteStored(transaction, deliveryId));
    if (isOfFile || isLastAttempt)
      await failDelivery(database, deliveryId, isOfFile ? error.message : 'An error stopped it.');
    if (!isOfFile) throw error;
  }
}

/** Ends a delivery that can't be read. The names of earlier ones stay in use. */
async function failDelivery(database: Database, deliveryId: string, error: string): Promise<void> {
  await database.as({ role: 'service_role' }, (transaction) =>
    transaction
      .updateTable('standard_deliveries')
      .set({ state: 'failed', error: error.slice(0, 1_000) })
      .where('id', '=', deliveryId)
      .where('state', '=', 'reading')
      .execute(),
  );
}

/** Deletes what an attempt before has stored. Returns false if the person has lost the rights. */
async function startAgain(transaction: Transaction<DB>, deliveryId: string): Promise<boolean> {
  await allowLongStatements(transaction);
  await deleteNames(transaction, deliveryId);
  const { numUpdatedRows } = await update(transaction, deliveryId, { names: 0 });
  return numUpdatedRows > 0n;
}

/** Deletes the file and the names of a delivery that can't be read. */
async function deleteStored(transaction: Transaction<DB>, deliveryId: string): Promise<void> {
  await allowLongStatements(transaction);
  await deleteNames(transaction, deliveryId);
  await transaction.deleteFrom('standard_delivery_pieces').where('delivery_id', '=', deliveryId).execute();
}

async function deleteNames(transaction: Transaction<DB>, deliveryId: string): Promise<void> {
  await transaction.deleteFrom('standard_names').where('delivery_id', '=', deliveryId).execute();
}

/** Returns the number of stored names, or undefined if the delivery was deleted. */
async function saveNames(
  transaction: Transaction<DB>,
  { deliveryId, names, stored }: { deliveryId: string; names: readonly ReferenceName[]; stored: number },
): Promise<number | undefined> {
  const { numAffectedRows = 0n } = await sql`
    insert into standard_names (kind, code, name, delivery_id)
    select kind, code, name, ${deliveryId}
    from jsonb_to_recordset(${JSON.stringify(names)}::jsonb) as read (kind text, code text, name text)
    on conflict on constraint standard_names_key do nothing`.execute(transaction);
  const total = stored + Number(numAffectedRows);
  const { numUpdatedRows } = await update(transaction, deliveryId, { names: total });
  return numUpdatedRows > 0n ? total : undefined;
}

/** Replaces the names of earlier deliveries, kind by kind, in one transaction. */
async function putIntoUse(
  transaction: Transaction<DB>,
  deliveryId: string,
  kinds: readonly string[],
): Promise<void> {
  await allowLongStatements(transaction);
  const row = await transaction
    .updateTable('standard_deliveries')
    .set({ state: 'ready', kinds: sql<string[]>`${kinds}::text[]` })
    .where('id', '=', deliveryId)
    .where('state', '=', 'reading')
    .returning(['file_name', 'names'])
    .executeTakeFirst();
  if (!row) return;
  await sql`
    delete from standard_deliveries
    where id <> ${deliveryId} and state = 'ready' and kinds <@ ${kinds}::text[]`.execute(transaction);
  await sql`
    delete from standard_names
    where delivery_id <> ${deliveryId} and kind = any (${kinds}::text[])
      and delivery_id in (select id from standard_deliveries where state = 'ready')`.execute(transaction);
  await transaction.deleteFrom('standard_delivery_pieces').where('delivery_id', '=', deliveryId).execute();
  await logAdminAction(transaction, 'read_standard_delivery', {
    resourceId: deliveryId,
    resourceType: 'standard_deliveries',
    ...row,
  });
}

function update(transaction: Transaction<DB>, deliveryId: string, values: { names: number }) {
  return transaction
    .updateTable('standard_deliveries')
    .set(values)
    .where('id', '=', deliveryId)
    .where('state', '=', 'reading')
    .executeTakeFirst();
}

/** Names of a whole database take longer than the default. */
async function allowLongStatements(transaction: Transaction<DB>): Promise<void> {
  await sql`select set_config('statement_timeout', '2min', true)`.execute(transaction);
}
