import { isPartId } from '#core/catalog/part.ts';

/** Labels that are printed at a time. */
export const MAX_LABELS = 100;

/** Reads ids with commas between them, without duplicates. Undefined without an id, with too many, or with anything else. */
export function parsePartSelection(text: string | null): string[] | undefined {
  const ids = [...new Set((text ?? '').toLowerCase().split(','))];
  return ids.length <= MAX_LABELS && ids.every(isPartId) ? ids : undefined;
}
