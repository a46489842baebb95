import type { Fitment } from '#core/catalog/fitment.ts';
import { describeWholeFitment } from '#core/catalog/fitment-list.ts';
import type { FieldValue } from '#core/values/merge-fields.ts';
import { centsFromDollars, formatDollars } from '#core/values/money.ts';
import type { PartField } from '#core/catalog/part-field.ts';

export interface ShownField {
  kind?: PartField['kind'] | 'fitments';
  choices?: Readonly<Record<string, string>>;
}

export function formatField(field: ShownField | undefined, value: FieldValue): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  switch (field?.kind) {
    case 'dollars':
      return formatDollars(centsFromDollars(value));
    case 'decimal':
      return Number(value).toLocaleString('en-US');
    case 'choice':
      return field.choices?.[String(value)] ?? String(value);
    case 'fitments':
      return (JSON.parse(String(value)) as Fitment[]).map(describeWholeFitment).join('; ') || 'None';
    default:
      return String(value);
  }
}
