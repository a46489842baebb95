import { type NotNull, sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { type Mapping, readMapping, rememberMapping } from '#core/imports/files/mapping.ts';
import { remedies } from '#core/imports/files/findings.ts';
import { hasFile } from '#core/imports/files/file-source.server.ts';
import { type FileLook, readStructure } from '#core/imports/files/structure.ts';
import { nameReferencesByHand } from '#core/imports/standards/name-references.server.ts';
import type { ActionResult } from '#core/values/action-result.ts';
import { Refused } from '#core/values/refused.ts';

const ELSEWHERE = 'someone else changed this import. Please review it again';

const zero = { done: 0, added: 0, changed: 0, unchanged: 0, refused: 0, skipped: 0 };

const byMe = { user_id: sql<string>`auth.uid()` };

/** Starts the check of all lines with a mapping, which is remembered for the supplier. @throws {Refused} */
export async function checkPartImport(
  transaction: Transaction<DB>,
  id: string,
  form: Record<string, unknown>,
): Promise<ActionResult> {
  const found = await transaction
    .selectFrom('part_changes')
    .select(['header', 'supplier', 'structure'])
    .where('id', '=', id)
    .where('state', 'in', ['mapping', 'checked'])
    .$narrowType<{ supplier: NotNull }>()
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw new Refused(ELSEWHERE);
  const header = found.header as unknown as string[];
  const read = readMapping(form, header.length);
  if ('problem' in read) throw new Refused(read.problem);
  const { mapping } = read;
  const conditions = await transaction.selectFrom('conditions').select('name').execute();
  if (mapping.condition !== null && !conditions.some(({ name }) => name === mapping.condition))
    throw new Refused('please choose a condition from the list');
  const fields = JSON.stringify({ ...rememberMapping(header, mapping), structure: found.structure });
  await transaction
    .insertInto('part_import_mappings')
    .values({ supplier: found.supplier.toLowerCase(), fields })
    .onConflict((conflict) =>
      conflict.column('supplier').doUpdateSet({ fields, updated_at: sql<Date>`now()` }),
    )
    .execute();
  await transaction
    .updateTable('part_changes')
    .set({ ...byMe, ...zero, state: 'checking', mapping: JSON.stringify(mapping) })
    .where('id', '=', id)
    .execute();
  return { done: true };
}

/** Checks the file again with a correction of a whole column, which is remembered for the supplier. @throws {Refused} */
export async function correctPartImport(
  transaction: Transaction<DB>,
  id: string,
  form: Record<string, unknown>,
): Promise<ActionResult> {
  const remedy = remedies.find((name) => name === form['remedy']);
  if (remedy === undefined) throw new Refused('please choose a correction from the list');
  const found = await transaction
    .selectFrom('part_changes')
    .select(['mapping', 'supplier'])
    .where('id', '=', id)
    .where('state', '=', 'checked')
    .$narrowType<{ supplier: NotNull }>()
    .forUpdate()
    .executeTakeFirst();
  if (!found?.mapping) throw new Refused(ELSEWHERE);
  const mapping = found.mapping as unknown as Mapping;
  const used = JSON.stringify([...new Set([...(mapping.remedies ?? []), remedy])]);
  await sql`
    update part_import_mappings set fields = jsonb_set(fields, '{remedies}', ${used}::jsonb), updated_at = now()
    where supplier = ${found.supplier.toLowerCase()}`.execute(transaction);
  await transaction
    .updateTable('part_changes')
    .set({
      ...byMe,
      ...zero,
      state: 'checking',
      mapping: sql`jsonb_set(mapping, '{remedies}', ${used}::jsonb)`,
    })
    .where('id', '=', id)
    .execute();
  return { done: true };
}

/** Reads the file again with another structure. @throws {Refused} */
export async function readAgain(
  transaction: Transaction<DB>,
  id: string,
  form: Record<string, unknown>,
): Promise<ActionResult> {
  const found = await transaction
    .selectFrom('part_changes')
    .select('look')
    .where('id', '=', id)
    .where('state', 'in', ['mapping', 'checked', 'failed'])
    .forUpdate()
    .executeTakeFirst();
  if (!found?.look) throw new Refused(ELSEWHERE);
  const read = readStructure(form, found.look as unknown as FileLook);
  if ('problem' in read) throw new Refused(read.problem);
  if (!(await hasFile(transaction, id)))
    throw new Refused('the file is not here anymore. Please upload it again');
  await transaction
    .updateTable('part_changes')
    .set({
      ...byMe,
      ...zero,
      state: 'reading',
      error: null,
      ended_at: null,
      structure: JSON.stringify(read.structure),
      lines: 0,
      header: null,
      mapping: null,
      filled: null,
    })
    .where('id', '=', id)
    .execute();
  return { done: true };
}

/** Saves names of ids that a checked file has, and checks it again with the same columns. @throws {Refused} */
export async function nameAndCheckAgain(
  transaction: Transaction<DB>,
  id: string,
  form: Record<string, unknown>,
): Promise<ActionResult> {
  const named = await nameReferencesByHand(transaction, form);
  if (!named.done) return named;
  const { numUpdatedRows } = await transaction
    .updateTable('part_changes')
    .set({ ...byMe, ...zero, state: 'checking' })
    .where('id', '=', id)
    .where('state', '=', 'checked')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Refused(ELSEWHERE);
  return { done: true };
}

/** Goes back from the check to the mapping. @throws {Refused} */
export async function mapAgain(transaction: Transaction<DB>, id: string): Promise<ActionResult> {
  const { numUpdatedRows } = await transaction
    .updateTable('part_changes')
    .set({ ...byMe, ...zero, state: 'mapping' })
    .where('id', '=', id)
    .where('state', 'in', ['checking', 'checked'])
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Refused(ELSEWHERE);
  return { done: true };
}

/** Starts to apply the checked lines. `mode`: all of them or none, or the good ones. @throws {Refused} */
export async function applyPartImport(
  transaction: Transaction<DB>,
  id: string,
  mode: unknown,
): Promise<ActionResult> {
  if (mode !== 'all' && mode !== 'good') throw new Refused('please choose all lines or the good ones');
  const found = await transaction
    .selectFrom('part_changes')
    .select(['refused', 'added', 'changed', 'zip_state'])
    .where('id', '=', id)
    .where('state', '=', 'checked')
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw new Refused(ELSEWHERE);
  if (found.added + found.changed === 0 && found.zip_state !== 'ready')
    throw new Refused('none of the lines changes anything');
  if (mode === 'all' && found.refused > 0)
    throw new Refused(`${found.refused} lines were rejected. Import only the good lines`);
  await transaction
    .updateTable('part_changes')
    .set({ ...byMe, ...zero, state: 'applying', mode })
    .where('id', '=', id)
    .execute();
  return { done: true };
}
