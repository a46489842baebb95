import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import type { FieldValue } from '#domain/merge-fields.ts';
import { type FieldColumn, partFields } from '#domain/part-fields.ts';
import { formatCsvLine, BYTE_ORDER_MARK } from '#domain/csv.ts';
import { formatField } from '#features/admin/field-text.ts';
import type { RunAsPerson } from '#features/admin/only-staff.server.ts';
import type { ChangedValues } from './read-cells.ts';
import { labelOf } from './plan-line.ts';

const PAGE_SIZE = 50;

/** Outcomes of the check and of applying, by the word in the page's address. */
export const outcomesOf = {
  refused: ['refuse', 'refused'],
  added: ['add', 'added'],
  changed: ['change', 'changed'],
  unchanged: ['same', 'unchanged'],
  kept: ['kept'],
  undone: ['undone'],
} as const;

export type ShownOutcome = keyof typeof outcomesOf;

export function readShownOutcome(sent: string | null): ShownOutcome | null {
  return sent !== null && Object.hasOwn(outcomesOf, sent) ? (sent as ShownOutcome) : null;
}

/** Lines after a place, of one outcome or all. */
export async function listLines(
  transaction: Transaction<DB>,
  { importId, show, after }: { importId: string; show: ShownOutcome | null; after: number },
) {
  let query = transaction
    .selectFrom('part_import_lines as line')
    .leftJoin('parts_catalog as part', 'part.id', 'line.part_id')
    .select([
      'place',
      'line',
      'outcome',
      'reason',
      'line.part_id as partId',
      'before',
      'after',
      'part_name as name',
    ])
    .select(
      sql<string[]>`(select array_agg(left(cell, 40)) from (
      select cell from jsonb_array_elements_text(cells) as cell where cell <> '' limit 4) as first)`.as(
        'first',
      ),
    )
    .where('import_id', '=', importId)
    .where('place', '>', after)
    .orderBy('place')
    .limit(PAGE_SIZE + 1);
  if (show) query = query.where('outcome', 'in', outcomesOf[show]);
  const found = await query.execute();
  const rows = found.slice(0, PAGE_SIZE);
  return {
    rows: rows.map(({ before, after: next, first, ...row }) => ({
      ...row,
      name:
        row.name ??
        ((next as ChangedValues | null)?.['part_name'] as string | undefined) ??
        (first ?? []).join(', '),
      changes: describe(before as ChangedValues | null, next as ChangedValues | null),
    })),
    next: found.length > PAGE_SIZE ? (rows.at(-1)?.place ?? null) : null,
  };
}

export type ImportLine = Awaited<ReturnType<typeof listLines>>['rows'][number];

/** Old and new values of a change, and the values of a new part that are not empty. */
function describe(before: ChangedValues | null, after: ChangedValues | null) {
  return Object.entries(after ?? {})
    .filter(
      ([column, value]) => before !== null || (value !== null && value !== false && column !== 'part_name'),
    )
    .map(([column, value]) => ({
      label: labelOf(column),
      before: before ? format(column, before[column]) : null,
      after: format(column, value),
    }));
}

function format(column: string, value: FieldValue | undefined): string {
  if (column === 'fitments') {
    const count = (JSON.parse(String(value ?? '[]')) as unknown[]).length;
    return `${count} ${count === 1 ? 'vehicle' : 'vehicles'}`;
  }
  const text = formatField(partFields[column as FieldColumn], value ?? null);
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}

const LINES_READ = 500;

/** The refused lines as they were in the file, with the reason, as CSV. */
export async function* exportRefused(run: RunAsPerson, importId: string): AsyncGenerator<string> {
  const header = await run((transaction) =>
    transaction.selectFrom('part_imports').select('header').where('id', '=', importId).executeTakeFirst(),
  );
  yield (
    BYTE_ORDER_MARK + formatCsvLine(['line', 'reason', ...((header?.header ?? []) as unknown as string[])])
  );
  let after = 0;
  for (;;) {
    const rows = await run((transaction) =>
      transaction
        .selectFrom('part_import_lines')
        .select(['place', 'line', 'reason', 'cells'])
        .where('import_id', '=', importId)
        .where('outcome', 'in', [...outcomesOf.refused, ...outcomesOf.kept])
        .where('place', '>', after)
        .orderBy('place')
        .limit(LINES_READ)
        .execute(),
    );
    for (const { line, reason, cells } of rows)
      yield formatCsvLine([line, reason ?? '', ...(cells as string[])]);
    const last = rows.at(-1);
    if (!last || rows.length < LINES_READ) return;
    after = last.place;
  }
}
