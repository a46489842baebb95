import type { FieldValue } from '#domain/merge-fields.ts';
import { centsFromDollars, formatDollars } from '#domain/money.ts';
import type { PartField } from '#domain/part-fields.ts';

export function formatField(kind: PartField['kind'] | undefined, value: FieldValue): string {
  if (value === null) return '';
  return kind === 'dollars' ? formatDollars(centsFromDollars(value)) : String(value);
}
