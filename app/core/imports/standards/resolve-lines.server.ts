import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { readStoredKinds } from '#core/search/find-kinds.server.ts';
import { describeReference, keyOf, nameReferences, readReferences, type Reference } from './references.ts';

/** A line whose references have names. */
export interface NamedLine {
  place: number;
  line: number;
  cells: string[];
  /** Why the line can't be imported. Undefined if it can. */
  refusal: string | undefined;
  /** Ids without a name. */
  unnamed: Reference[];
}

/**
 * A line without a name for one of these columns is refused: it would be about another part or vehicle. In other columns, the cell
 * is empty.
 */
const needed: ReadonlySet<string | null> = new Set([
  'brand',
  'part_name',
  'fit_years',
  'fit_make',
  'fit_model',
  'fit_engine',
  'fit_trim',
  'fit_position',
  'fit_note',
]);

const HINT = "Name it on the import's page, or upload the database";

/** Replaces the ids in lines by their names. @param fields the column of each cell. */
export async function resolveLines(
  transaction: Transaction<DB>,
  lines: readonly { place: number; line: number; cells: unknown }[],
  fields: readonly (string | null)[],
): Promise<NamedLine[]> {
  const names = await readNames(
    transaction,
    lines.flatMap(({ cells }) => (cells as string[]).flatMap(readReferences)),
  );
  const kindPlace = fields.indexOf('kind');
  const findKind = kindPlace < 0 ? undefined : await readStoredKinds(transaction);
  return lines.map(({ place, line, cells: sent }) => {
    const unnamed = new Map<string, Reference>();
    let missing: Reference | undefined;
    const cells = (sent as string[]).map((cell, index) => {
      const read = nameReferences(cell, names);
      for (const reference of read.unnamed) unnamed.set(keyOf(reference), reference);
      if (needed.has(fields[index] ?? null)) missing ??= read.unnamed[0];
      // The name of a part type tells the kind, as a part's name does. A kind that the file itself names stays.
      const isPartType = index === kindPlace && readReferences(cell).length > 0;
      return isPartType ? (findKind?.(read.text).kind ?? '') : read.text;
    });
    const stated = cells[fields.indexOf('not_imported')]?.trim();
    const nameless = missing && `${describeReference(missing)} has no name. ${HINT}`;
    return { place, line, cells, refusal: stated || nameless, unnamed: [...unnamed.values()] };
  });
}

/** Reads the names of ids by `keyOf`. The owner's own words count before those of a delivery. */
async function readNames(
  transaction: Transaction<DB>,
  references: readonly Reference[],
): Promise<Map<string, string>> {
  const wanted = [...new Map(references.map((each) => [keyOf(each), each])).values()];
  if (wanted.length === 0) return new Map();
  const { rows } = await sql<{ kind: string; code: string; name: string }>`
    select distinct on (kind, code) kind, code, name
    from standard_names
    join jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as wanted (kind text, code text) using (kind, code)
    left join standard_deliveries on standard_deliveries.id = delivery_id
    where delivery_id is null or state = 'ready'
    order by kind, code, delivery_id nulls first`.execute(transaction);
  return new Map(rows.map(({ kind, code, name }) => [`${kind} ${code}`, name]));
}

/** Counts the lines of each id without a name. */
export function countUnnamed(lines: readonly NamedLine[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of lines.flatMap(({ unnamed }) => unnamed.map(keyOf)))
    counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}
