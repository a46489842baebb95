import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { applyBulkChange, type BulkChange } from '#core/part-changes/bulk/bulk-change.ts';
import type { FieldValue } from '#core/values/merge-fields.ts';
import { type FieldColumn, partFields } from '#core/catalog/part-fields.ts';
import { formatField } from '#core/part-changes/field-text.ts';
import { readChecks } from '#core/part-changes/bulk/check-rows.server.ts';
import { isHiddenIn, partTables } from '#core/part-changes/part-table.server.ts';
import { columns, type StoredPart } from '#core/part-changes/bulk/bulk-rows.server.ts';
import { countSelected, type Selection, selectedIds } from '#core/part-changes/bulk/selection.server.ts';

/** Maximum number of parts that a preview shows. */
const EXAMPLES = 20;

export interface Preview {
  parts: number;
  examples: {
    id: string;
    name: string;
    /** Empty if the part has no vehicle. */
    vehicle: string;
    changes: { column: string; before: string; after: string }[];
    skipped: string | undefined;
  }[];
}

/** Computes what a change would do: the number of parts, and the first of them with their old and new values. */
export async function previewBulkChange(
  transaction: Transaction<DB>,
  { selection, change }: { selection: Selection; change: BulkChange },
): Promise<Preview> {
  const parts = await countSelected(transaction, selection);
  const found = await readExamples(transaction, selection);
  const check = await readChecks(transaction, change, found);
  return {
    parts,
    examples: found.map((part) => {
      const result = check(part, applyBulkChange(change, part));
      const changes =
        'skipped' in result
          ? []
          : Object.entries(result.after).map(([column, after]) => ({
              column,
              before: format(column, part[column as keyof typeof part]),
              after: format(column, after),
            }));
      const skipped = 'skipped' in result ? result.skipped : undefined;
      const vehicle = [part.vehicle_year, part.vehicle_make, part.vehicle_model].filter(Boolean).join(' ');
      return { id: part.id, name: part.part_name, vehicle, changes, skipped };
    }),
  };
}

async function readExamples(transaction: Transaction<DB>, selection: Selection): Promise<StoredPart[]> {
  const { rows } = await sql<{ part_id: string }>`
    select part_id from (${await selectedIds(transaction, selection)}) as selected limit ${EXAMPLES}`.execute(
    transaction,
  );
  const ids = rows.map(({ part_id: id }) => id);
  const found: StoredPart[] = [];
  for (const table of partTables) {
    const parts = await transaction
      .selectFrom(table)
      .select(['id', 'stock_held', ...columns])
      .select(isHiddenIn(table))
      .where(sql<boolean>`id = any (${ids}::uuid[])`)
      .execute();
    found.push(...parts);
  }
  return found.toSorted((one, other) => one.part_name.localeCompare(other.part_name));
}

function format(column: string, value: unknown): string {
  return formatField(partFields[column as FieldColumn], (value ?? null) as FieldValue);
}
