import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { STEP_LINES } from './import-limits.ts';
import type { Database, UserIdentity } from '#core/platform/database.server.ts';
import { type ForeignLines, openForeignLines } from './file-reader.server.ts';
import { openFile } from './file-source.server.ts';
import { ImportFileError } from './import-file-error.ts';
import { recognizeFormat } from '../formats/known-formats.ts';
import { type JoinedLine, joinLines } from '../formats/line-joiner.ts';
import { type ChosenStructure, type FileLook, nameColumns } from './structure.ts';

/** Maximum of characters in one insert. */
const MAX_BATCH_CHARACTERS = 1_000_000;

/** Lines that one transaction removes. */
const REMOVED_LINES = 20_000;

interface ReadFile {
  database: Database;
  admin: UserIdentity;
  importId: string;
  bytes: number;
}

/**
 * Stores the lines of an uploaded file, some hundred in each transaction. A job that was killed reads the file again and skips
 * the stored lines. Stops if the import was discarded meanwhile.
 */
export async function readFile({ database, admin, importId, bytes }: ReadFile): Promise<void> {
  const as = <T>(work: (transaction: Transaction<DB>) => Promise<T>) => database.as(admin, work);
  const stored = await as((transaction) => readStored(transaction, importId));
  if (!stored) return;
  const { chosen } = stored;
  let hasOlder = stored.lines === 0;
  while (hasOlder) hasOlder = await as((transaction) => removeLines(transaction, importId));
  const filled: number[] = [];
  let header: string[] = [];
  let place = -1;
  let batch: (JoinedLine & { place: number })[] = [];
  let characters = 0;
  try {
    using file = await openForeignLines(openFile(database, { admin, importId, bytes }), chosen);
    for await (const { cells, ...line } of readJoinedLines(file)) {
      place += 1;
      if (place === 0) {
        header = cells.map((cell) => clean(cell.trim()));
        const { look } = file;
        if (!(await as((transaction) => saveHeader(transaction, importId, { header, look, chosen })))) return;
        continue;
      }
      cells.forEach((cell, index) => {
        filled[index] = (filled[index] ?? 0) + (cell.trim() === '' ? 0 : 1);
      });
      if (place <= stored.lines) continue;
      batch.push({ ...line, place, cells });
      characters += cells.reduce((sum, cell) => sum + cell.length, 0);
      if (batch.length < STEP_LINES && characters < MAX_BATCH_CHARACTERS) continue;
      const ready = batch;
      if (!(await as((transaction) => saveLines(transaction, importId, ready)))) return;
      batch = [];
      characters = 0;
    }
    if (place < 1) throw new ImportFileError('The file has no lines below the names of its columns');
    const findings = await file.readFindings();
    const ready = batch;
    await as(async (transaction) => {
      if (ready.length > 0 && !(await saveLines(transaction, importId, ready))) return;
      await endReading(transaction, importId, {
        state: 'mapping',
        header: JSON.stringify(nameColumns(header, filled.length)),
        filled: JSON.stringify(Array.from(filled, (count) => count ?? 0)),
        findings: findings ? JSON.stringify(findings) : null,
      });
    });
  } catch (error) {
    if (!(error instanceof ImportFileError)) throw error;
    await as(async (transaction) => {
      await endReading(transaction, importId, {
        state: 'failed',
        error: error.message,
        ended_at: sql<Date>`now()`,
      });
      // A wrong choice of the structure can be corrected.
      if (!stored.wasRead) await removeFile(transaction, importId);
    });
  }
}

/** Reads how much is stored, and the structure that a person has chosen, for this file or the supplier's last one. */
async function readStored(transaction: Transaction<DB>, importId: string) {
  const found = await transaction
    .selectFrom('part_changes as import')
    .leftJoin('part_import_mappings as known', (join) =>
      join.on(sql`lower(import.supplier)`, '=', sql.ref('known.supplier')),
    )
    .select(['lines', 'structure', sql<ChosenStructure | null>`known.fields -> 'structure'`.as('known')])
    .select(sql<boolean>`look is not null`.as('was_read'))
    .where('import.id', '=', importId)
    .executeTakeFirst();
  if (!found) return undefined;
  const own = found.structure as unknown as ChosenStructure | null;
  return { lines: found.lines, chosen: own ?? found.known ?? {}, wasRead: found.was_read };
}

/** Removes some lines that were read with an earlier structure. Returns false after the last ones. */
async function removeLines(transaction: Transaction<DB>, importId: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from part_change_lines where change_id = ${importId} and place in (
      select place from part_change_lines where change_id = ${importId} order by place limit ${REMOVED_LINES}
    )`.execute(transaction);
  return numAffectedRows > 0n;
}

/** Yields the names of the columns, then the lines, which files of known systems join. */
async function* readJoinedLines({ lines }: Pick<ForeignLines, 'lines'>): AsyncGenerator<JoinedLine> {
  const first = await lines.next();
  if (first.done) return;
  yield first.value;
  const { cells: header } = first.value;
  yield* joinLines(recognizeFormat(header)?.createJoiner?.(header), lines);
}

/** Returns false if the import was discarded. */
async function saveHeader(
  transaction: Transaction<DB>,
  importId: string,
  { header, look, chosen }: { header: string[]; look: FileLook; chosen: ChosenStructure },
): Promise<boolean> {
  const lines = look.lines.map(({ line, cells }) => ({ line, cells: cells.map(clean) }));
  const { numUpdatedRows } = await transaction
    .updateTable('part_changes')
    .set({
      header: JSON.stringify(nameColumns(header, 0)),
      structure: JSON.stringify(chosen),
      look: JSON.stringify({ ...look, sheets: look.sheets.map(clean), lines }),
    })
    .where('id', '=', importId)
    .where('state', '=', 'reading')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns false if the import was discarded. */
async function saveLines(
  transaction: Transaction<DB>,
  importId: string,
  lines: readonly (JoinedLine & { place: number })[],
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('part_changes')
    .set({ lines: lines.at(-1)?.place ?? 0 })
    .where('id', '=', importId)
    .where('state', '=', 'reading')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  const rows = JSON.stringify(
    lines.map(({ cells, notPart, ...line }) => ({ ...line, not_part: notPart, cells: cells.map(clean) })),
  );
  await sql`
    insert into part_change_lines (change_id, place, line, cells, not_part)
    select ${importId}, place, line, cells, not_part
    from jsonb_to_recordset(${rows}::jsonb) as line (place integer, line integer, cells jsonb, not_part text)`.execute(
    transaction,
  );
  return true;
}

/** Removes NULs and halves of surrogate pairs: a workbook can have them, and the database refuses them. */
function clean(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}

type EndOfReading =
  | { state: 'mapping'; header: string; filled: string; findings: string | null }
  | { state: 'failed'; error: string; ended_at: ReturnType<typeof sql<Date>> };

async function endReading(transaction: Transaction<DB>, importId: string, end: EndOfReading): Promise<void> {
  await transaction
    .updateTable('part_changes')
    .set(end)
    .where('id', '=', importId)
    .where('state', '=', 'reading')
    .execute();
}

/** Deletes the file of an import whose lines are not read again. */
export async function removeFile(transaction: Transaction<DB>, importId: string): Promise<void> {
  await transaction
    .deleteFrom('part_import_pieces')
    .where('import_id', '=', importId)
    .where('of_pictures', '=', false)
    .execute();
}
