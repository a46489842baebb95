import type { FieldValue } from '#core/values/merge-fields.ts';
import type { PartField } from '#core/catalog/part-field.ts';
import { type FieldColumn, partFields } from '#core/catalog/part-fields.ts';
import { readFields } from '#core/catalog/part-form.ts';
import { readDateCell } from './date-cell.ts';
import { findForeignCurrency, readAmountCell } from './amount-cell.ts';
import { isShortened } from './unpack-cell.ts';

const yes = new Set(['yes', 'y', 'true', '1', 'x']);
const no = new Set(['no', 'n', 'false', '0', '']);

/** Spreadsheets take such texts for numbers. */
const numberColumns: ReadonlySet<FieldColumn> = new Set<FieldColumn>([
  'oem_number',
  'stock_number',
  'donor_stock_number',
]);

export function writeFieldCell(value: FieldValue): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return String(value ?? '');
}

/** Reads a cell as the field stores it, by the rules of the form and more spellings of numbers, days and choices. */
export function readFieldCell(column: FieldColumn, cell: string): { value: FieldValue } | { error: string } {
  const field: PartField = partFields[column];
  if (field.kind === 'share') return readShare(field.label, cell);
  const typed = cell.trim();
  if (numberColumns.has(column) && isShortened(typed))
    return { error: `A spreadsheet has shortened this number to ${typed}. Please export it as text` };
  const text = spell(column, field, typed);
  if (text === undefined) return { error: describeMistake(field, typed) };
  const { values, errors } = readFields({ [column]: text }, [column]);
  const error = errors[column];
  return error === undefined ? { value: values[column] ?? null } : { error };
}

/** Spells a text as the form would send it. */
function spell(column: FieldColumn, field: PartField, text: string): string | undefined {
  if (text === '' && field.kind !== 'flag') return text;
  switch (field.kind) {
    case 'flag':
      if (yes.has(text.toLowerCase())) return 'true';
      return no.has(text.toLowerCase()) ? 'false' : undefined;
    case 'dollars':
    case 'decimal':
      return readAmountCell(column, text);
    case 'whole':
      // Spreadsheets write 5.0.
      return readAmountCell(column, text)?.replace(/\.0{0,2}$/, '');
    case 'choice':
      return findChoice(field, text);
    case 'date':
      return readDateCell(text);
    default:
      return text;
  }
}

function findChoice({ choices, none }: Extract<PartField, { kind: 'choice' }>, text: string) {
  const typed = text.toLowerCase();
  const found = Object.entries(choices).find(
    ([key, name]) => key.toLowerCase() === typed || name.toLowerCase() === typed,
  );
  return found?.[0] ?? (none.toLowerCase() === typed ? '' : undefined);
}

const amounts: ReadonlySet<PartField['kind']> = new Set(['dollars', 'decimal', 'whole']);

function describeMistake(field: PartField, text: string): string {
  if (amounts.has(field.kind) && /^[^\d.,]*\d{1,3}\.\d{3}[^\d.,]*$/.test(text))
    return `${field.label} ${text} can be one or a thousand. Choose the decimal sign of the file`;
  switch (field.kind) {
    case 'choice':
      return `${field.label} must be one of ${Object.keys(field.choices).join(', ')}`;
    case 'flag':
      return `${field.label} must be yes or no`;
    case 'dollars': {
      const currency = findForeignCurrency(text);
      if (currency !== undefined) return `${field.label} is in ${currency}, and the shop sells in dollars`;
      return `${field.label} must be dollars and cents, such as 49.99`;
    }
    case 'whole':
      return field.invalid;
    default:
      return `${field.label} must be a number such as 12.5`;
  }
}

/** Reads '0.0775' or '7.75%' as the database stores it. */
function readShare(label: string, cell: string): { value: string | null } | { error: string } {
  const text = cell.trim();
  if (text === '') return { value: null };
  const [, number = '', percent] = /^(\d*\.?\d+)\s*(%?)$/.exec(text) ?? [];
  const share = percent ? Number(number) / 100 : Number(number);
  return number !== '' && share <= 1
    ? { value: share.toFixed(5) }
    : { error: `${label} must be a share such as 0.0775, or a percentage such as 7.75%` };
}
