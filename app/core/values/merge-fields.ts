export type FieldValue = string | number | boolean | null;

export interface FieldConflict {
  field: string;
  mine: FieldValue;
  theirs: FieldValue;
}

/** A choice for a field in conflict. `theirs` is the value that the admin saw. */
export interface FieldChoice {
  keep: 'mine' | 'theirs';
  theirs: FieldValue;
}

export type FieldChoices = Readonly<Record<string, FieldChoice>>;

interface Versions<Columns> {
  /** The row when the form was opened. */
  seen: Partial<Columns>;
  /** `seen` in the form in which an unchanged form sends it: trimmed, with null for blanks. */
  untouched: Partial<Columns>;
  now: Columns;
  /** The submitted row. A missing field stays unchanged. */
  mine: Partial<Columns>;
  choices?: FieldChoices;
}

/**
 * Merges a form into a row that others may have changed: changed fields of `mine`, else `now`. A field that both changed is a
 * conflict and has the value of `now`, until `choices` has a choice for that value.
 */
export function mergeFields<Columns extends { [Field in keyof Columns]: FieldValue }>({
  seen,
  untouched,
  now,
  mine,
  choices = {},
}: Versions<Columns>): { merged: Columns; conflicts: FieldConflict[] } {
  const merged = { ...now };
  const conflicts: FieldConflict[] = [];
  for (const field of Object.keys(now) as (keyof Columns & string)[]) {
    const theirs = now[field];
    const value = mine[field];
    if (value === undefined || value === untouched[field] || value === theirs) continue;
    const choice = theirs === seen[field] ? 'mine' : resolveChoice(choices[field], theirs);
    if (choice === 'mine') merged[field] = value;
    else if (!choice) conflicts.push({ field, mine: value, theirs });
  }
  return { merged, conflicts };
}

/** A choice applies only to the value that was shown. */
function resolveChoice(choice: FieldChoice | undefined, theirs: FieldValue) {
  return choice?.theirs === theirs ? choice.keep : undefined;
}
