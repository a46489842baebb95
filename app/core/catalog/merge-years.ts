import type { Fitment } from './fitment.ts';

/** Joins rows that differ only in their years if the years overlap or follow each other. Keeps the first row's place. */
export function mergeYears<Row extends Fitment>(rows: readonly Row[]): Row[] {
  const merged: Row[] = [];
  for (const row of rows.toSorted((one, other) => one.fromYear - other.fromYear)) {
    const before = merged.findIndex((other) => isSame(row, other) && row.fromYear <= other.toYear + 1);
    const joined = merged[before];
    if (joined) merged[before] = { ...joined, toYear: Math.max(joined.toYear, row.toYear) };
    else merged.push(row);
  }
  const placeOf = (row: Row) => rows.findIndex((given) => isSame(row, given) && isWithin(given, row));
  return merged.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** Tells whether another row covers all of a row: its years, and no engine or trim that the row doesn't have. */
export function isCovered(row: Fitment, by: Fitment): boolean {
  return (
    row.make === by.make &&
    row.model === by.model &&
    isWithin(row, by) &&
    (by.engine === null || by.engine === row.engine) &&
    (by.trim === null || by.trim === row.trim)
  );
}

function isWithin(row: Fitment, by: Fitment): boolean {
  return by.fromYear <= row.fromYear && row.toYear <= by.toYear;
}

function isSame(one: Fitment, other: Fitment): boolean {
  return (['make', 'model', 'engine', 'trim', 'position', 'note'] as const).every(
    (column) => one[column] === other[column],
  );
}
