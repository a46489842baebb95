import type { FieldValue } from './merge-fields.ts';
import {
  type FormColumn,
  formColumns,
  type PartColumn,
  type PartColumns,
  type PartField,
  partFields,
} from './part-fields.ts';
import { MAX_STOCK } from './stock.ts';

const NO_CATEGORY = 'Please select a category or enter a new category name';

/** How many characters a field has at most, if it does not say otherwise. */
const MOST_CHARACTERS = 200;

type Values = Partial<Record<PartColumn, FieldValue>>;

export type FieldErrors = Partial<Record<FormColumn | 'new_category' | 'picture', string>>;

interface Refused {
  /** What is wrong with each field. */
  errors: FieldErrors;
  /** What the form as a whole lacks, in one sentence. */
  message?: string;
}

/**
 * Reads the admin's form for a part that exists (Spec §5, Part form). A field that the form does not have, as in a page
 * of an earlier build, is not in the result either. `new_category` is only sent while a new one is being named.
 */
export function readPartForm(form: Record<string, unknown>): { part: Partial<PartColumns> } | Refused {
  const { category: chosen, new_category: named, ...others } = form;
  const { values, errors } = readFields(others, formColumns);
  if (chosen === undefined && named === undefined) return result(values, errors);

  const place = named === undefined ? 'category' : 'new_category';
  const { values: read, errors: wrong } = readFields({ category: named ?? chosen }, ['category']);
  const isBlank = wrong.category === partFields.category.required;
  // Spec §5 has one message for nothing at all, and one for a name of spaces.
  const message = isBlank && (chosen || named) ? NO_CATEGORY : undefined;
  const error = message ?? wrong.category;
  return result({ ...values, ...read }, { ...errors, ...(error && { [place]: error }) }, message);
}

function result(values: Values, errors: FieldErrors, message?: string) {
  if (Object.keys(errors).length === 0) return { part: values as Partial<PartColumns> };
  return { errors, ...(message && { message }) };
}

const blankForm = Object.fromEntries(formColumns.map((column) => [column, '']));

/** Reads the form of a new part: a field that it does not have counts as empty. */
export function readNewPart(form: Record<string, unknown>): { part: PartColumns } | Refused {
  return readPartForm({ ...blankForm, ...form }) as { part: PartColumns } | Refused;
}

/** Reads those of the columns that were sent: texts of a form, or numbers and nulls of JSON. */
export function readFields<Column extends PartColumn>(
  sent: Record<string, unknown>,
  columns: readonly Column[],
): { values: Values; errors: Partial<Record<Column, string>> } {
  const values: Values = {};
  const errors: Partial<Record<Column, string>> = {};
  for (const column of columns) {
    if (sent[column] === undefined) continue;
    const read = readValue(partFields[column], sent[column]);
    if ('error' in read) errors[column] = read.error;
    else values[column] = read.value;
  }
  return { values, errors };
}

function readValue(field: PartField, sent: unknown): { value: FieldValue } | { error: string } {
  if (sent !== null && typeof sent !== 'string' && typeof sent !== 'number') {
    return { error: `${field.label} must be text` };
  }
  // A browser sends the ends of lines as two characters.
  const text = String(sent ?? '')
    .replace(/\r\n?/g, '\n')
    .trim()
    .toWellFormed();
  if (text.includes('\0')) return { error: 'This holds a character that cannot be stored' };
  switch (field.kind) {
    case 'whole':
      if (!/^\d*$/.test(text) || Number(text) > field.most) return { error: field.invalid };
      return { value: Number(text) || field.empty };
    case 'dollars':
      if (!/^\d{0,9}(\.\d{0,2})?$/.test(text)) {
        return { error: `${field.label} must be dollars and cents, such as 49.99` };
      }
      return { value: Number(text) ? Number(text).toFixed(2) : null };
    case 'share':
      return { error: `${field.label} cannot be changed in a form` };
    default:
      return readText(field, text);
  }
}

function readText(
  { kind, most = MOST_CHARACTERS, required }: Exclude<PartField, { kind: 'whole' | 'dollars' | 'share' }>,
  text: string,
): { value: string | null } | { error: string } {
  if (text.length > most) return { error: `At most ${most.toLocaleString('en-US')} characters` };
  if (text === '') return required === undefined ? { value: null } : { error: required };
  if (kind === 'picture' && !isPictureAddress(text)) return { error: 'Please enter a valid URL' };
  return { value: text };
}

/** An address of the web, a path of the shop itself, or an embedded data string (Spec §3, image_url). */
function isPictureAddress(address: string): boolean {
  if (/^data:image\/[\w.+-]+(;[\w=.-]+)*,/.test(address)) return true;
  if (address.startsWith('/')) return !address.startsWith('//');
  return /^https?:\/\//i.test(address) && URL.canParse(address);
}

/**
 * The values that a form was opened on, which come back with it, of just these columns. Undefined when one of them is
 * missing, or is none that the column can have.
 */
export function readSeen<Column extends PartColumn>(
  sent: unknown,
  columns: readonly Column[],
): Partial<Record<Column, FieldValue>> | undefined {
  if (typeof sent !== 'object' || sent === null) return undefined;
  const seen = sent as Record<string, unknown>;
  const values: Partial<Record<Column, FieldValue>> = {};
  for (const column of columns) {
    const value = seen[column];
    if (!isValueOf(partFields[column], value)) return undefined;
    values[column] = value;
  }
  return values;
}

function isValueOf(field: PartField, value: unknown): value is FieldValue {
  if (value === null) return field.kind === 'whole' ? field.empty === null : !('required' in field);
  if (field.kind !== 'whole') return typeof value === 'string';
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MAX_STOCK;
}

/**
 * A part as its form sends it when no field is touched, to tell what was changed from what was not: an import may have
 * stored blanks, spaces or line ends that the form does not send.
 */
export function untouchedPart<Part extends Values>(part: Part): Part {
  const sent = Object.entries(part).map(([column, value]) => {
    const field: PartField = partFields[column as PartColumn];
    const text = String(value ?? '');
    const read = readValue(field, field.kind === 'text' ? text : text.replace(/[\r\n]/g, ''));
    return [column, 'value' in read ? read.value : value];
  });
  return Object.fromEntries(sent) as Part;
}
