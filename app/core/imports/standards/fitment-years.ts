import type { Fitment } from '#core/catalog/fitment.ts';

/**
 * A list of vehicles as a set of years: adding a vehicle adds only the years that the list lacks, and removing these years gives
 * back the list as it was. Rows of equal vehicles that touch are one row.
 */
interface ChangedList {
  list: Fitment[];
  /** The years that were added or removed. Empty if the list is unchanged. */
  changed: Fitment[];
}

/** Adds a vehicle. Its years join the rows before and after them that are otherwise equal. */
export function addYears(list: readonly Fitment[], row: Fitment): ChangedList {
  const changed = subtract(row, list);
  let next = [...list];
  for (const piece of changed) {
    const before = next.find((each) => isSame(each, piece) && each.toYear === piece.fromYear - 1);
    const after = next.find((each) => isSame(each, piece) && each.fromYear === piece.toYear + 1);
    next = next.filter((each) => each !== before && each !== after);
    next.push({
      ...piece,
      fromYear: before?.fromYear ?? piece.fromYear,
      toYear: after?.toYear ?? piece.toYear,
    });
  }
  return { list: next, changed };
}

/** Removes a vehicle. A row that has more years keeps them, in two rows if they are on both sides. */
export function removeYears(list: readonly Fitment[], row: Fitment): ChangedList {
  const touched = list.filter((each) => isSame(each, row) && overlaps(each, row));
  const kept = touched.flatMap((each) => subtract(each, [row]));
  return {
    list: [...list.filter((each) => !touched.includes(each)), ...kept],
    changed: touched.map((each) =>
      withYears(each, Math.max(each.fromYear, row.fromYear), Math.min(each.toYear, row.toYear)),
    ),
  };
}

/** Tells whether a list has all years of a vehicle. */
export function hasYears(list: readonly Fitment[], row: Fitment): boolean {
  return subtract(row, list).length === 0;
}

/** Returns the years of a row that no equal row of a list has. */
function subtract(row: Fitment, list: readonly Fitment[]): Fitment[] {
  let left = [row];
  for (const other of list) {
    if (!isSame(other, row)) continue;
    left = left.flatMap((each) =>
      overlaps(each, other)
        ? [
            { ...each, toYear: other.fromYear - 1 },
            { ...each, fromYear: other.toYear + 1 },
          ].filter(({ fromYear, toYear }) => fromYear <= toYear)
        : [each],
    );
  }
  return left;
}

function withYears(row: Fitment, fromYear: number, toYear: number): Fitment {
  return { ...row, fromYear, toYear };
}

function overlaps(one: Fitment, other: Fitment): boolean {
  return one.fromYear <= other.toYear && other.fromYear <= one.toYear;
}

function isSame(one: Fitment, other: Fitment): boolean {
  return (['make', 'model', 'engine', 'trim', 'position', 'note'] as const).every(
    (column) => one[column] === other[column],
  );
}
