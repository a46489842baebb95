/** The stored value of a form field. */
export type FieldValue = string | number | null;

/** A field that two admins changed to different values. */
export interface FieldConflict {
  field: string;
  mine: FieldValue;
  theirs: FieldValue;
}

/** The chosen value of a field in conflict, made when `theirs` was shown. */
export interface FieldChoice {
  keep: 'mine' | 'theirs';
  theirs: FieldValue;
}

export type FieldChoices = Readonly<Record<string, FieldChoice>>;

interface Versions<Columns> {
  /** The row when the form was opened; it has at least the fields of `mine`. */
  seen: Partial<Columns>;
  /** The row as the untouched form sends it: trimmed, with null for blanks. */
  untouched: Partial<Columns>;
  now: Columns;
  /** The submitted row. A field that is missing stays unchanged. */
  mine: Partial<Columns>;
  choices?: FieldChoices;
}

/**
 * Merges a form into a row that others may have changed: my changed values, else the current ones. A field that both
 * changed to different values is a conflict until `choices` has a choice for the current value; `merged` then has
 * theirs.
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
