import type { Fitment } from './fitment.ts';

/** Maximum per part. */
export const MAX_FITMENTS = 200;

/** A row before it is checked. */
export type TypedFitment = Record<keyof Fitment, string>;

export type FitmentErrors = Partial<Record<keyof Fitment, string>>;

const FIRST_YEAR = 1900;
/** Next year's models are sold this year. */
const YEARS_AHEAD = 2;
const MAX_YEARS = 60;
const lengths = { make: 100, model: 100, engine: 100, trim: 100, position: 100, note: 200 } as const;

export const blankFitment: TypedFitment = {
  make: '',
  model: '',
  fromYear: '',
  toYear: '',
  engine: '',
  trim: '',
  position: '',
  note: '',
};

export function isBlankFitment(typed: TypedFitment): boolean {
  return Object.values(typed).every((value) => value.trim() === '');
}

export function toTypedFitment(fitment: Fitment): TypedFitment {
  const typed = Object.entries(fitment).map(([field, value]) => [field, String(value ?? '')]);
  return Object.fromEntries(typed) as TypedFitment;
}

/** Checks a typed row. A row without a last year is for one year. */
export function readFitment(typed: TypedFitment): { fitment: Fitment } | { errors: FitmentErrors } {
  const errors: FitmentErrors = {};
  const texts = Object.fromEntries(
    (Object.keys(lengths) as (keyof typeof lengths)[]).map((field) => {
      const text = typed[field].replaceAll(/\s+/g, ' ').trim().toWellFormed();
      if (text.length > lengths[field]) errors[field] = `At most ${lengths[field]} characters`;
      if (text.includes('\0')) errors[field] = 'This contains an invalid character';
      return [field, text];
    }),
  ) as Record<keyof typeof lengths, string>;
  if (!texts.make) errors.make = 'Enter the make';
  if (!texts.model) errors.model = 'Enter the model';
  const from = readYear(typed.fromYear);
  const to = typed.toYear.trim() === '' ? from : readYear(typed.toYear);
  if (from === undefined) errors.fromYear = 'Enter a year, such as 2006';
  else if (to === undefined) errors.toYear = 'Enter a year, such as 2011';
  else if (to < from) errors.toYear = `Enter ${from} or a later year`;
  else if (to - from > MAX_YEARS) errors.toYear = `At most ${MAX_YEARS} years`;
  if (from === undefined || to === undefined || Object.keys(errors).length > 0) return { errors };
  const { make, model, engine, trim, position, note } = texts;
  return {
    fitment: {
      make,
      model,
      fromYear: from,
      toYear: to,
      engine: engine || null,
      trim: trim || null,
      position: position || null,
      note: note || null,
    },
  };
}

function readYear(text: string): number | undefined {
  const year = Number(text);
  const last = new Date().getFullYear() + YEARS_AHEAD;
  return /^\s*\d{4}\s*$/.test(text) && year >= FIRST_YEAR && year <= last ? year : undefined;
}

/** Example: '2006-2011 Honda Civic, 1.8L, EX'. */
export function describeFitment({
  fromYear: from,
  toYear: to,
  make,
  model,
  engine,
  trim,
}: FitmentName): string {
  const years = from === to ? String(from) : `${from}-${to}`;
  return [`${years} ${make} ${model}`, engine, trim].filter(Boolean).join(', ');
}

type FitmentName = Omit<Fitment, 'position' | 'note'>;

/** Adds the position and the note. */
export function describeWholeFitment(fitment: Fitment): string {
  return [describeFitment(fitment), fitment.position, fitment.note].filter(Boolean).join(' · ');
}

/** Writes the list as the form sends and shows it: one text for any order, without repeated rows. */
export function writeFitments(fitments: readonly Fitment[]): string {
  return JSON.stringify(
    [...new Map(fitments.map((fitment) => [keyOf(fitment), fitment])).values()]
      .toSorted(inOrder)
      .map(inColumns),
  );
}

function inColumns(fitment: Fitment): Fitment {
  const { make, model, fromYear, toYear, engine, trim, position, note } = fitment;
  return { make, model, fromYear, toYear, engine, trim, position, note };
}

const keyOf = (fitment: Fitment) => JSON.stringify(inColumns(fitment));

function inOrder(one: Fitment, other: Fitment): number {
  return (
    compare(one.make, other.make) ||
    compare(one.model, other.model) ||
    one.fromYear - other.fromYear ||
    one.toYear - other.toYear ||
    compare(keyOf(one), keyOf(other))
  );
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

/**
 * Reads the list that a form sends.
 * @returns errors by 'fitments', or 'fitments.' and the index of the row. Undefined if it is no list of rows.
 */
export function readFitments(
  sent: string,
): { fitments: Fitment[] } | { errors: Record<string, string> } | undefined {
  const rows = parseRows(sent);
  if (!rows) return undefined;
  if (rows.length > MAX_FITMENTS) return { errors: { fitments: `At most ${MAX_FITMENTS} vehicles` } };
  const read = rows.map(readFitment);
  const errors = read.flatMap((row, index) =>
    'errors' in row ? [[`fitments.${index}`, Object.values(row.errors).join('. ')]] : [],
  );
  if (errors.length > 0) return { errors: Object.fromEntries(errors) as Record<string, string> };
  return { fitments: read.flatMap((row) => ('fitment' in row ? row.fitment : [])) };
}

function parseRows(sent: string): TypedFitment[] | undefined {
  try {
    const rows: unknown = JSON.parse(sent);
    if (!Array.isArray(rows)) return undefined;
    const typed = rows.map(toTyped);
    return typed.every((row) => row !== undefined) ? typed : undefined;
  } catch {
    return undefined;
  }
}

function toTyped(row: unknown): TypedFitment | undefined {
  if (typeof row !== 'object' || row === null) return undefined;
  const values = row as Record<string, unknown>;
  const entries = Object.keys(blankFitment).map((field) => [field, values[field] ?? '']);
  const isTyped = entries.every(([, value]) => typeof value === 'string' || typeof value === 'number');
  return isTyped
    ? (Object.fromEntries(entries.map(([field, value]) => [field, String(value)])) as TypedFitment)
    : undefined;
}

/** Spells typed names as the catalog does. Rules and searches compare that spelling. */
export function spellAsCatalog(
  fitments: readonly Fitment[],
  catalog: readonly { make: string; model: string }[],
): Fitment[] {
  const names = new Map(
    catalog.flatMap(({ make, model }) => [
      [make.toLowerCase(), { make }],
      [`${make}\n${model}`.toLowerCase(), { make, model }],
    ]),
  );
  return fitments.map((row) => ({
    ...row,
    ...names.get(row.make.toLowerCase()),
    ...names.get(`${row.make}\n${row.model}`.toLowerCase()),
  }));
}

interface FitmentVersions {
  /** The list when the form was opened. */
  seen: readonly Fitment[];
  now: readonly Fitment[];
  mine: readonly Fitment[];
}

/**
 * Applies my added and removed rows to the stored list. It is a conflict if both removed or changed the same row, and both
 * added others: then it is not known which of them replace it.
 */
export function mergeFitments({ seen, now, mine }: FitmentVersions): {
  merged: Fitment[];
  isConflict: boolean;
} {
  const [before, stored, sent] = [seen, now, mine].map((list) => new Set(list.map(keyOf))) as [
    Set<string>,
    Set<string>,
    Set<string>,
  ];
  const added = mine.filter((row) => !before.has(keyOf(row)));
  const theirs = now.filter((row) => !before.has(keyOf(row)));
  const isRemovedTwice = [...before].some((key) => !stored.has(key) && !sent.has(key));
  const differ = (rows: readonly Fitment[], other: Set<string>) => rows.some((row) => !other.has(keyOf(row)));
  const kept = now.filter((row) => !before.has(keyOf(row)) || sent.has(keyOf(row)));
  return {
    merged: [...kept, ...added],
    isConflict: isRemovedTwice && differ(added, stored) && differ(theirs, sent),
  };
}
