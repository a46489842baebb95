import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import type { AccountAction } from '#core/audit/audit.ts';
import { type AddressFields, MAX_ADDRESSES, type SavedAddress } from '#core/addresses/saved-address.ts';
import type { Database, Origin } from '#core/platform/database.server.ts';

interface Owner {
  database: Database;
  userId: string;
  from: Origin;
  logError: (error: unknown) => void;
}

/** Lists the default first, then the newest. */
export async function listAddresses(database: Database, userId: string): Promise<SavedAddress[]> {
  const rows = await database.as({ role: 'authenticated', userId }, (transaction) =>
    transaction
      .selectFrom('saved_addresses')
      .selectAll()
      .orderBy('is_default', 'desc')
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .execute(),
  );
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    line1: row.line1,
    line2: row.line2,
    city: row.city,
    state: row.state,
    postalCode: row.postal_code,
    country: row.country,
    place: row.place as SavedAddress['place'],
    isDefault: row.is_default,
  }));
}

/** The first address is the default. Returns false if the account has MAX_ADDRESSES. */
export function addAddress(owner: Owner, fields: AddressFields, isDefault: boolean): Promise<boolean> {
  return change(owner, 'address_added', async (transaction) => {
    const { count } = await transaction
      .selectFrom('saved_addresses')
      .select(sql<number>`count(*)::integer`.as('count'))
      .executeTakeFirstOrThrow();
    if (count >= MAX_ADDRESSES) return false;
    const becomesDefault = isDefault || count === 0;
    if (becomesDefault) await clearDefault(transaction);
    await transaction
      .insertInto('saved_addresses')
      .values({ ...toColumns(fields), is_default: becomesDefault })
      .execute();
    return true;
  });
}

/** Returns false if the user has no such address. */
export function updateAddress(
  owner: Owner,
  id: string,
  fields: AddressFields,
  isDefault: boolean,
): Promise<boolean> {
  return change(owner, 'address_changed', async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('saved_addresses')
      .set(toColumns(fields))
      .where('id', '=', id)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    if (isDefault) {
      await clearDefault(transaction);
      await transaction
        .updateTable('saved_addresses')
        .set({ is_default: true })
        .where('id', '=', id)
        .execute();
    }
    return true;
  });
}

/** The newest of the others becomes the default if the default is deleted. Returns false if there is no such address. */
export function deleteAddress(owner: Owner, id: string): Promise<boolean> {
  return change(owner, 'address_deleted', async (transaction) => {
    const deleted = await transaction
      .deleteFrom('saved_addresses')
      .where('id', '=', id)
      .returning('is_default')
      .executeTakeFirst();
    if (deleted?.is_default) {
      await transaction
        .updateTable('saved_addresses')
        .set({ is_default: true })
        .where('id', '=', (newest) =>
          newest
            .selectFrom('saved_addresses')
            .select('id')
            .orderBy('created_at', 'desc')
            .orderBy('id')
            .limit(1),
        )
        .execute();
    }
    return deleted !== undefined;
  });
}

type Action = Extract<AccountAction, `address_${string}`>;

/** The user's changes come one after the other, so that one address is the default. */
async function change(
  owner: Owner,
  action: Action,
  work: (transaction: Transaction<DB>) => Promise<boolean>,
): Promise<boolean> {
  const { database, userId } = owner;
  const isDone = await database.as({ role: 'authenticated', userId }, async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`addresses ${userId}`}, 0))`.execute(
      transaction,
    );
    return work(transaction);
  });
  if (isDone) await logChange(owner, action);
  return isDone;
}

/** Logs a change without the address itself. A failed write is only logged (Spec §8). */
async function logChange({ database, userId, from, logError }: Owner, action: Action): Promise<void> {
  await database
    .as({ role: 'service_role', from }, (transaction) =>
      sql`select log_audit_event(p_user_id => ${userId}, p_action => ${action},
        p_resource_type => 'saved_addresses')`.execute(transaction),
    )
    .catch(logError);
}

async function clearDefault(transaction: Transaction<DB>): Promise<void> {
  await transaction
    .updateTable('saved_addresses')
    .set({ is_default: false })
    .where('is_default', '=', true)
    .execute();
}

function toColumns({ postalCode, ...fields }: AddressFields) {
  return { ...fields, postal_code: postalCode };
}
