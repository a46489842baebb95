import { MAX_PICTURES } from '#core/catalog/picture.ts';
import { ImportFileError } from '../files/import-file-error.ts';
import type { RawLine } from '../files/raw-line.ts';
import { placesOf } from './heading.ts';

/** A line of a file as it is stored. */
export interface JoinedLine extends RawLine {
  /** Why the line is no part of its own. */
  notPart?: string;
}

/** Joins lines that follow a product with it. Returns each line once, in the file's order. */
export interface LineJoiner {
  push: (line: RawLine) => JoinedLine[];
  end: () => JoinedLine[];
}

/** Reads and writes cells of a line by the simplified names of columns. */
export interface CellTable {
  get: (line: RawLine, ...headings: string[]) => string;
  /** Returns the line with another cell. */
  set: (line: RawLine, heading: string, text: string) => RawLine;
  /** Fills the empty cells of these columns from another line. */
  fill: (line: RawLine, from: RawLine, headings: readonly string[]) => RawLine;
  headings: readonly string[];
}

/** A longer cell is not repeated in the lines of variants. */
const MAX_FILLED_CELL = 30_000;
/** Characters that a file's products may add to their variants. */
const MAX_FILLED = 100_000_000;

const TOO_MUCH = 'The file repeats too much text in the variants of its products. Please split it';

export function createCellTable(header: readonly string[]): CellTable {
  const places = placesOf(header);
  let filled = 0;
  const get = (line: RawLine, ...headings: string[]) => {
    for (const heading of headings) {
      const place = places.get(heading);
      const cell = place === undefined ? '' : (line.cells[place] ?? '').trim();
      if (cell !== '') return cell;
    }
    return '';
  };
  const set = (line: RawLine, heading: string, text: string) => {
    const place = places.get(heading);
    if (place === undefined) return line;
    filled += Math.max(0, text.length - (line.cells[place]?.length ?? 0));
    if (filled > MAX_FILLED) throw new ImportFileError(TOO_MUCH);
    const cells = [...line.cells];
    while (cells.length <= place) cells.push('');
    cells[place] = text;
    return { ...line, cells };
  };
  return {
    get,
    set,
    headings: [...places.keys()],
    fill(line, from, headings) {
      let next = line;
      for (const heading of headings) {
        const text = get(from, heading);
        if (text === '' || text.length > MAX_FILLED_CELL || get(line, heading) !== '') continue;
        next = set(next, heading, text);
      }
      return next;
    },
  };
}

/** Lines that are held until the product is complete. */
const MAX_GROUP_LINES = 3_000;
const MAX_GROUP_CHARACTERS = 4_000_000;

/**
 * Joins groups of lines that follow each other.
 * @param belongs tells whether a line belongs to the group that a line begins.
 * @param join gets a group, which is cut if it is very long: `first` is then the line that began it.
 */
export function createGroupJoiner({
  belongs,
  join,
}: {
  belongs: (first: RawLine, line: RawLine) => boolean;
  join: (lines: readonly RawLine[], first: RawLine) => JoinedLine[];
}): LineJoiner {
  let first: RawLine | undefined;
  let group: RawLine[] = [];
  let characters = 0;
  const flush = () => {
    const lines = first && group.length > 0 ? join(group, first) : [];
    group = [];
    characters = 0;
    return lines;
  };
  return {
    push(line) {
      const isSame = first !== undefined && belongs(first, line);
      const isFull = group.length >= MAX_GROUP_LINES || characters >= MAX_GROUP_CHARACTERS;
      const ready = isSame && !isFull ? [] : flush();
      if (!isSame) first = line;
      group.push(line);
      characters += line.cells.reduce((sum, cell) => sum + cell.length, 0);
      return ready;
    },
    end: flush,
  };
}

/** Joins the lines of a file. Without a joiner they stay as they are. */
export async function* joinLines(
  joiner: LineJoiner | undefined,
  lines: AsyncIterable<RawLine>,
): AsyncGenerator<JoinedLine> {
  if (!joiner) return yield* lines;
  for await (const line of lines) yield* joiner.push(line);
  yield* joiner.end();
}

/** Lists addresses of pictures in one cell: the first ones that a part can have. */
export function joinPictures(addresses: readonly string[]): string {
  return [...new Set(addresses.filter(Boolean))].slice(0, MAX_PICTURES).join(' ');
}
