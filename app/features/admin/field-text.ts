import type { FieldValue } from '#domain/merge-fields.ts';
import { centsFromDollars, formatDollars } from '#domain/money.ts';
import { type ShippingClass, shippingClassNames } from '#domain/pricing/pricing-terms.ts';
import type { PartField } from '#domain/part-field.ts';

export function formatField(kind: PartField['kind'] | undefined, value: FieldValue): string {
  if (value === null) return '';
  if (kind === 'dollars') return formatDollars(centsFromDollars(value));
  if (kind === 'decimal') return Number(value).toLocaleString('en-US');
  return kind === 'shipping-class' ? shippingClassNames[value as ShippingClass] : String(value);
}
