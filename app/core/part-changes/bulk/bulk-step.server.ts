import type { Transaction } from 'kysely';
import type { FieldValue } from '#core/values/merge-fields.ts';
import type { DB } from '#db/types.ts';
import { hideParts, showParts } from '../part-table.server.ts';
import { type LineOutcome, type PlanCounts, saveLineOutcomes } from '../save-line-outcomes.server.ts';
import { applyBulkChange, type BulkChange, undoBulkChange } from './bulk-change.ts';
import { changeRows, deleteRows, lockParts, restoreRows } from './bulk-rows.server.ts';
import { readChecks } from './check-rows.server.ts';
import { renameInParts, undoRenameInParts } from './rename-step.server.ts';

interface BulkStep {
  changeId: string;
  change: BulkChange;
  /** The step begins after this place and ends with `to`. */
  from: number;
  to: number;
}

type Values = Record<string, FieldValue>;

export type BulkResult = { before: object; after: object } | { skipped: string };

interface Line {
  place: number;
  part_id: string;
  before: Values | null;
  after: Values | null;
}

const DELETED = 'Deleted since';

const NOT_RESTORED = 'It already exists, or another part has its stock number';

const NOT_MOVED = 'It was moved afterward, a payment holds it, or another part has its stock number';

type Move = (transaction: Transaction<DB>, ids: readonly string[]) => Promise<Set<string>>;

/** Changes that move rows between tables instead of changing their columns. */
const moves: Partial<Record<BulkChange['kind'], { make: Move; undo: Move; kept: string }>> = {
  delete: { make: deleteRows, undo: restoreRows, kept: NOT_RESTORED },
  hide: { make: hideParts, undo: showParts, kept: NOT_MOVED },
  show: { make: showParts, undo: hideParts, kept: NOT_MOVED },
};

/** Changes the parts of a step, and counts them. */
export async function changeStep(
  transaction: Transaction<DB>,
  { change, ...step }: BulkStep,
): Promise<PlanCounts> {
  const lines = await readLines(transaction, step);
  const results = await makeChange(
    transaction,
    change,
    lines.map((line) => line.part_id),
  );
  const outcomes = lines.map((line): LineOutcome => {
    const result = results.get(line.part_id) ?? { skipped: DELETED };
    return 'skipped' in result
      ? toOutcome(line, 'refused', result.skipped)
      : toOutcome({ ...line, ...(result as Pick<Line, 'before' | 'after'>) }, 'changed');
  });
  await saveLineOutcomes(transaction, step.changeId, outcomes);
  const changed = outcomes.filter(({ outcome }) => outcome === 'changed').length;
  return { added: 0, changed, unchanged: 0, refused: outcomes.length - changed, skipped: 0 };
}

/** Undoes the changes of a step. Returns the number of parts that are restored. */
export async function undoBulkStep(
  transaction: Transaction<DB>,
  { change, ...step }: BulkStep,
): Promise<number> {
  const lines = await readLines(transaction, step, 'changed');
  const kept = await undoChange(transaction, change, lines);
  const outcomes = lines.map((line) => {
    const reason = kept.get(line.part_id);
    return reason === undefined ? toOutcome(line, 'undone') : toOutcome(line, 'kept', reason);
  });
  await saveLineOutcomes(transaction, step.changeId, outcomes);
  return lines.length - kept.size;
}

async function readLines(
  transaction: Transaction<DB>,
  { changeId, from, to }: Omit<BulkStep, 'change'>,
  outcome?: 'changed',
): Promise<Line[]> {
  const rows = await transaction
    .selectFrom('part_change_lines')
    .select(['place', 'part_id', 'before', 'after'])
    .where('change_id', '=', changeId)
    .where('place', '>', from)
    .where('place', '<=', to)
    .$if(outcome !== undefined, (select) => select.where('outcome', '=', outcome ?? null))
    .execute();
  return rows as unknown as Line[];
}

function toOutcome(line: Line, outcome: string, reason: string | null = null): LineOutcome {
  return { ...line, match_key: null, source_key: null, outcome, reason };
}

/** Returns what becomes of each part by its id. A part without an entry doesn't exist anymore. */
async function makeChange(
  transaction: Transaction<DB>,
  change: BulkChange,
  ids: readonly string[],
): Promise<Map<string, BulkResult>> {
  if (change.kind === 'rename') return renameInParts(transaction, ids, change);
  if (change.kind === 'restore') {
    const restored = await restoreRows(transaction, ids);
    return new Map(
      ids.map((id) => [id, restored.has(id) ? { before: {}, after: {} } : { skipped: NOT_RESTORED }]),
    );
  }
  const stored = await lockParts(transaction, ids);
  const check = await readChecks(transaction, change, [...stored.values()]);
  const results = new Map<string, BulkResult>();
  for (const [id, part] of stored) {
    const result = check(part, applyBulkChange(change, part));
    if ('skipped' in result) results.set(id, result);
    else {
      const columns = Object.keys(result.after) as (keyof typeof part)[];
      const before = Object.fromEntries(columns.map((column) => [column, part[column]]));
      results.set(id, { before, after: result.after });
    }
  }
  const changed = [...results].flatMap(([partId, result]) =>
    'after' in result ? { partId, after: result.after } : [],
  );
  const move = moves[change.kind];
  if (!move) await changeRows(transaction, changed);
  else {
    const moved = await move.make(
      transaction,
      changed.map(({ partId }) => partId),
    );
    for (const { partId } of changed) if (!moved.has(partId)) results.set(partId, { skipped: NOT_MOVED });
  }
  return results;
}

/** Returns why parts stay as they are, by their id. */
async function undoChange(
  transaction: Transaction<DB>,
  change: BulkChange,
  lines: readonly Line[],
): Promise<Map<string, string>> {
  const ids = lines.map((line) => line.part_id);
  const move = moves[change.kind];
  if (move) {
    const back = await move.undo(transaction, ids);
    return new Map(ids.filter((id) => !back.has(id)).map((id) => [id, move.kept]));
  }
  const changes = lines.map(({ part_id: partId, before, after }) => ({
    partId,
    before: before ?? {},
    after: after ?? {},
  }));
  if (change.kind === 'rename') return undoRenameInParts(transaction, changes);
  const stored = await lockParts(transaction, ids);
  const kept = new Map<string, string>();
  const undone = changes.flatMap(({ partId, ...values }) => {
    const now = stored.get(partId);
    const result = now ? undoBulkChange(values, now) : { skipped: DELETED };
    if ('after' in result) return { partId, after: result.after };
    kept.set(partId, result.skipped);
    return [];
  });
  await changeRows(transaction, undone);
  return kept;
}
