import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { addUnnamed, type ImportFindings } from './findings.ts';
import { addsFitments } from './line-columns.ts';
import { countUnnamed, type NamedLine } from './resolve-lines.server.ts';

/** Adds the ids without a name of checked lines to the findings of an import, whose row is locked. */
export async function noteUnnamed(
  transaction: Transaction<DB>,
  importId: string,
  lines: readonly NamedLine[],
): Promise<void> {
  const found = countUnnamed(lines);
  if (found.size === 0) return;
  const { findings } = await transaction
    .selectFrom('part_changes')
    .select('findings')
    .where('id', '=', importId)
    .executeTakeFirstOrThrow();
  const before = findings as ImportFindings | null;
  await save(transaction, importId, { unnamed: addUnnamed(before?.unnamed ?? {}, found) });
}

/** Forgets what an earlier check has found. */
export async function clearCheckFindings(transaction: Transaction<DB>, importId: string): Promise<void> {
  await sql`
    update part_changes set findings = findings - 'unnamed' - 'partsWithout'
    where id = ${importId} and findings is not null`.execute(transaction);
}

/** Counts the part numbers of a checked file of fitments that get no vehicle. */
export async function notePartsWithout(
  transaction: Transaction<DB>,
  importId: string,
  fields: readonly (string | null)[],
): Promise<void> {
  if (!addsFitments(fields)) return;
  const keys = ['id', 'stock_number', 'oem_number', 'brand'].map((name) => fields.indexOf(name));
  const part = sql.join(keys.filter((place) => place >= 0).map((place) => sql`cells ->> ${sql.lit(place)}`));
  // A million lines take longer than the default.
  await sql`select set_config('statement_timeout', '2min', true)`.execute(transaction);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from part_change_lines where change_id = ${importId}
      group by ${part} having bool_and(outcome = 'refuse')
    ) as parts`.execute(transaction);
  await save(transaction, importId, { partsWithout: rows[0]?.count ?? 0 });
}

async function save(transaction: Transaction<DB>, importId: string, findings: ImportFindings): Promise<void> {
  await sql`
    update part_changes set findings = coalesce(findings, '{}') || ${JSON.stringify(findings)}::jsonb
    where id = ${importId}`.execute(transaction);
}
