import { sql, type Transaction } from 'kysely';
import { logAdminAction } from '#core/audit/write-events.server.ts';
import type { DB } from '#db/types.ts';
import { applyBulkChange, type BulkChange, undoBulkChange } from './bulk-change.ts';
import type { VehicleRename } from '../rename-vehicle.ts';
import type { Database, UserIdentity } from '#core/platform/database.server.ts';
import { NO_ADMIN, runSteps, type StepsLeft } from '../run-steps.server.ts';
import { runAtHalfSpeed } from '#core/platform/run-at-half-speed.server.ts';
import { readChecks } from './check-rows.server.ts';
import { hideParts, showParts } from '../part-table.server.ts';
import { type Outcome, saveOutcomes } from './save-outcomes.server.ts';
import { renameInParts, undoRenameInParts } from './rename-step.server.ts';
import { changeRows, deleteRows, lockParts, restoreRows, type StoredPart } from './bulk-rows.server.ts';

/** Parts in one transaction, which locks them. A sale of one of them waits for it. */
const STEP = 500;

interface RunBulkChange {
  database: Database;
  changeId: string;
  isLastAttempt: boolean;
}

/**
 * Makes or undoes a change in steps of one transaction each, with the rights of the admin who started it. A job that was killed
 * continues where it was.
 */
export async function runBulkChange({ database, changeId, isLastAttempt }: RunBulkChange): Promise<void> {
  const started = await database.as({ role: 'service_role' }, (transaction) =>
    transaction.selectFrom('bulk_changes').select('user_id').where('id', '=', changeId).executeTakeFirst(),
  );
  if (!started) return;
  const { user_id: userId } = started;
  if (userId === null) return stop(database, changeId, NO_ADMIN);
  const admin: UserIdentity = { role: 'authenticated', userId };
  await runSteps({
    isLastAttempt,
    step: () => runAtHalfSpeed(database.as(admin, (transaction) => runStep(transaction, changeId))),
    stop: (error) => stop(database, changeId, error),
  });
}

/** Stops a change, unless it has ended. */
async function stop(database: Database, changeId: string, error: string): Promise<void> {
  await database.as({ role: 'service_role' }, (transaction) =>
    transaction
      .updateTable('bulk_changes')
      .set({ state: 'ended', error, ended_at: sql<Date>`now()` })
      .where('id', '=', changeId)
      .where('ended_at', 'is', null)
      .execute(),
  );
}

async function runStep(transaction: Transaction<DB>, changeId: string): Promise<StepsLeft> {
  const found = await transaction
    .selectFrom('bulk_changes')
    .select(['change', 'state', 'parts', 'done', 'changed', 'undone'])
    .where('id', '=', changeId)
    .where('ended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!found) return 'unknown';
  const change = found.change as unknown as BulkChange;
  const { parts, done } = found;
  if (found.state === 'undoing') {
    const from = Math.max(0, done - STEP);
    const undone = await undoStep(transaction, { changeId, change, from, to: done });
    const isLast = from === 0;
    await transaction
      .updateTable('bulk_changes')
      .set({
        done: from,
        undone: found.undone + undone,
        ...(isLast && { state: 'undone', ended_at: sql<Date>`now()` }),
      })
      .where('id', '=', changeId)
      .execute();
    return isLast ? 'none' : 'some';
  }
  const to = Math.min(parts, done + STEP);
  const changed = await changeStep(transaction, { changeId, change, from: done, to });
  const isLast = to === parts;
  await transaction
    .updateTable('bulk_changes')
    .set({
      done: to,
      changed: found.changed + changed,
      ...(isLast && { state: 'ended', ended_at: sql<Date>`now()` }),
    })
    .where('id', '=', changeId)
    .execute();
  if (isLast) {
    await logAdminAction(transaction, 'end_bulk_change', {
      resourceId: changeId,
      resourceType: 'bulk_changes',
      parts_changed: found.changed + changed,
    });
  }
  return isLast ? 'none' : 'some';
}

interface Step {
  changeId: string;
  change: BulkChange;
  /** The step begins after this place and ends with `to`. */
  from: number;
  to: number;
}

/** Returns the number of changed parts. */
async function changeStep(
  transaction: Transaction<DB>,
  { changeId, change, from, to }: Step,
): Promise<number> {
  const places = await transaction
    .selectFrom('bulk_change_parts')
    .select(['place', 'part_id'])
    .where('change_id', '=', changeId)
    .where('place', '>', from)
    .where('place', '<=', to)
    .execute();
  if (change.kind === 'restore') return restoreStep(transaction, changeId, places);
  if (change.kind === 'rename') return renameStep(transaction, { changeId, change, places });
  const stored = await lockParts(
    transaction,
    places.map((each) => each.part_id),
  );
  const check = await readChecks(transaction, change, [...stored.values()]);
  const outcomes = places.map(({ place, part_id: partId }) => {
    const part = stored.get(partId);
    const result = part ? check(part, applyBulkChange(change, part)) : deletedMeanwhile;
    if ('skipped' in result) return { place, partId, outcome: 'skipped' as const, reason: result.skipped };
    const { after } = result;
    return { place, partId, outcome: 'changed' as const, before: pick(part, Object.keys(after)), after };
  });
  const changed = outcomes.filter((each) => each.outcome === 'changed');
  const moves = movesOf(change);
  if (!moves) {
    await changeRows(transaction, changed);
    await saveOutcomes(transaction, changeId, outcomes);
    return changed.length;
  }
  const moved = await moves.make(
    transaction,
    changed.map(({ partId }) => partId),
  );
  await saveOutcomes(
    transaction,
    changeId,
    outcomes.map((each) =>
      each.outcome === 'changed' && !moved.has(each.partId)
        ? { place: each.place, outcome: 'skipped' as const, reason: notMoved }
        : each,
    ),
  );
  return moved.size;
}

type Move = (transaction: Transaction<DB>, ids: readonly string[]) => Promise<Set<string>>;

/** Returns the functions of changes that move rows between tables instead of changing their columns. */
function movesOf({ kind }: BulkChange): { make: Move; undo: Move } | undefined {
  switch (kind) {
    case 'delete':
      return { make: deleteRows, undo: restoreRows };
    case 'hide':
      return { make: hideParts, undo: showParts };
    case 'show':
      return { make: showParts, undo: hideParts };
    default:
      return undefined;
  }
}

const deletedMeanwhile = { skipped: 'Deleted since' };

async function restoreStep(
  transaction: Transaction<DB>,
  changeId: string,
  places: { place: number; part_id: string }[],
): Promise<number> {
  const ids = places.map((each) => each.part_id);
  const restored = await restoreRows(transaction, ids);
  const outcomes = places.map(({ place, part_id: id }) =>
    restored.has(id)
      ? { place, outcome: 'changed' as const }
      : { place, outcome: 'skipped' as const, reason: notRestored },
  );
  await saveOutcomes(transaction, changeId, outcomes);
  return restored.size;
}

interface RenameStep {
  changeId: string;
  change: VehicleRename;
  places: { place: number; part_id: string }[];
}

async function renameStep(
  transaction: Transaction<DB>,
  { changeId, change, places }: RenameStep,
): Promise<number> {
  const renamed = await renameInParts(
    transaction,
    places.map((each) => each.part_id),
    change,
  );
  const placeOf = new Map(places.map(({ place, part_id: id }) => [id, place]));
  const outcomes = renamed.map(({ partId, ...result }): Outcome => {
    const place = placeOf.get(partId) ?? 0;
    return 'skipped' in result
      ? { place, outcome: 'skipped', reason: result.skipped }
      : { place, outcome: 'changed', before: result.before, after: result.after };
  });
  await saveOutcomes(transaction, changeId, outcomes);
  return outcomes.filter(({ outcome }) => outcome === 'changed').length;
}

const notMoved = 'It was moved afterward, a payment holds it, or another part has its stock number';

const notRestored = 'It already exists, or another part has its stock number';

function pick(part: StoredPart | undefined, columns: readonly string[]): object {
  return Object.fromEntries(columns.map((column) => [column, part?.[column as keyof StoredPart]]));
}

/** Returns the number of parts that are restored. */
async function undoStep(transaction: Transaction<DB>, { changeId, change, from, to }: Step): Promise<number> {
  const places = await transaction
    .selectFrom('bulk_change_parts')
    .select(['place', 'part_id', 'before', 'after'])
    .where('change_id', '=', changeId)
    .where('place', '>', from)
    .where('place', '<=', to)
    .where('outcome', '=', 'changed')
    .execute();
  const moves = movesOf(change);
  if (moves) {
    const back = await moves.undo(
      transaction,
      places.map((each) => each.part_id),
    );
    const reason = change.kind === 'delete' ? notRestored : notMoved;
    const outcomes = places.map(({ place, part_id: partId }) =>
      back.has(partId) ? { place, outcome: 'undone' as const } : { place, outcome: 'kept' as const, reason },
    );
    await saveOutcomes(transaction, changeId, outcomes);
    return back.size;
  }
  if (change.kind === 'rename') {
    const kept = await undoRenameInParts(
      transaction,
      places.map((each) => ({
        partId: each.part_id,
        before: (each.before ?? {}) as object,
        after: (each.after ?? {}) as object,
      })),
    );
    const outcomes = places.map(({ place, part_id: partId }) => {
      const reason = kept.get(partId);
      return reason === undefined
        ? { place, outcome: 'undone' as const }
        : { place, outcome: 'kept' as const, reason };
    });
    await saveOutcomes(transaction, changeId, outcomes);
    return places.length - kept.size;
  }
  const stored = await lockParts(
    transaction,
    places.map((each) => each.part_id),
  );
  const outcomes = places.map(({ place, part_id: partId, before, after }) => {
    const now = stored.get(partId);
    const kept = { before: before as Partial<StoredPart>, after: after as Partial<StoredPart> };
    const undone = now ? undoBulkChange(kept, now) : deletedMeanwhile;
    return 'skipped' in undone
      ? { place, partId, outcome: 'kept' as const, reason: undone.skipped }
      : { place, partId, outcome: 'undone' as const, values: undone.after };
  });
  const undone = outcomes.flatMap((each) =>
    each.outcome === 'undone' ? [{ partId: each.partId, after: each.values }] : [],
  );
  await changeRows(transaction, undone);
  await saveOutcomes(transaction, changeId, outcomes);
  return undone.length;
}
