import { parseOrderNumber } from '#core/values/order-number.ts';

/** Maximum orders that are printed or changed at a time. */
export const MAX_SELECTED = 100;

/** Reads 'PY-10423,10424'. Drops duplicates, keeps the sequence. Returns undefined if it is empty, too long or unreadable. */
export function parseSelection(text: string | null): number[] | undefined {
  const numbers = new Set((text ?? '').split(',').map(parseOrderNumber));
  if (numbers.size > MAX_SELECTED || numbers.has(undefined)) return undefined;
  return [...numbers] as number[];
}

export interface PastedTracking {
  number: number;
  carrier: string | null;
  tracking: string;
}

/**
 * Reads lines that a label service exports: an order's number, a tracking number, and perhaps a carrier, separated by commas,
 * semicolons or tabs, in any sequence after the order's number. Returns the first line that cannot be read.
 */
export function parseTrackingLines(text: string): { rows: PastedTracking[] } | { unreadable: string } {
  const rows: PastedTracking[] = [];
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '') continue;
    const [first = '', ...cells] = line.split(/[,;\t]/).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
    const number = parseOrderNumber(first);
    const filled = cells.filter((cell) => cell !== '');
    const tracking = filled.find((cell) => /\d{4}/.test(cell));
    if (number === undefined || tracking === undefined || tracking.length > 60) return { unreadable: line };
    const carrier = filled.find((cell) => cell !== tracking && cell.length <= 60) ?? null;
    rows.push({ number, carrier, tracking });
  }
  return { rows };
}
