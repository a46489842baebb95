import { type Encoding, encodings, type Separator, separators } from './detect-text.ts';
import { importLimits } from './import-limits.ts';
import { guessFields } from './mapping.ts';
import type { RawLine } from './raw-line.ts';

/** Says how the lines of a file are read. */
export interface FileStructure {
  /** Name of the sheet. Null: the file is no workbook. */
  sheet: string | null;
  /** Null for a workbook, as `separator` is. */
  encoding: Encoding | null;
  separator: Separator | null;
  /** Line that names the columns, counted from 1. 0: no line does. */
  heading: number;
  /** The headings of some files take two lines. */
  headingLines: 1 | 2;
}

/** Holds what a person has chosen. The shop finds the rest. */
export type ChosenStructure = Partial<FileStructure>;

/** The beginning of a file, and how it is read. part_changes.look stores it. */
export interface FileLook {
  structure: FileStructure;
  /** Names of all visible sheets. */
  sheets: string[];
  lines: RawLine[];
  /** True if the rest of the file is longer. */
  hasMore: boolean;
}

/** Lines that are looked at to find the headings. */
export const LOOKED_AT = 30;

const CELLS_SHOWN = 30;
const CHARACTERS_SHOWN = 60;

/** Cuts lines for the screen. */
export function cutLines(lines: readonly RawLine[]): RawLine[] {
  return lines.map(({ line, cells }) => ({
    line,
    cells: cells
      .slice(0, CELLS_SHOWN)
      .map((cell) =>
        cell.length > CHARACTERS_SHOWN ? `${cell.slice(0, CHARACTERS_SHOWN)}…`.toWellFormed() : cell,
      ),
  }));
}

function countRecognized(cells: readonly string[]): number {
  return guessFields(cells).filter((field) => field !== null).length;
}

function countFilled(cells: readonly string[]): number {
  return cells.filter((cell) => cell.trim() !== '').length;
}

function hasDigits(cells: readonly string[]): boolean {
  return cells.some((cell) => /\d/.test(cell));
}

const isAmount = (cell: string) => /^[$€£]?\s*-?\d[\d.,\s]*%?$/.test(cell.trim());

/**
 * Finds the line that names the columns: the first one with names that the shop knows. If there is none, it is the first line
 * that is about as long as the others and has no numbers alone in a cell. Titles and notes above it are shorter.
 */
export function findHeading(lines: readonly RawLine[]): Pick<FileStructure, 'heading' | 'headingLines'> {
  const known = lines.map(({ cells }) => countRecognized(cells));
  const most = Math.max(0, ...known);
  let place = most < 2 ? -1 : known.findIndex((count) => count >= Math.max(2, most / 2));
  if (place === -1) {
    const longest = Math.max(0, ...lines.map(({ cells }) => countFilled(cells)));
    place = lines.findIndex(({ cells }) => countFilled(cells) > longest / 2 && !cells.some(isAmount));
  }
  if (place === -1) place = 0;
  const [above, found, below] = [lines[place - 1], lines[place], lines[place + 1]];
  if (!found) return { heading: 1, headingLines: 1 };
  if (below && place + 2 < lines.length && isSecondHeading(found.cells, below.cells))
    return { heading: found.line, headingLines: 2 };
  if (above && isGroupLine(above.cells, found.cells)) return { heading: above.line, headingLines: 2 };
  return { heading: found.line, headingLines: 1 };
}

/** Tells whether a line continues the headings: it names columns that have no name yet. */
function isSecondHeading(first: readonly string[], second: readonly string[]): boolean {
  if (hasDigits(second) || countFilled(second) < 2) return false;
  const known = countRecognized(first);
  const knownBelow = countRecognized(second);
  if (knownBelow === 0) return false;
  const isFuller = countFilled(second) > countFilled(first) && knownBelow >= known;
  return isFuller || countRecognized(joinHeadings(first, second)) > known;
}

/** Tells whether a line has the names of groups of columns, such as 'Price' over 'Retail' and 'Wholesale'. */
function isGroupLine(groups: readonly string[], names: readonly string[]): boolean {
  if (hasDigits(groups) || countFilled(groups) < 2 || countFilled(groups) >= countFilled(names)) return false;
  const typed = names.map((name) => name.trim().toLowerCase()).filter(Boolean);
  return new Set(typed).size < typed.length;
}

/** Joins headings of two lines. The name of a group stands in its first column, and a column without a second name is no group. */
export function joinHeadings(groups: readonly string[], names: readonly string[]): string[] {
  const width = Math.max(groups.length, names.length);
  let group = '';
  return Array.from({ length: width }, (_, index) => {
    const above = groups[index]?.trim() ?? '';
    const name = names[index]?.trim() ?? '';
    if (above !== '') group = name === '' ? '' : above;
    if (name === '') return above;
    return group === '' ? name : `${group} ${name}`;
  });
}

/** Returns the letters by which spreadsheet programs name a column. 0 is A, 27 is AB. */
function columnLetters(place: number): string {
  const letter = String.fromCodePoint(65 + (place % 26));
  return place < 26 ? letter : columnLetters(Math.floor(place / 26) - 1) + letter;
}

/** Gives each of `width` columns a name of its own, so that none is lost: 'Price', 'Price (2)', 'Column C'. */
export function nameColumns(header: readonly string[], width: number): string[] {
  const taken = new Map<string, number>();
  return Array.from(
    { length: Math.min(Math.max(width, header.length), importLimits.columns) },
    (_, index) => {
      const name = header[index]?.trim().slice(0, 190) || `Column ${columnLetters(index)}`;
      const count = (taken.get(name.toLowerCase()) ?? 0) + 1;
      taken.set(name.toLowerCase(), count);
      return count === 1 ? name : `${name} (${count})`;
    },
  );
}

/** Reads the form that chooses the structure. Returns what is wrong with it. */
export function readStructure(
  form: Record<string, unknown>,
  look: FileLook,
): { structure: ChosenStructure } | { problem: string } {
  const structure: ChosenStructure = {};
  const { sheet, encoding, separator } = look.structure;
  if (sheet !== null) {
    const chosen = look.sheets.find((name) => name === form['sheet']);
    if (chosen === undefined) return { problem: 'please choose a sheet from the list' };
    structure.sheet = chosen;
  }
  if (encoding !== null) {
    const chosen = encodings.find((each) => each === form['encoding']);
    if (chosen === undefined) return { problem: 'please choose an encoding from the list' };
    structure.encoding = chosen;
  }
  if (separator !== null) {
    const chosen = separators.find((each) => each === form['separator']);
    if (chosen === undefined) return { problem: 'please choose a separator from the list' };
    structure.separator = chosen;
  }
  // Another sheet or separator has other lines, so the headings are found anew.
  const isSame =
    (structure.sheet ?? null) === sheet &&
    (structure.separator ?? null) === separator &&
    (structure.encoding ?? null) === encoding;
  if (!isSame) return { structure };
  const heading = Number(form['heading']);
  if (heading !== 0 && !look.lines.some(({ line }) => line === heading))
    return { problem: 'please choose the line of the headings from the list' };
  structure.heading = heading;
  structure.headingLines = form['headingLines'] === '2' && heading > 0 ? 2 : 1;
  return { structure };
}

/** Lists what a file has and an import does not read. */
export interface Unread {
  columns: { name: string; lines: number }[];
  sheets: string[];
  /** Lines above the headings. */
  above: number;
}

/** Lists the columns with something in them that have no field, the other sheets, and the lines above the headings. */
export function listUnread({
  header,
  fields,
  filled,
  look,
}: {
  header: readonly string[];
  fields: readonly (string | null)[];
  filled: readonly number[];
  look: FileLook | null;
}): Unread {
  return {
    columns: header.flatMap((name, index) =>
      (fields[index] ?? null) === null && (filled[index] ?? 0) > 0 ? { name, lines: filled[index] ?? 0 } : [],
    ),
    sheets: look?.sheets.filter((name) => name !== look.structure.sheet) ?? [],
    above: look?.lines.filter(({ line }) => line < look.structure.heading).length ?? 0,
  };
}
