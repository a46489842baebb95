import { importLimits } from './import-limits.ts';
import type { FileSource } from './file-source.server.ts';
import { ImportFileError } from './import-file-error.ts';
import { openWorkbook, type Workbook } from './open-workbook.server.ts';
import { guessFields } from './mapping.ts';
import { fillMergedRows, readMergedRows } from './merged-rows.server.ts';
import { readXml } from './read-xml.server.ts';
import { columnOf, formatOf, type NumberFormat, showNumber } from './sheet-cells.ts';
import { LOOKED_AT } from './structure.ts';
import type { RawLine } from './raw-line.ts';

export interface OpenedSheet {
  sheet: string;
  /** Names of all visible sheets. */
  sheets: string[];
  lines: AsyncGenerator<RawLine>;
}

/** Sheets whose beginnings are compared. */
const SHEETS_COMPARED = 5;

/**
 * Opens a sheet of a workbook: the one with this name, or the visible one whose beginning has the most names of columns that the
 * shop knows. Its lines skip empty rows and have formulas as their stored values. Throws an ImportFileError, as its lines do.
 */
export async function openSheets(file: FileSource, chosen?: string): Promise<OpenedSheet> {
  const workbook = await openWorkbook(file);
  const { sheets, since1904 } = await listSheets(workbook);
  const formats = await readFormats(workbook);
  const texts = await readSharedTexts(workbook);
  const facts = { formats, texts, since1904 };
  const named = sheets.find(({ name }) => name === chosen);
  const found = named ?? (await findTable(workbook, sheets, facts));
  const merged = await readMergedRows(workbook.open(found.path));
  return {
    sheet: found.name,
    sheets: sheets.map(({ name }) => name),
    lines: fillMergedRows(readRows(workbook.open(found.path), facts), merged),
  };
}

async function findTable(
  workbook: Workbook,
  sheets: readonly [Sheet, ...Sheet[]],
  facts: SheetFacts,
): Promise<Sheet> {
  let best = { sheet: sheets[0], known: -1 };
  if (sheets.length === 1) return best.sheet;
  for (const sheet of sheets.slice(0, SHEETS_COMPARED)) {
    const rows = readRows(workbook.open(sheet.path), facts);
    let known = 0;
    for (let count = 0; count < LOOKED_AT; count += 1) {
      const row = await rows.next();
      if (row.done) break;
      known = Math.max(known, guessFields(row.value.cells).filter(Boolean).length);
    }
    await rows.return(undefined);
    if (known > best.known) best = { sheet, known };
  }
  return best.sheet;
}

async function drain(content: AsyncGenerator<void>): Promise<void> {
  while (!(await content.next()).done);
}

interface Sheet {
  name: string;
  /** File in the workbook. */
  path: string;
}

async function listSheets(workbook: Workbook): Promise<{ sheets: [Sheet, ...Sheet[]]; since1904: boolean }> {
  const named: { name: string; relation: string | undefined }[] = [];
  let since1904 = false;
  await drain(
    readXml(workbook.open('xl/workbook.xml'), {
      onOpen(tag, attributes) {
        if (tag === 'workbookPr') since1904 = ['1', 'true'].includes(attributes['date1904'] ?? '');
        if (tag !== 'sheet' || (attributes['state'] ?? 'visible') !== 'visible') return;
        const relation =
          attributes['r:id'] ?? Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1];
        if (named.length < importLimits.sheets)
          named.push({ name: (attributes['name'] ?? '').slice(0, 200), relation });
      },
    }),
  );
  const targets = new Map<string, string>();
  await drain(
    readXml(workbook.open('xl/_rels/workbook.xml.rels'), {
      onOpen(tag, attributes) {
        const { Id: id, Target: target } = attributes;
        if (tag === 'Relationship' && id !== undefined && target !== undefined) targets.set(id, target);
      },
    }),
  );
  const [first, ...others] = named.flatMap(({ name, relation }): Sheet[] => {
    const target = targets.get(relation ?? '');
    const path = target?.startsWith('/') ? target.slice(1) : `xl/${target ?? ''}`;
    return target !== undefined && workbook.has(path) ? [{ name, path }] : [];
  });
  if (!first) throw new ImportFileError('The workbook has no sheet');
  return { sheets: [first, ...others], since1904 };
}

/** Reads one format for each style of a cell. */
async function readFormats(workbook: Workbook): Promise<NumberFormat[]> {
  const name = 'xl/styles.xml';
  const codes = new Map<string, string>();
  const formats: NumberFormat[] = [];
  let isInCells = false;
  if (!workbook.has(name)) return formats;
  await drain(
    readXml(workbook.open(name), {
      onOpen(tag, attributes) {
        if (tag === 'numFmt') {
          codes.set(attributes['numFmtId'] ?? '', attributes['formatCode'] ?? '');
          if (codes.size > importLimits.numberFormats) throw tooManyFormats();
        }
        if (tag === 'cellXfs') isInCells = true;
        if (tag !== 'xf' || !isInCells) return;
        if (formats.length > 100_000) throw tooManyFormats();
        const id = attributes['numFmtId'] ?? '0';
        formats.push(formatOf(Number(id), codes.get(id)));
      },
      onClose(tag) {
        if (tag === 'cellXfs') isInCells = false;
      },
    }),
  );
  return formats;
}

/** Reads the texts that cells name by number. They must be in memory, so their length is limited. */
async function readSharedTexts(workbook: Workbook): Promise<string[]> {
  const name = 'xl/sharedStrings.xml';
  const texts: string[] = [];
  if (!workbook.has(name)) return texts;
  let pieces: string[] = [];
  let isText = false;
  let isReading = false;
  let total = 0;
  const reading = readXml(workbook.open(name), {
    onOpen(tag) {
      if (tag === 'si') pieces = [];
      // Phonetic readings are not the text.
      if (tag === 'rPh') isReading = true;
      isText = tag === 't' && !isReading;
    },
    onText(text) {
      if (!isText) return;
      pieces.push(text);
      total += text.length;
    },
    onClose(tag) {
      isText = false;
      if (tag === 'rPh') isReading = false;
      if (tag === 'si') {
        texts.push(pieces.join(''));
        // An empty text takes memory too.
        total += 20;
      }
    },
  });
  while (!(await reading.next()).done) {
    if (total > importLimits.sharedTexts)
      throw new ImportFileError('The workbook has too much text. Please save it as CSV');
  }
  return texts;
}

interface SheetFacts {
  formats: NumberFormat[];
  texts: string[];
  since1904: boolean;
}

async function* readRows(
  content: AsyncGenerator<Uint8Array>,
  { formats, texts, since1904 }: SheetFacts,
): AsyncGenerator<RawLine> {
  let ready: RawLine[] = [];
  let line = 0;
  let cells: string[] = [];
  let characters = 0;
  let column = -1;
  let cell = { type: 'n', style: 0 };
  let pieces: string[] = [];
  let isValue = false;
  const reading = readXml(content, {
    onOpen(tag, attributes) {
      if (tag === 'row') {
        line = rowNumber(attributes['r']) ?? line + 1;
        cells = [];
        characters = 0;
        column = -1;
      } else if (tag === 'c') {
        column = columnOf(attributes['r']) ?? column + 1;
        cell = { type: attributes['t'] ?? 'n', style: Number(attributes['s'] ?? 0) };
        pieces = [];
      } else isValue = tag === 'v' || (tag === 't' && cell.type === 'inlineStr');
    },
    onText(text) {
      if (!isValue) return;
      characters += text.length;
      if (characters > importLimits.characters) throw tooLong(line);
      pieces.push(text);
    },
    onClose(tag) {
      isValue = false;
      if (tag === 'c') {
        const text = pieces.length === 0 ? '' : show(pieces.join(''));
        if (text === '') return;
        if (column >= importLimits.columns) throw new ImportFileError(`Line ${line} has too many columns`);
        characters += text.length;
        if (characters > importLimits.characters) throw tooLong(line);
        while (cells.length < column) cells.push('');
        cells[column] = text;
      } else if (tag === 'row' && cells.some((text) => text.trim() !== '')) ready.push({ line, cells });
    },
  });
  let isDone: boolean | undefined;
  do {
    isDone = (await reading.next()).done;
    yield* ready;
    ready = [];
  } while (!isDone);

  function show(value: string): string {
    switch (cell.type) {
      case 's':
        return texts[Number(value)] ?? '';
      case 'b':
        return value === '1' ? 'yes' : 'no';
      case 'n':
        return showNumber(value, { format: formats[cell.style] ?? 'number', since1904 });
      case 'd':
        return value.slice(0, 10);
      default:
        return value;
    }
  }
}

function tooManyFormats() {
  return new ImportFileError('The workbook has too many formats of cells. Please save it as CSV');
}

/** Returns the number of a row. Undefined if it has none that a spreadsheet program can write. */
function rowNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}

function tooLong(line: number) {
  const most = importLimits.characters.toLocaleString('en-US');
  return new ImportFileError(`Line ${line} is longer than ${most} characters`);
}
