import type { FieldRules } from '#core/catalog/part-field.ts';
import type { FieldValue } from '#core/values/merge-fields.ts';
import { readForm } from '../paper/paper-form.ts';

/** Action on converters -> beginning of the message when it fails. */
export const converterFailures = {
  'add-converter': 'Error adding the converter',
  'delete-converter': 'Error deleting the converter',
  'sell-converter': 'Error noting the sale',
  'take-back-sale': 'Error taking the sale back',
} as const;

export type ConverterIntent = keyof typeof converterFailures;

export function isConverterIntent(intent: unknown): intent is ConverterIntent {
  return typeof intent === 'string' && Object.hasOwn(converterFailures, intent);
}

const line = (label: string, maxLength: number, required?: string) =>
  ({ kind: 'line', label, maxLength, ...(required !== undefined && { required }) }) as const;

/** Columns of yard_converters, in form order. */
export const converterFields = {
  count: {
    kind: 'whole',
    label: 'How many',
    max: 20,
    empty: null,
    invalid: 'A whole number from 1 to 20',
  },
  serial: line('Serial', 100),
  removed_on: { kind: 'date', label: 'Removed on' },
  removed_by: line('Removed by', 100, 'Please enter who removed it'),
  place: line('Kept at', 200),
  origin: line('Bought from, with proof of ownership', 300),
} as const satisfies Record<string, FieldRules>;

export type ConverterColumn = keyof typeof converterFields;

/** Ways to pay that leave a trace. Cash is none. */
export const payments: Readonly<Record<string, string>> = {
  check: 'Check',
  card: 'Card',
  transfer: 'Transfer',
};

/** Columns of yard_converter_sales, and the day of the sale. */
export const saleFields = {
  buyer: line('Buyer', 200, 'Please enter the buyer'),
  buyer_license: line("Buyer's license number", 100),
  sold_on: { kind: 'date', label: 'Sold on' },
  payment: { kind: 'choice', label: 'Paid by', choices: payments, none: 'Please choose' },
  payment_reference: line('Number of the payment', 100, 'Please enter the number of the check or payment'),
  amount: { kind: 'dollars', label: 'Amount' },
  title_copied: { kind: 'flag', label: 'The buyer has a copy of the title' },
} as const satisfies Record<string, FieldRules>;

export type SaleColumn = keyof typeof saleFields;

type Read<Column extends string> =
  | { values: Record<Column, FieldValue> }
  | { errors: Partial<Record<Column, string>> };

/** Reads the form of a converter. @param today the day in the shop's time zone. */
export function readConverter(
  form: Readonly<Record<string, unknown>>,
  { isLoose, today }: { isLoose: boolean; today: string },
): Read<ConverterColumn> {
  const { values, errors } = readForm(converterFields, form);
  if (values.count === null) errors.count ??= converterFields.count.invalid;
  const problem = findDayProblem(values.removed_on, today);
  if (problem !== undefined) errors.removed_on ??= problem;
  if (isLoose && values.origin === null)
    errors.origin ??= 'Please enter from whom it was bought, and what proves the ownership';
  if (Object.keys(errors).length > 0) return { errors };
  return { values: { ...values, origin: isLoose ? values.origin : null } };
}

/** Reads the form of a sale. */
export function readSale(
  form: Readonly<Record<string, unknown>>,
  { removedOn, today }: { removedOn: string; today: string },
): Read<SaleColumn> {
  const { values, errors } = readForm(saleFields, form);
  const problem = findDayProblem(values.sold_on, today);
  if (problem !== undefined) errors.sold_on ??= problem;
  else if (String(values.sold_on) < removedOn) errors.sold_on ??= 'This is before it was removed';
  if (values.payment === null) errors.payment ??= 'Please choose how it was paid';
  if (values.amount === null) errors.amount ??= 'Please enter the amount';
  return Object.keys(errors).length > 0 ? { errors } : { values };
}

function findDayProblem(day: FieldValue, today: string): string | undefined {
  if (day === null) return 'Please enter a date';
  return String(day) > today ? 'This day is in the future' : undefined;
}
