import { z } from 'zod';
import { Refused } from '#core/values/refused.ts';
import { parseDollars } from '#core/values/parse-dollars.ts';
import { readUnitCounts, type UnitsField } from './unit-counts.ts';

const MAX_NOTE = 500;

export const oneLine = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `use at most ${max} characters`)
    .refine((text) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text), 'use a single line');

export const optionalLine = (max: number) =>
  oneLine(max)
    .default('')
    .transform((text) => (text === '' ? null : text));

export const note = z
  .string()
  .trim()
  .max(MAX_NOTE, `use at most ${MAX_NOTE} characters`)
  .refine((text) => !text.includes('\0'), 'use readable characters')
  .default('')
  .transform((text) => (text === '' ? null : text));

/** Reads an amount of typed money, in cents. Examples: '12.50', '$1,200'. */
export const dollarAmount = z
  .string()
  .transform(parseDollars)
  .refine((cents) => cents !== undefined, 'enter an amount, such as 12.50');

/** Browsers do not send an unchecked box. */
export const checked = z
  .literal('yes')
  .optional()
  .transform((value) => value === 'yes');

/** Reads the fields of a form that has one value each. @throws {Refused} with the first problem. */
export function readFields<Schema extends z.ZodType>(form: FormData, schema: Schema): z.output<Schema> {
  const fields = Object.fromEntries([...form].filter(([, value]) => typeof value === 'string'));
  const read = schema.safeParse(fields);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const field = issue?.path[0];
  throw new Refused(issue?.message ?? 'the form is incomplete', field === undefined ? field : String(field));
}

/** Reads the units of each line, by its id. Returns undefined if there are no such fields. @throws {Refused} */
export function readUnits(form: FormData, field: UnitsField = 'units'): Map<string, number> | undefined {
  const units = readUnitCounts(form, field);
  if (units === undefined) throw new Refused('enter whole numbers of units');
  return units.size > 0 ? units : undefined;
}

/**
 * Reads the fields 'restock:<id of the line>': the lines whose units go back into stock. 'back' reads those that were shipped.
 */
export function readRestocked(form: FormData, field: 'restock' | 'back' = 'restock'): ReadonlySet<string> {
  const names = [...form.keys()].filter((name) => name.startsWith(`${field}:`));
  return new Set(names.map((name) => name.slice(field.length + 1)));
}
