import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import type { Database } from '#core/platform/database.server.ts';
import { type FoundKind, readKinds } from './text/find-part-kind.ts';

const NAMES_AT_ONCE = 200;

/** One transaction writes the search of this many parts. A sale of one of them waits for it. */
const PARTS_AT_ONCE = 500;

/**
 * Finds the kinds of names that are new, or whose kind may be another one since the owner changed the kinds, and writes them
 * to the search (docs/part-kinds.md). Each batch is a transaction of its own. Names of parts that someone is writing stay for
 * another run, two seconds later.
 */
export async function findKinds(database: Database): Promise<void> {
  let last: string | undefined = '';
  while (last !== undefined) {
    const after: string = last;
    last = await database.as({ role: 'service_role' }, (transaction) => findBatch(transaction, after));
  }
  await database.as({ role: 'service_role' }, (transaction) =>
    sql`
      select add_job('find-kinds', '{}', 'find-kinds:left', now() + interval '2 seconds')
      where exists (select from part_names where is_stale)`.execute(transaction),
  );
}

/** Finds all names again, because another version of the shop may know other words. */
export async function findAllKinds(database: Database): Promise<void> {
  await database.as({ role: 'service_role' }, (transaction) =>
    transaction.updateTable('part_names').set({ is_stale: true }).where('is_stale', '=', false).execute(),
  );
  await findKinds(database);
}

/** Returns the last name before those that are left. Undefined means that none are. */
async function findBatch(transaction: Transaction<DB>, after: string): Promise<string | undefined> {
  const stale = await transaction
    .selectFrom('part_names')
    .select(['name', 'kind', 'places'])
    .where('is_stale', '=', true)
    .where('name', '>', after)
    .orderBy('name')
    .limit(NAMES_AT_ONCE)
    .forUpdate()
    .skipLocked()
    .execute();
  if (stale.length === 0) return undefined;
  const find = await readStoredKinds(transaction);
  const changed = stale.flatMap(({ name, kind, places }) => {
    const found = find(name);
    const isSame = found.kind === kind && found.places.join() === places.join();
    return isSame ? [] : [{ name, kind: found.kind, places: found.places }];
  });
  if (changed.length > 0) {
    await sql`
      update part_names set kind = found.kind, places = found.places
      from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as found (name text, kind text, places text[])
      where part_names.name = found.name`.execute(transaction);
  }
  const names = stale.map(({ name }) => name);
  const { rows } = await sql<{ written: number; differing: number }>`
    select differing, written from write_kinds(${names}::text[], ${PARTS_AT_ONCE})`.execute(transaction);
  const [{ differing, written } = { differing: 0, written: 0 }] = rows;
  if (differing > 0 && written > 0) return after;
  // Parts that others are changing keep their names stale.
  if (differing === 0) {
    await transaction
      .updateTable('part_names')
      .set({ is_stale: false })
      .where(sql<boolean>`name = any (${names}::text[])`)
      .execute();
  }
  return names.at(-1);
}

/** Reads the shop's kinds, and returns the function that finds the kind of a name. */
export async function readStoredKinds(transaction: Transaction<DB>): Promise<(name: string) => FoundKind> {
  const kinds = await transaction
    .selectFrom('part_kinds')
    .select(['key', 'name', 'words'])
    .orderBy('key')
    .execute();
  return readKinds(kinds);
}
