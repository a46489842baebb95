import { importLimits } from './import-limits.ts';
import type { FileSource } from './file-source.server.ts';
import { ImportFileError } from './import-file-error.ts';
import { findTextStructure, readCsv } from './read-csv.server.ts';
import { openSheets } from './read-xlsx.server.ts';
import type { FileFindings } from '../standards/findings.ts';
import { readStandard } from '../standards/read-standard.server.ts';
import {
  type ChosenStructure,
  cutLines,
  type FileLook,
  type FileStructure,
  findHeading,
  joinHeadings,
  LOOKED_AT,
} from './structure.ts';
import type { RawLine } from './raw-line.ts';

const OLD_EXCEL = [0xd0, 0xcf, 0x11, 0xe0];

export interface OpenedLines {
  /** Has no lines for a PIES or ACES file. */
  look: FileLook;
  /** The first one has the names of the columns. It has no cells if no line of the file names them. */
  lines: AsyncGenerator<RawLine>;
}

interface OpenOptions {
  isProbe?: boolean;
  /** Is called after the last line of a PIES or ACES file. */
  onFindings?: (findings: FileFindings) => void;
}

interface RawFile {
  structure: Omit<FileStructure, 'heading' | 'headingLines'>;
  sheets: string[];
  lines: AsyncGenerator<RawLine>;
}

/**
 * Opens a CSV file or workbook, and finds how it is to be read; or a PIES or ACES file, which says that itself. Reads its lines
 * once. Throws an ImportFileError, as its lines do.
 * @param chosen a person's choices. What the file doesn't have is ignored.
 */
export async function openLines(
  file: FileSource,
  chosen: ChosenStructure = {},
  options: OpenOptions = {},
): Promise<OpenedLines> {
  const standard = await readStandard(file, options);
  if (standard) {
    const structure = { sheet: null, encoding: null, separator: null, heading: 0, headingLines: 1 as const };
    return { look: { structure, sheets: [], lines: [], hasMore: true }, lines: countLines(standard) };
  }
  const raw = await openRaw(file, chosen, options);
  const counted = countLines(raw.lines);
  const first: RawLine[] = [];
  let isDone = false;
  while (first.length < LOOKED_AT && !isDone) {
    const next = await counted.next();
    if (next.done) isDone = true;
    else first.push(next.value);
  }
  const found = findHeading(first);
  const isKnown = chosen.heading === 0 || first.some(({ line }) => line === chosen.heading);
  const heading = isKnown ? (chosen.heading ?? 0) : found.heading;
  const headingLines = isKnown ? (chosen.headingLines ?? 1) : found.headingLines;
  return {
    look: {
      structure: { ...raw.structure, heading, headingLines },
      sheets: raw.sheets,
      lines: cutLines(first),
      hasMore: !isDone,
    },
    lines: belowHeading([...first], counted, { heading, headingLines }),
  };
}

async function openRaw(file: FileSource, chosen: ChosenStructure, options: OpenOptions): Promise<RawFile> {
  const start = await readStart(file);
  if (OLD_EXCEL.every((byte, index) => start[index] === byte))
    throw new ImportFileError(
      'This workbook is from an old version of Excel or has a password. Save it as .xlsx or CSV',
    );
  const isZip = start[0] === 0x50 && start[1] === 0x4b && (start[2] ?? 0) < 8;
  if (isZip) {
    const { sheet, sheets, lines } = await openSheets(file, chosen.sheet ?? undefined);
    return { structure: { sheet, encoding: null, separator: null }, sheets, lines };
  }
  const text = await findTextStructure(file, chosen, options);
  return { structure: { sheet: null, ...text }, sheets: [], lines: readCsv(file, text) };
}

async function* countLines(lines: AsyncGenerator<RawLine>): AsyncGenerator<RawLine> {
  let count = -1;
  for await (const line of lines) {
    if (line.cells.length > importLimits.columns)
      throw new ImportFileError(`Line ${line.line} has more than ${importLimits.columns} columns`);
    count += 1;
    if (count > importLimits.lines) {
      const most = importLimits.lines.toLocaleString('en-US');
      throw new ImportFileError(`The file has more than ${most} lines. Please split it`);
    }
    yield line;
  }
}

/** Yields the names of the columns, then the lines below them. */
async function* belowHeading(
  first: RawLine[],
  rest: AsyncGenerator<RawLine>,
  { heading, headingLines }: Pick<FileStructure, 'heading' | 'headingLines'>,
): AsyncGenerator<RawLine> {
  if (first.length === 0) return;
  const place = first.findIndex(({ line }) => line === heading);
  if (heading === 0 || place === -1) yield { line: 0, cells: [] };
  else {
    const [top, ...below] = first.slice(place, place + headingLines);
    const cells = top?.cells ?? [];
    yield { line: heading, cells: below[0] ? joinHeadings(cells, below[0].cells) : cells };
  }
  yield* first.slice(place === -1 ? 0 : place + headingLines);
  yield* rest;
}

async function readStart(file: FileSource): Promise<Uint8Array> {
  for await (const bytes of file.read(0, 8)) return bytes;
  throw new ImportFileError('The file is empty');
}

/** Reads the first lines, so that most files that can't be imported are refused at once. Throws an ImportFileError. */
export async function probeFile(file: FileSource): Promise<void> {
  const { lines } = await openLines(file, {}, { isProbe: true });
  let count = 0;
  while (count < LOOKED_AT && !(await lines.next()).done) count += 1;
  await lines.return(undefined);
  if (count === 0) throw new ImportFileError('The file is empty');
  if (count === 1) throw new ImportFileError('The file has no lines below the names of its columns');
}
