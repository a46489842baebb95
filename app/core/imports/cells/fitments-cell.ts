import type { Fitment } from '#core/catalog/fitment.ts';
import { readFitmentLines } from '#core/catalog/fitment-lines.ts';
import { blankFitment, MAX_FITMENTS, readFitment, writeFitments } from '#core/catalog/fitment-list.ts';

/** These follow the years: '2006-2011|Honda|Civic|1.8L|EX|Front|With A/C'. */
const fields = ['make', 'model', 'engine', 'trim', 'position', 'note'] as const;

/** Writes one vehicle a line, always in the same order. Leaves out empty fields at the end. */
export function writeFitmentsCell(fitments: readonly Fitment[]): string {
  return (JSON.parse(writeFitments(fitments)) as Fitment[]).map(writeLine).join('\n');
}

function writeLine(fitment: Fitment): string {
  const { fromYear: from, toYear: to } = fitment;
  const years = from === to ? String(from) : `${from}-${to}`;
  const pieces = fields.map((field) => (fitment[field] ?? '').replaceAll(/[\\|]/g, String.raw`\$&`));
  return [years, ...pieces].join('|').replace(/(?<![\\|])\|+$/, '');
}

/** Reads the text of writeFitmentsCell, and suppliers' lists (readFitmentLines). `makes` are those of the catalog. */
export function readFitmentsCell(
  text: string,
  makes: readonly string[],
): { value: Fitment[] } | { error: string } {
  const fitments: Fitment[] = [];
  const lines = text.split(/\r\n?|\n/).filter((line) => line.trim() !== '');
  if (lines.length > MAX_FITMENTS) return { error: `At most ${MAX_FITMENTS} vehicles` };
  for (const line of lines) {
    const read = readLine(line, makes);
    if ('error' in read) return { error: `${read.error} (${line.trim().slice(0, 80)})` };
    fitments.push(...read.fitments);
  }
  return { value: fitments };
}

function readLine(line: string, makes: readonly string[]): { fitments: Fitment[] } | { error: string } {
  const [years = '', ...pieces] = splitLine(line);
  if (pieces.length < 2) {
    const { fitments, unread } = readFitmentLines(line, makes);
    return unread[0] ? { error: unread[0].problem } : { fitments };
  }
  if (pieces.length > fields.length) return { error: `At most ${fields.length + 1} fields in a line` };
  const [fromYear = '', toYear = ''] = years.split('-');
  const named = Object.fromEntries(fields.map((field, index) => [field, pieces[index] ?? '']));
  const read = readFitment({ ...blankFitment, ...named, fromYear, toYear });
  return 'fitment' in read ? { fitments: [read.fitment] } : { error: Object.values(read.errors).join('. ') };
}

/** Splits at each | that has no backslash before it. */
function splitLine(line: string): string[] {
  const pieces = [''];
  for (const [token] of line.matchAll(/\\[\\|]|[^]/g)) {
    if (token === '|') pieces.push('');
    else pieces.push((pieces.pop() ?? '') + (token.length > 1 ? token.slice(1) : token));
  }
  return pieces;
}
