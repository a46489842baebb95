import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import type { FieldValue } from '#core/values/merge-fields.ts';
import { type FieldColumn, partFields } from '#core/catalog/part-fields.ts';
import { formatCsvLine, BYTE_ORDER_MARK } from '#core/values/csv.ts';
import { formatField } from '#core/part-changes/field-text.ts';
import type { RunAsPerson } from '#core/accounts/only-staff.server.ts';
import type { ChangedValues } from '#core/imports/files/read-cells.ts';
import type { Conflict } from '#core/imports/sources/merge-delivered.ts';
import { describeFitmentChange, fitmentChangeLabels } from '#core/imports/standards/fitment-change.ts';
import { showReferences } from '#core/imports/standards/references.ts';
import { labelOf, readSources } from '#core/imports/files/plan-line.ts';

const PAGE_SIZE = 50;

const planned = {
  refused: 'refuse',
  added: 'add',
  changed: 'change',
  unchanged: 'same',
  skipped: 'skip',
} as const;

const shownOutcomes = [
  'refused',
  'added',
  'changed',
  'unchanged',
  'skipped',
  'kept',
  'undone',
  'conflicts',
] as const;

export type ShownOutcome = (typeof shownOutcomes)[number];

export function readShownOutcome(sent: string | null): ShownOutcome | null {
  return shownOutcomes.find((outcome) => outcome === sent) ?? null;
}

/** Returns the stored form: one value, so that the index has the lines in their order. */
function storedOutcome(show: ShownOutcome, state: string): string {
  return state === 'checked' && show in planned ? planned[show as keyof typeof planned] : show;
}

/** Lists lines after a place, of one outcome or all. */
export async function listLines(
  transaction: Transaction<DB>,
  {
    importId,
    state,
    show,
    after,
  }: { importId: string; state: string; show: ShownOutcome | null; after: number },
) {
  let query = transaction
    .selectFrom('part_change_lines as line')
    .leftJoin('parts_catalog as part', 'part.id', 'line.part_id')
    .leftJoin('hidden_parts as hidden', 'hidden.id', 'line.part_id')
    .select([
      'place',
      'line',
      'outcome',
      'reason',
      'line.part_id as partId',
      'before',
      'after',
      'conflicts',
      'part.part_name as name',
      'hidden.part_name as hiddenName',
    ])
    .select(
      sql<string[]>`(select array_agg(left(cell, 40)) from (
      select cell from jsonb_array_elements_text(cells) as cell where cell <> '' limit 4) as first)`.as(
        'first',
      ),
    )
    .where('change_id', '=', importId)
    .where('place', '>', after)
    .orderBy('place')
    .limit(PAGE_SIZE + 1);
  if (show === 'conflicts') query = query.where('conflicts', 'is not', null);
  else if (show) query = query.where('outcome', '=', storedOutcome(show, state));
  const found = await query.execute();
  const rows = found.slice(0, PAGE_SIZE);
  return {
    rows: rows.map(({ before, after: next, first, hiddenName, conflicts, ...row }) => ({
      ...row,
      conflicts: ((conflicts ?? []) as unknown as Conflict[]).map(describeConflict),
      // A hidden or deleted part has no page.
      partId: row.name === null ? null : row.partId,
      name:
        row.name ??
        ((next as ChangedValues | null)?.['part_name'] as string | undefined) ??
        hiddenName ??
        (row.line === null ? 'A deleted part' : (first ?? []).map(showReferences).join(', ')),
      changes: describe(before as ChangedValues | null, next as ChangedValues | null),
    })),
    next: found.length > PAGE_SIZE ? (rows.at(-1)?.place ?? null) : null,
  };
}

export type ImportLine = Awaited<ReturnType<typeof listLines>>['rows'][number];

function describeConflict({ field, shop, file, kept }: Conflict): string {
  const [ours, theirs] = [format(field, shop) || 'empty', format(field, file) || 'empty'];
  return `${labelOf(field)}: ${ours} here, ${theirs} in the file. ${kept === 'shop' ? "The shop's" : "The file's"} value was kept`;
}

const order = [...Object.keys(partFields), 'fitments', 'pictures', 'hidden'];

/** Lists old and new values of a change, or the values of a new part that are not empty. */
function describe(before: ChangedValues | null, after: ChangedValues | null) {
  return Object.entries(after ?? {})
    .filter(
      ([column, value]) => before !== null || (value !== null && value !== false && column !== 'part_name'),
    )
    .toSorted(([one], [other]) => order.indexOf(one) - order.indexOf(other))
    .map(([column, value]) => ({
      label: fitmentChangeLabels[column] ?? labelOf(column),
      before:
        before && column !== 'pictures' && !(column in fitmentChangeLabels)
          ? format(column, before[column])
          : null,
      after: format(column, value),
    }));
}

function format(column: string, value: FieldValue | undefined): string {
  if (column in fitmentChangeLabels) return describeFitmentChange({ [column]: value ?? null }, column);
  if (column === 'pictures') return `${readSources(value).length} to add`;
  if (column === 'hidden') return 'Yes';
  if (column === 'fitments') {
    const count = (JSON.parse(String(value ?? '[]')) as unknown[]).length;
    return `${count} ${count === 1 ? 'vehicle' : 'vehicles'}`;
  }
  const text = formatField(partFields[column as FieldColumn], value ?? null);
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}

const LINES_READ = 500;

/** Yields the refused lines with the reason, as CSV of the file's columns. After undoing, yields the lines that stayed. */
export async function* exportRefused(
  run: RunAsPerson,
  { id, state }: { id: string; state: string },
): AsyncGenerator<string> {
  const found = await run((transaction) =>
    transaction.selectFrom('part_changes').select('header').where('id', '=', id).executeTakeFirst(),
  );
  const header = (found?.header ?? []) as unknown as string[];
  const outcome = storedOutcome(state === 'undone' ? 'kept' : 'refused', state);
  yield BYTE_ORDER_MARK + formatCsvLine(['line', 'reason', ...header]);
  let after = 0;
  for (;;) {
    const rows = await run((transaction) =>
      transaction
        .selectFrom('part_change_lines')
        .select(['place', 'line', 'reason', 'cells'])
        .where('change_id', '=', id)
        .where('outcome', '=', outcome)
        .where('place', '>', after)
        .orderBy('place')
        .limit(LINES_READ)
        .execute(),
    );
    for (const { line, reason, cells } of rows)
      yield formatCsvLine([line ?? '', reason ?? '', ...(cells as string[])]);
    const last = rows.at(-1);
    if (!last || rows.length < LINES_READ) return;
    after = last.place;
  }
}
