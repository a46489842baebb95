import { computeGrade } from '#core/catalog/part-facts.ts';
import type { FieldGroup, PartField } from '#core/catalog/part-field.ts';
import {
  type FormColumn,
  formColumns,
  type PartColumns,
  partFields,
  shortLabel,
} from '#core/catalog/part-fields.ts';
import { formatField } from '#core/part-changes/field-text.ts';
import type { FieldValue } from '#core/values/merge-fields.ts';

/** The folded sections of a part's form. */
export const sectionTitles: Record<FieldGroup, string> = {
  kind: 'Kind and origin',
  fitment: 'Fitment',
  shipping: 'Shipping and core charge',
  used: 'Used part',
};

/** A summary names so many facts, and counts the others. */
const MAX_NAMED = 4;

const fieldOf = (column: FormColumn): PartField => partFields[column];

/** Returns the columns of a section in form order. Undefined means those that are always in sight. */
export function columnsOf(group: FieldGroup | undefined): FormColumn[] {
  return formColumns.filter((column) => fieldOf(column).input?.group === group);
}

/** These facts are clear without their label, or read better in other words. */
const ownWords: Partial<Record<FormColumn, (text: string) => string>> = {
  kind: (key) => key.replaceAll('-', ' '),
  origin: (name) => name,
  rebuilder: (name) => `rebuilt by ${name}`,
  shipping_class: (name) => name.toLowerCase(),
  weight_pounds: (pounds) => `${pounds} lb`,
  length_in: (inches) => `${inches} in long`,
  width_in: (inches) => `${inches} in wide`,
  height_in: (inches) => `${inches} in high`,
  core_charge: (dollars) => `core charge ${dollars}`,
  mileage: (miles) => `${Number(miles).toLocaleString('en-US')} miles`,
};

interface Described {
  /** The part as its form has it. Null for a blank one. */
  part: Partial<PartColumns> | null;
  /** How many vehicles it is listed for besides its own. */
  vehicles: number;
}

/** Says what is set in a section: 'Grade A, 78,000 miles', or 'nothing set'. */
export function describeSection(group: FieldGroup, { part, vehicles }: Described): string {
  const facts = [
    group === 'used' && describeGrade(part),
    group === 'fitment' && vehicles > 0 && `${vehicles} more ${vehicles === 1 ? 'vehicle' : 'vehicles'}`,
    ...columnsOf(group).map((column) => describeFact(column, part?.[column])),
  ].filter((fact) => fact !== false);
  if (facts.length === 0) return 'nothing set';
  const rest = facts.length - MAX_NAMED;
  return [...facts.slice(0, MAX_NAMED), ...(rest > 0 ? [`${rest} more`] : [])].join(', ');
}

function describeFact(column: FormColumn, value: FieldValue | undefined): string | false {
  if (value === null || value === undefined || value === false) return false;
  if (value === true) return shortLabel(column);
  const text = formatField(partFields[column], value);
  return ownWords[column]?.(text) ?? `${shortLabel(column)} ${text}`;
}

/** A part of unknown mileage or damage has the grade X, which says nothing here. */
function describeGrade(part: Partial<PartColumns> | null): string | false {
  const blank = Object.fromEntries(formColumns.map((column) => [column, null])) as unknown as PartColumns;
  const grade = part && computeGrade({ ...blank, ...part, part_name: part.part_name ?? '' });
  return grade !== null && grade !== 'X' && `Grade ${grade}`;
}
