import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { STEP_LINES } from './import-limits.ts';
import type { Database, UserIdentity } from '#core/platform/database.server.ts';
import { readForeignLines } from './file-reader.server.ts';
import { type FileSource, openFile } from './file-source.server.ts';
import { ImportFileError } from './import-file-error.ts';
import { recognizeFormat } from '../formats/known-formats.ts';
import { type JoinedLine, joinLines } from '../formats/line-joiner.ts';

/** Maximum of characters in one insert. */
const MAX_BATCH_CHARACTERS = 1_000_000;

interface ReadFile {
  database: Database;
  admin: UserIdentity;
  importId: string;
  bytes: number;
}

/**
 * Stores the lines of an uploaded file, some hundred in each transaction, and deletes the file. A job that was killed reads
 * the file again and skips the stored lines. Stops if the import was discarded meanwhile.
 */
export async function readFile({ database, admin, importId, bytes }: ReadFile): Promise<void> {
  const as = <T>(work: (transaction: Transaction<DB>) => Promise<T>) => database.as(admin, work);
  const file = openFile(database, { admin, importId, bytes });
  const stored = await as((transaction) =>
    transaction.selectFrom('part_imports').select('lines').where('id', '=', importId).executeTakeFirst(),
  );
  if (!stored) return;
  let place = -1;
  let batch: (JoinedLine & { place: number })[] = [];
  let characters = 0;
  try {
    for await (const { cells, ...line } of readJoinedLines(file)) {
      place += 1;
      if (place === 0) {
        if (!(await as((transaction) => saveHeader(transaction, importId, cells)))) return;
        continue;
      }
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
    const ready = batch;
    await as(async (transaction) => {
      if (ready.length > 0 && !(await saveLines(transaction, importId, ready))) return;
      await endReading(transaction, importId, { state: 'mapping' });
    });
  } catch (error) {
    if (!(error instanceof ImportFileError)) throw error;
    await as((transaction) =>
      endReading(transaction, importId, {
        state: 'failed',
        error: error.message,
        ended_at: sql<Date>`now()`,
      }),
    );
  }
}

/** Yields the names of the columns, then the lines, which files of known systems join. */
async function* readJoinedLines(file: FileSource): AsyncGenerator<JoinedLine> {
  const lines = readForeignLines(file);
  try {
    const first = await lines.next();
    if (first.done) return;
    yield first.value;
    const { cells: header } = first.value;
    yield* joinLines(recognizeFormat(header)?.createJoiner?.(header), lines);
  } finally {
    await lines.return(undefined);
  }
}

/** Returns false if the import was discarded. */
async function saveHeader(transaction: Transaction<DB>, importId: string, cells: string[]): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('part_imports')
    .set({ header: JSON.stringify(cells.map((cell) => clean(cell.trim()).slice(0, 200))) })
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
    .updateTable('part_imports')
    .set({ lines: lines.at(-1)?.place ?? 0 })
    .where('id', '=', importId)
    .where('state', '=', 'reading')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  const rows = JSON.stringify(
    lines.map(({ cells, notPart, ...line }) => ({ ...line, not_part: notPart, cells: cells.map(clean) })),
  );
  await sql`
    insert into part_import_lines (import_id, place, line, cells, not_part)
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

async function endReading(
  transaction: Transaction<DB>,
  importId: string,
  end: { state: 'mapping' } | { state: 'failed'; error: string; ended_at: ReturnType<typeof sql<Date>> },
) {
  await transaction
    .updateTable('part_imports')
    .set(end)
    .where('id', '=', importId)
    .where('state', '=', 'reading')
    .execute();
  await transaction
    .deleteFrom('part_import_pieces')
    .where('import_id', '=', importId)
    .where('of_pictures', '=', false)
    .execute();
}
