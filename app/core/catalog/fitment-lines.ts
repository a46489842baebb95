import type { Fitment } from './fitment.ts';
import { blankFitment, readFitment, type TypedFitment } from './fitment-list.ts';

const engines = /\b\d\.\d ?l?\b|\b[vilh]-?\d{1,2}\b|\b(cyl(inder)?s?|diesel|hybrid|turbo|electric|gas)\b/i;

const positionWords = new Set(
  'front rear left right driver drivers passenger side upper lower inner outer center both and lh rh'.split(
    ' ',
  ),
);

export interface UnreadLine {
  number: number;
  line: string;
  problem: string;
}

/** Reads a supplier's list with one vehicle a line, such as '2006-2011 Honda Civic, 1.8L, EX, Front, with A/C'. */
export function readFitmentLines(
  text: string,
  makes: readonly string[],
): { fitments: Fitment[]; unread: UnreadLine[] } {
  const fitments: Fitment[] = [];
  const unread: UnreadLine[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue;
    const read = readFitment(splitLine(line, makes));
    if ('fitment' in read) fitments.push(read.fitment);
    else
      unread.push({ number: index + 1, line: line.trim(), problem: Object.values(read.errors).join('. ') });
  }
  return { fitments, unread };
}

function splitLine(line: string, makes: readonly string[]): TypedFitment {
  const pieces = line
    .split(/[,;|\t]/)
    .map((piece) => piece.replaceAll(/\s+/g, ' ').trim())
    .filter(Boolean);
  let head = pieces.shift() ?? '';
  let named = readName(head, makes);
  // '2006-2011, Honda, Civic' is a vehicle too.
  while (pieces.length > 0 && (!named.fromYear || !named.model)) {
    head += ` ${pieces.shift()}`;
    named = readName(head, makes);
  }
  const typed = { ...blankFitment, ...named };
  const notes: string[] = [];
  if (!typed.toYear && /^\d{4}$/.test(pieces[0] ?? '')) typed.toYear = pieces.shift() ?? '';
  for (const piece of pieces) {
    const field = findField(piece);
    if (field && !typed[field]) typed[field] = piece;
    else notes.push(piece);
  }
  return { ...typed, note: notes.join(', ') };
}

function readName(text: string, makes: readonly string[]): Partial<TypedFitment> {
  const { years, rest } = takeYears(text);
  const lower = `${rest.toLowerCase()} `;
  const known = makes
    .filter((make) => lower.startsWith(`${make.toLowerCase()} `))
    .toSorted((one, other) => other.length - one.length)[0];
  const make = known ?? rest.split(' ')[0] ?? '';
  const model = rest.slice(make.length).trim();
  // Example: '2006 Honda Civic 1.8L'.
  const engine = / \d\.\d ?L\b.*$/i.exec(model)?.[0] ?? '';
  return { ...years, make, model: engine ? model.slice(0, -engine.length) : model, engine: engine.trim() };
}

/** Takes the years at the start or the end, or anywhere: '2006-2011', '2006-11', "'06-'11", '2006 to 2011', '2006'. */
function takeYears(text: string) {
  const range = String.raw`'?((?:19|20)?\d\d) ?(?:-|–|to|thru|through) ?'?((?:19|20)?\d\d)`;
  const year = String.raw`((?:19|20)\d\d)`;
  for (const pattern of [`^${range}\\b`, `^${year}\\b`, `\\b${range}$`, `\\b${year}$`, `\\b${year}\\b`]) {
    const found = new RegExp(pattern, 'i').exec(text);
    if (!found) continue;
    const [all, from = '', to = ''] = found;
    const rest = `${text.slice(0, found.index)} ${text.slice(found.index + all.length)}`;
    return {
      years: { fromYear: fullYear(from), toYear: to && fullYear(to) },
      rest: rest.replaceAll(/\s+/g, ' ').trim(),
    };
  }
  return { years: {}, rest: text };
}

function fullYear(text: string): string {
  if (text.length === 4) return text;
  return `${Number(text) < 50 ? '20' : '19'}${text}`;
}

function findField(piece: string): 'engine' | 'position' | 'trim' | undefined {
  const words = piece.toLowerCase().match(/[a-z]+/g) ?? [];
  if (words.length > 0 && words.every((word) => positionWords.has(word))) return 'position';
  const isCondition = /^(with|without|w\/|except|excl|from|to|not|only|for)\b/i.test(piece);
  if (isCondition) return undefined;
  if (engines.test(piece)) return 'engine';
  return words.length <= 2 ? 'trim' : undefined;
}
