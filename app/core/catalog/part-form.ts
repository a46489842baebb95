import type { FieldValue } from '#core/values/merge-fields.ts';
import type { FieldRules } from './part-field.ts';
import {
  type FieldColumn,
  type FormColumn,
  formColumns,
  type PartColumns,
  partFields,
} from './part-fields.ts';
import { kindKey } from './part-kind.ts';
import { MAX_STOCK } from './stock.ts';

const NO_CATEGORY = 'Please select a category or enter a new category name';

const MAX_LENGTH = 200;

type Values = Partial<Record<FieldColumn, FieldValue>>;

export type FieldErrors = Partial<Record<FormColumn | 'new_category' | 'picture', string>>;

interface InvalidForm {
  errors: FieldErrors;
  message?: string;
}

/** Reads the admin's form (Spec §5, Part form). The result omits missing fields, such as those of an earlier build. */
export function readPartForm(form: Record<string, unknown>): { part: Partial<PartColumns> } | InvalidForm {
  const { category: chosen, new_category: newCategory, ...others } = form;
  const { values, errors } = readFields(others, formColumns);
  const field = newCategory === undefined ? 'category' : 'new_category';
  const { values: categoryValues, errors: categoryErrors } = readFields({ category: newCategory ?? chosen }, [
    'category',
  ]);
  const isBlank = categoryErrors.category === partFields.category.required;
  // Spec §5 has separate messages for a missing category and a blank name.
  const message = isBlank && (chosen || newCategory) ? NO_CATEGORY : undefined;
  const error = message ?? categoryErrors.category;
  return formResult(
    { ...values, ...categoryValues },
    { ...errors, ...(error && { [field]: error }) },
    message,
  );
}

function formResult(values: Values, errors: FieldErrors, message?: string) {
  if (Object.keys(errors).length === 0) return { part: values as Partial<PartColumns> };
  return { errors, ...(message && { message }) };
}

const blankForm = Object.fromEntries(formColumns.map((column) => [column, '']));

/** Reads the form of a new part. Missing fields are empty. */
export function readNewPart(form: Record<string, unknown>): { part: PartColumns } | InvalidForm {
  return readPartForm({ ...blankForm, ...form }) as { part: PartColumns } | InvalidForm;
}

/** Reads the sent columns: form texts, or numbers, booleans and nulls from JSON. */
export function readFields<Column extends FieldColumn>(
  sent: Record<string, unknown>,
  columns: readonly Column[],
): { values: Values; errors: Partial<Record<Column, string>> } {
  const values: Values = {};
  const errors: Partial<Record<Column, string>> = {};
  for (const column of columns) {
    if (sent[column] === undefined) continue;
    const read = readFieldValue(partFields[column], sent[column]);
    if ('error' in read) errors[column] = read.error;
    else values[column] = read.value;
  }
  return { values, errors };
}

/** Reads what a form or JSON sends for a field. */
export function readFieldValue(field: FieldRules, sent: unknown): { value: FieldValue } | { error: string } {
  const isText = sent === null || typeof sent === 'string' || typeof sent === 'number';
  if (!isText && !(field.kind === 'flag' && typeof sent === 'boolean')) {
    return { error: `${field.label} must be text` };
  }
  // Browsers send line ends as CRLF.
  const text = String(sent ?? '')
    .replace(/\r\n?/g, '\n')
    .trim()
    .toWellFormed();
  if (text.includes('\0')) return { error: 'This contains an invalid character' };
  switch (field.kind) {
    case 'flag':
      if (!['', 'true', 'false'].includes(text)) return { error: 'Please choose Yes or No' };
      return { value: text === 'true' };
    case 'whole':
      if (!/^\d*$/.test(text) || Number(text) > field.max) return { error: field.invalid };
      return { value: Number(text) || field.empty };
    case 'dollars':
      if (!/^\d{0,9}(\.\d{0,2})?$/.test(text)) {
        return { error: `${field.label} must be dollars and cents, such as 49.99` };
      }
      return { value: Number(text) || (field.keepsZero && text !== '') ? Number(text).toFixed(2) : null };
    case 'decimal': {
      const isNumber = /^\d*(\.\d*)?$/.test(text) && text !== '.';
      const value = Number(text).toFixed(field.decimals);
      if (!isNumber || Number(value) !== Number(text) || Number(text) >= field.below) {
        return { error: `${field.label} must be a number such as 12.5` };
      }
      return { value: Number(text) ? value : null };
    }
    case 'choice':
      if (text !== '' && !Object.hasOwn(field.choices, text)) {
        return { error: 'Please choose a value from the list' };
      }
      return { value: text || null };
    case 'part-kind':
      if (text !== '' && kindKey(text) === '') return { error: 'Please choose a kind from the list' };
      return { value: kindKey(text) || null };
    case 'code': {
      const value = text === '' ? null : field.parse(text);
      return value === undefined ? { error: field.invalid } : { value };
    }
    case 'date':
      return text === '' || isDay(text) ? { value: text || null } : { error: 'Please enter a date' };
    case 'share':
      return { error: `${field.label} cannot be changed in a form` };
    default:
      return readText(field, text);
  }
}

function readText(
  { kind, maxLength = MAX_LENGTH, required }: Extract<FieldRules, { required?: string }>,
  text: string,
): { value: string | null } | { error: string } {
  if (text.length > maxLength) return { error: `At most ${maxLength.toLocaleString('en-US')} characters` };
  if (text === '') return required === undefined ? { value: null } : { error: required };
  if (kind === 'picture' && !isPictureAddress(text)) return { error: 'Please enter a valid URL' };
  return { value: text };
}

function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return /^\d{4}-\d\d-\d\d$/.test(text) && new Date(time || 0).toISOString().startsWith(text);
}

/** Checks whether a text is a web URL, a path of the shop, or an image data string (Spec §3, image_url). */
function isPictureAddress(address: string): boolean {
  if (/^data:image\/[\w.+-]+(;[\w=.-]+)*,/.test(address)) return true;
  if (address.startsWith('/')) return !address.startsWith('//');
  return /^https?:\/\//i.test(address) && URL.canParse(address);
}

/** Reads the original values that a form sends back. Returns undefined if one is missing or invalid. */
export function readSeen<Column extends FieldColumn>(
  sent: unknown,
  columns: readonly Column[],
): Partial<Record<Column, FieldValue>> | undefined {
  if (typeof sent !== 'object' || sent === null) return undefined;
  const seen = sent as Record<string, unknown>;
  const values: Partial<Record<Column, FieldValue>> = {};
  for (const column of columns) {
    const value = seen[column];
    if (!isFieldValue(partFields[column], value)) return undefined;
    values[column] = value;
  }
  return values;
}

function isFieldValue(field: FieldRules, value: unknown): value is FieldValue {
  if (field.kind === 'flag') return typeof value === 'boolean';
  if (value === null) return field.kind === 'whole' ? field.empty === null : !('required' in field);
  if (field.kind !== 'whole') return typeof value === 'string';
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MAX_STOCK;
}

/** Normalizes a part as an unchanged form sends it. Imported text can contain spaces or line ends that forms change. */
export function untouchedPart<Part extends Values>(part: Part): Part {
  const sent = Object.entries(part).map(([column, value]) => {
    const field: FieldRules = partFields[column as FieldColumn];
    const text = String(value ?? '');
    const read = readFieldValue(field, field.kind === 'text' ? text : text.replace(/[\r\n]/g, ''));
    return [column, 'value' in read ? read.value : value];
  });
  return Object.fromEntries(sent) as Part;
}
