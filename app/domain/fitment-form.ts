import type { Fitment } from './fitment.ts';

/** Of one part. */
export const MAX_FITMENTS = 200;

const FIRST_YEAR = 1900;

/** Next year's models are sold this year. */
const YEARS_AHEAD = 2;

const MAX_YEARS = 60;

const lengths = { make: 100, model: 100, engine: 100, trim: 100, position: 100, note: 200 } as const;

export type FitmentColumn = keyof typeof lengths | 'from_year' | 'to_year';

export const fitmentColumns: readonly FitmentColumn[] = [
  'make',
  'model',
  'from_year',
  'to_year',
  'engine',
  'trim',
  'position',
  'note',
];

/** By the number of the row, from 0. */
export type FitmentErrors = Record<number, Partial<Record<FitmentColumn, string>>>;

/**
 * Reads the vehicles that the owner lists for a part, as texts by column. Blank rows are dropped, and of equal rows all
 * but the first. A row with one year has it as `from_year`.
 * @param sent an array of rows.
 */
export function readFitments(
  sent: unknown,
  thisYear = new Date().getFullYear(),
): { fitments: Fitment[] } | { errors: FitmentErrors } | { message: string } {
  if (!Array.isArray(sent)) return { message: 'The vehicles are not a list' };
  if (sent.length > MAX_FITMENTS) return { message: `A part has at most ${MAX_FITMENTS} listed vehicles` };
  const errors: FitmentErrors = {};
  const fitments: Fitment[] = [];
  for (const [place, row] of sent.entries()) {
    const texts = readTexts(row);
    if (!texts) return { message: 'The vehicles are not a list of texts' };
    if (Object.values(texts).every((text) => text === '')) continue;
    const problems = findProblems(texts, thisYear + YEARS_AHEAD);
    if (Object.keys(problems).length > 0) errors[place] = problems;
    else fitments.push(toFitment(texts));
  }
  if (Object.keys(errors).length > 0) return { errors };
  return { fitments: [...new Map(fitments.map((each) => [JSON.stringify(each), each])).values()] };
}

type Texts = Record<FitmentColumn, string>;

function readTexts(row: unknown): Texts | undefined {
  if (typeof row !== 'object' || row === null) return undefined;
  const given = row as Record<string, unknown>;
  const texts: Partial<Texts> = {};
  for (const column of fitmentColumns) {
    const value = given[column] ?? '';
    if (typeof value !== 'string' && typeof value !== 'number') return undefined;
    texts[column] = String(value).trim().replaceAll(/\s+/g, ' ').toWellFormed();
  }
  return texts as Texts;
}

function findProblems(texts: Texts, lastYear: number) {
  const problems: Partial<Texts> = {};
  for (const [column, length] of Object.entries(lengths) as [keyof typeof lengths, number][]) {
    if (texts[column].length > length) problems[column] = `At most ${length} characters`;
    else if (texts[column].includes('\0')) problems[column] = 'This contains an invalid character';
  }
  if (texts.make === '') problems.make = 'Make is required';
  if (texts.model === '') problems.model = 'Model is required';
  const isYear = (text: string) =>
    /^\d{4}$/.test(text) && Number(text) >= FIRST_YEAR && Number(text) <= lastYear;
  const invalid = `Years are from ${FIRST_YEAR} to ${lastYear}`;
  if (!isYear(texts.from_year)) problems.from_year = invalid;
  if (texts.to_year === '') return problems;
  if (!isYear(texts.to_year)) problems.to_year = invalid;
  else if (texts.to_year < texts.from_year) problems.to_year = 'The last year is before the first';
  else if (Number(texts.to_year) - Number(texts.from_year) > MAX_YEARS)
    problems.to_year = `At most ${MAX_YEARS} years`;
  return problems;
}

function toFitment({ from_year: fromYear, to_year: toYear, make, model, ...texts }: Texts): Fitment {
  return {
    make,
    model,
    fromYear: Number(fromYear),
    toYear: Number(toYear || fromYear),
    engine: texts.engine || null,
    trim: texts.trim || null,
    position: texts.position || null,
    note: texts.note || null,
  };
}
