import { isPartId } from '#core/catalog/part.ts';

/** Maximum labels that are printed at a time. */
export const MAX_LABELS = 100;

/** Reads comma-separated ids and drops duplicates. Undefined if there is no id, too many, or anything else. */
export function parsePartSelection(text: string | null): string[] | undefined {
  const ids = [...new Set((text ?? '').toLowerCase().split(','))];
  return ids.length <= MAX_LABELS && ids.every(isPartId) ? ids : undefined;
}
