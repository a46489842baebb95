import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { STEP_LINES } from './import-limits.ts';
import { hiddenTable } from '#core/part-changes/part-table.server.ts';
import { deleteRows } from '#core/part-changes/bulk/bulk-rows.server.ts';
import { readAddedPictures, removeAddedPictures, withoutPictures } from './remove-pictures.server.ts';
import { writeFitments } from '#core/catalog/fitment-list.ts';
import { changesFitments, undoFitmentChange } from '../standards/fitment-change.ts';
import { findReasonToKeep, labelOf, planUndo } from './plan-line.ts';
import type { ChangedValues } from './read-cells.ts';
import { type LineOutcome, saveLineOutcomes } from '#core/part-changes/save-line-outcomes.server.ts';
import { changeParts, readStoredParts } from './stored-parts.server.ts';

/**
 * Undoes the lines up to a place: deletes added parts, removes added pictures, and restores the values of changed parts,
 * except units sold and values changed since. Returns the number of parts that are restored.
 */
export async function undoStep(
  transaction: Transaction<DB>,
  { importId, to }: { importId: string; to: number },
): Promise<number> {
  const lines = await transaction
    .selectFrom('part_change_lines')
    .select(['place', 'outcome', 'part_id', 'match_key', 'source_key', 'before', 'after'])
    .where('change_id', '=', importId)
    .where('place', '>', to - STEP_LINES)
    .where('place', '<=', to)
    .where('outcome', 'in', ['added', 'changed'])
    // Later lines are undone first, because they build on earlier ones.
    .orderBy('place', 'desc')
    .execute();
  const pictures = await readAddedPictures(transaction, { importId, from: to - STEP_LINES, to });
  const parts = await readStoredParts(
    transaction,
    [...new Set([...lines.flatMap(({ part_id: id }) => id ?? []), ...pictures.keys()])],
    { lock: true },
  );
  const hidden = await findHidden(transaction, lines);
  const withPictures = new Set([...pictures.keys()].filter((id) => parts.has(id)));
  const deleted: string[] = [];
  const changed: { partId: string; after: ChangedValues }[] = [];
  const lists = new Map<string, string>();
  const outcomes = lines.map(({ place, outcome, part_id, match_key, source_key, ...line }): LineOutcome => {
    const [before, after] = [line.before as ChangedValues | null, line.after as ChangedValues];
    const kept = (reason: string): LineOutcome => ({ ...undone, outcome: 'kept', reason });
    const undone = { place, outcome: 'undone', reason: null, part_id, match_key, source_key, before, after };
    const stored = parts.get(part_id ?? '');
    const part = stored && withoutPictures(stored, pictures.get(stored.id));
    if (!part && outcome === 'added' && part_id !== null && after['hidden'] === true) deleted.push(part_id);
    if (!part && hidden.has(part_id ?? '') && after['hidden'] !== true) return kept('Hidden since');
    if (!part) return outcome === 'added' ? undone : kept('Deleted since');
    if (outcome === 'added') {
      const reason = findReasonToKeep(part, after);
      withPictures.delete(part.id);
      if (reason !== undefined) return kept(reason);
      deleted.push(part.id);
      return undone;
    }
    if (changesFitments(after)) {
      const list = undoFitmentChange(stored.fitments, after);
      if (!list) return kept(`Changed since: ${labelOf('fitments')}`);
      parts.set(part.id, { ...stored, fitments: list });
      lists.set(part.id, writeFitments(list));
      return undone;
    }
    const plan = planUndo(part, { before: before ?? {}, after });
    if (Object.keys(plan.values).length > 0) changed.push({ partId: part.id, after: plan.values });
    return plan.kept.length > 0 ? kept(`Changed since: ${plan.kept.join(', ')}`) : undone;
  });
  await removeAddedPictures(transaction, { importId, from: to - STEP_LINES, to, pictures, of: withPictures });
  for (const [partId, fitments] of lists) changed.push({ partId, after: { fitments } });
  await changeParts(transaction, changed);
  if (deleted.length > 0) await deleteRows(transaction, deleted);
  await saveLineOutcomes(transaction, importId, outcomes);
  return outcomes.filter(({ outcome }) => outcome === 'undone').length;
}

/** Finds and locks the parts of lines that are hidden now. */
async function findHidden(
  transaction: Transaction<DB>,
  lines: readonly { part_id: string | null }[],
): Promise<Set<string>> {
  const ids = [...new Set(lines.flatMap(({ part_id: id }) => id ?? []))];
  const rows = await transaction
    .selectFrom(hiddenTable)
    .select('id')
    .where(sql<boolean>`id = any (${ids}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute();
  return new Set(rows.map(({ id }) => id));
}
