import { describeWholeFitment, MAX_FITMENTS, writeFitments } from '#core/catalog/fitment-list.ts';
import type { Fitment } from '#core/catalog/fitment.ts';
import type { ChangedValues } from '../files/read-cells.ts';
import { addYears, removeYears } from './fitment-years.ts';

/** Values of a line that changes vehicles of a part, besides which all others stay. Each is a list of writeFitments. */
const ADDED = 'added_fitments';
const REMOVED = 'removed_fitments';

export const fitmentChangeLabels: Readonly<Record<string, string>> = {
  [ADDED]: 'Adds',
  [REMOVED]: 'Removes',
};

export function changesFitments(after: ChangedValues): boolean {
  return ADDED in after || REMOVED in after;
}

/** The vehicle of a line. */
export interface FitmentLine {
  fitment: Fitment;
  isRemoval: boolean;
}

type FitmentPlan =
  | { outcome: 'change'; list: Fitment[]; after: ChangedValues }
  | { outcome: 'same' }
  | { outcome: 'refuse'; reason: string };

/** Plans what a line does to the list of its part. */
export function planFitmentLine(list: readonly Fitment[], { fitment, isRemoval }: FitmentLine): FitmentPlan {
  return planFitmentChange(list, { [isRemoval ? REMOVED : ADDED]: writeFitments([fitment]) });
}

/** Plans a change again, for the list that the part has now. */
export function planFitmentChange(list: readonly Fitment[], change: ChangedValues): FitmentPlan {
  const { list: next, after } = applyChange(list, change);
  if (!changesFitments(after)) return { outcome: 'same' };
  if (next.length > MAX_FITMENTS && next.length > list.length)
    return {
      outcome: 'refuse',
      reason: `The part has ${MAX_FITMENTS} vehicles, the most that a part can have`,
    };
  return { outcome: 'change', list: next, after };
}

/** Applies a change. `after` has only the years that it really added or removed. */
function applyChange(
  list: readonly Fitment[],
  change: ChangedValues,
): { list: Fitment[]; after: ChangedValues } {
  let next = [...list];
  const added: Fitment[] = [];
  const removed: Fitment[] = [];
  for (const row of rowsOf(change, REMOVED)) {
    const result = removeYears(next, row);
    next = result.list;
    removed.push(...result.changed);
  }
  for (const row of rowsOf(change, ADDED)) {
    const result = addYears(next, row);
    next = result.list;
    added.push(...result.changed);
  }
  const after = {
    ...(added.length > 0 && { [ADDED]: writeFitments(added) }),
    ...(removed.length > 0 && { [REMOVED]: writeFitments(removed) }),
  };
  return { list: next, after };
}

/** Undoes a change. Returns undefined if the part no longer has what was added. */
export function undoFitmentChange(list: readonly Fitment[], change: ChangedValues): Fitment[] | undefined {
  let next = [...list];
  for (const row of rowsOf(change, ADDED)) {
    const result = removeYears(next, row);
    if (countYears(result.changed) < countYears([row])) return undefined;
    next = result.list;
  }
  for (const row of rowsOf(change, REMOVED)) next = addYears(next, row).list;
  return next;
}

function countYears(rows: readonly Fitment[]): number {
  return rows.reduce((sum, { fromYear, toYear }) => sum + toYear - fromYear + 1, 0);
}

function rowsOf(change: ChangedValues, column: string): Fitment[] {
  const text = change[column];
  return typeof text === 'string' ? (JSON.parse(text) as Fitment[]) : [];
}

/** Lists the vehicles that a change adds. */
export function addedBy(change: ChangedValues): Fitment[] {
  return rowsOf(change, ADDED);
}

/** Describes the vehicles of a change for people. */
export function describeFitmentChange(change: ChangedValues, column: string): string {
  return rowsOf(change, column).map(describeWholeFitment).join('; ');
}
