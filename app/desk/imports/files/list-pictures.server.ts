import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { BYTE_ORDER_MARK, formatCsvLine } from '#core/values/csv.ts';
import type { RunAsPerson } from '#core/accounts/only-staff.server.ts';

const SHOWN = 100;

/** Reads how many pictures an import adds, and those that failed. */
export async function readImportPictures(transaction: Transaction<DB>, importId: string) {
  const { rows } = await sql<{ total: number; done: number; failed: number; again: number }>`
    select count(*)::int as total,
      count(*) filter (where state in ('added', 'known'))::int as done,
      count(*) filter (where state = 'failed')::int as failed,
      count(*) filter (where state = 'failed' and part_id is not null and source ~* '^https?://')::int as again
    from part_import_pictures where import_id = ${importId} and state <> 'removed'`.execute(transaction);
  const counts = rows[0] ?? { total: 0, done: 0, failed: 0, again: 0 };
  const failures = counts.failed === 0 ? [] : await readFailures(transaction, importId);
  return { ...counts, failures };
}

export type ImportPictures = Awaited<ReturnType<typeof readImportPictures>>;

function readFailures(transaction: Transaction<DB>, importId: string) {
  return selectFailures(transaction, importId)
    .orderBy('picture.place')
    .orderBy('number')
    .limit(SHOWN)
    .execute();
}

function selectFailures(transaction: Transaction<DB>, importId: string) {
  return transaction
    .selectFrom('part_import_pictures as picture')
    .leftJoin('part_change_lines as line', (join) =>
      join.onRef('line.change_id', '=', 'picture.import_id').onRef('line.place', '=', 'picture.place'),
    )
    .select(['picture.id', 'line.line', 'source', 'picture.reason'])
    .where('picture.import_id', '=', importId)
    .where('state', '=', 'failed');
}

const ROWS_READ = 500;

/** Yields the pictures that failed, with the line of the file and the reason, as CSV. */
export async function* exportFailedPictures(run: RunAsPerson, importId: string): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + formatCsvLine(['line', 'picture', 'reason']);
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const rows = await run((transaction) =>
      selectFailures(transaction, importId)
        .where('picture.id', '>', after)
        .orderBy('picture.id')
        .limit(ROWS_READ)
        .execute(),
    );
    for (const { line, source, reason } of rows) yield formatCsvLine([line ?? '', source, reason ?? '']);
    const last = rows.at(-1);
    if (!last || rows.length < ROWS_READ) return;
    after = last.id;
  }
}
