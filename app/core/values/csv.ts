import { dollarsFromCents } from './money.ts';

/** Excel reads UTF-8 as another encoding if this is missing at the beginning of a file. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** An amount of money has two decimals. It may begin with a minus, because it is no text. */
export type CsvCell = string | number | { cents: number };

/** Formats a line of CSV (RFC 4180). Spreadsheets would run a text that begins like a formula. */
export function formatCsvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(formatCell).join(',')}\r\n`;
}

function formatCell(cell: CsvCell): string {
  if (typeof cell === 'number') return String(cell);
  if (typeof cell === 'object') return dollarsFromCents(cell.cents);
  const text = quoteFormula(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Quotes quoted texts too, so that unquoteFormula restores every text. */
function quoteFormula(text: string): string {
  return /^'*[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
}

/** Removes the apostrophe that formatCsvLine added. */
export function unquoteFormula(text: string): string {
  return /^'+[=+\-@\t\r\n]/.test(text) ? text.slice(1) : text;
}
