/** What one field of a form holds, as the database keeps it. */
export type FieldValue = string | number | null;

/** A field that two people changed to different values. */
export interface FieldConflict {
  field: string;
  mine: FieldValue;
  theirs: FieldValue;
}

/** Which value to keep of a field in conflict, chosen when `theirs` was shown. */
export interface FieldChoice {
  keep: 'mine' | 'theirs';
  theirs: FieldValue;
}

export type FieldChoices = Readonly<Record<string, FieldChoice>>;

interface Versions<Columns> {
  /** The row when the form was opened; it has at least the fields of `mine`. */
  seen: Partial<Columns>;
  /** The same row as the form sends it when no field is touched: trimmed, with null for what is blank. */
  untouched: Partial<Columns>;
  /** The row as it is now. */
  now: Columns;
  /** The row as the form was sent. A field that the form does not have stays as it is. */
  mine: Partial<Columns>;
  choices?: FieldChoices;
}

/**
 * Merges a form into a row that others may have changed since the form was opened: mine for what I changed, theirs for
 * the rest. A field that both changed to different values is a conflict, unless a choice was made for just that value
 * of theirs; until then `merged` holds theirs.
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
    const choice = theirs === seen[field] ? 'mine' : choiceFor(choices[field], theirs);
    if (choice === 'mine') merged[field] = value;
    else if (!choice) conflicts.push({ field, mine: value, theirs });
  }
  return { merged, conflicts };
}

/** A choice counts for the value that was shown: theirs may have changed once more. */
function choiceFor(choice: FieldChoice | undefined, theirs: FieldValue) {
  return choice?.theirs === theirs ? choice.keep : undefined;
}
