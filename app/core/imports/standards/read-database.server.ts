import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import type { Entry } from 'yauzl';
import { guessSeparator, type Separator } from '../files/detect-text.ts';
import type { FileSource } from '../files/file-source.server.ts';
import { ImportFileError } from '../files/import-file-error.ts';
import { importLimits } from '../files/import-limits.ts';
import { hasLongName, openZip } from '../files/open-zip.server.ts';
import { columnSpellings, type DatabaseTable, databaseTables, tablesOf } from './database-tables.ts';
import { orDamaged, unpack } from './open-xml.server.ts';
import { MAX_CODE, type ReferenceKind } from './references.ts';

export interface ReferenceName {
  kind: ReferenceKind;
  code: string;
  name: string;
}

const MAX_NAME = 300;

/** The largest table of the databases that the shop reads has less than a tenth of this. */
const MAX_NAMES = 2_000_000;

/** Maximum of names that are kept for tables that refer to them. */
const MAX_KEPT = 400_000;

/** Tables whose names other tables refer to. */
const keptKinds: ReadonlySet<ReferenceKind> = new Set([
  'Make',
  'Model',
  'EngineBlock',
  'TransmissionType',
  'TransmissionNumSpeeds',
  'TransmissionControlType',
]);

/**
 * Yields the names of ids in a delivery of the association's databases: a ZIP file of its tables as text, separated by | , or tabs,
 * with or without a line of names. Reads the tables that the shop needs, one at a time. Of several names of an id, the first one
 * counts. @throws {ImportFileError}
 */
export async function* readDatabase(file: FileSource): AsyncGenerator<ReferenceName> {
  const entries = await listTables(file);
  const kept = new Map<string, string>();
  const look = (kind: ReferenceKind, code: string) => kept.get(`${kind} ${code}`);
  let names = 0;
  for (const table of databaseTables) {
    for (const entry of entries.get(table) ?? []) {
      for await (const { code, values } of readTable(unpack(file, entry), table, entry.fileName)) {
        const name = (table.write?.(values, look) ?? values.join(' '))
          .replaceAll(/\s+/g, ' ')
          .replaceAll(/[\0{}]/g, '')
          .trim()
          .toWellFormed()
          .slice(0, MAX_NAME);
        if (code.length > MAX_CODE || !/^[\w.-]+$/.test(code) || name === '') continue;
        names += 1;
        if (names > MAX_NAMES)
          throw new ImportFileError(`The file has more than ${MAX_NAMES.toLocaleString('en-US')} names`);
        if (keptKinds.has(table.kind) && !kept.has(`${table.kind} ${code}`)) {
          if (kept.size >= MAX_KEPT)
            throw new ImportFileError('The file has too many makes, models or engines');
          kept.set(`${table.kind} ${code}`, name);
        }
        yield { kind: table.kind, code, name };
      }
    }
  }
  if (names === 0) throw new ImportFileError('The tables in the ZIP file name nothing');
}

/** Lists the files of each table. @throws {ImportFileError} if the delivery has no known table. */
async function listTables(file: FileSource): Promise<Map<DatabaseTable, Entry[]>> {
  const found = new Map<DatabaseTable, Entry[]>();
  await orDamaged(async () => {
    const zip = await openZip(file);
    if (zip.entryCount > importLimits.workbookEntries)
      throw new ImportFileError('The ZIP file has too many files in it');
    for await (const entry of zip.eachEntry()) {
      if (hasLongName(entry)) throw new ImportFileError('The ZIP file has a file with too long a name in it');
      if (entry.isEncrypted()) throw new ImportFileError('The ZIP file has a password. Please remove it');
      if (!entry.fileName.startsWith('__MACOSX/'))
        for (const table of tablesOf(entry.fileName)) found.set(table, [...(found.get(table) ?? []), entry]);
    }
  });
  if (found.size === 0)
    throw new ImportFileError(
      'The ZIP file has no table that the shop reads, such as BaseVehicle.txt, Parts.txt or Brand.txt',
    );
  return found;
}

/** Checks the list of tables, so that most files that are no delivery are refused at once. @throws {ImportFileError} */
export async function probeDatabase(file: FileSource): Promise<void> {
  await listTables(file);
}

async function* readTable(
  content: AsyncIterable<Uint8Array>,
  table: DatabaseTable,
  fileName: string,
): AsyncGenerator<{ code: string; values: string[] }> {
  const text = decode(content);
  const first = await text.next();
  if (first.done) return;
  const separator = separatorOf(first.value);
  const parser = parse({
    delimiter: separator,
    max_record_size: importLimits.characters,
    relax_column_count: true,
    relax_quotes: true,
    // A quote in a pipe-separated table is a sign of inches.
    quote: separator === '|' ? false : '"',
    skip_empty_lines: true,
  });
  const source = Readable.from(
    (async function* () {
      yield first.value;
      yield* text;
    })(),
  );
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  let places: Places | undefined;
  try {
    for await (const record of parser as AsyncIterable<string[]>) {
      const cells = record.map((cell) => cell.trim());
      if (!places) {
        const named = findPlaces(cells, table);
        places = named ?? findPlaces(table.columns, table);
        if (named) continue;
      }
      if (places)
        yield { code: cells[places.id] ?? '', values: places.name.map((place) => cells[place] ?? '') };
    }
  } catch (error) {
    if (error instanceof CsvError) throw new ImportFileError(`${fileName} can't be read: ${error.message}`);
    throw error;
  } finally {
    source.destroy();
    parser.destroy();
  }
}

/** Documents separate by |. Other programs save tables with commas or tabs. */
function separatorOf(text: string): Separator {
  const line = text.slice(0, text.search(/[\r\n]|$/));
  return line.includes('|') ? '|' : guessSeparator(text.slice(0, 50_000));
}

interface Places {
  id: number;
  name: number[];
}

/** Finds the places of a table's columns in a line of their names. Undefined if it names others. */
function findPlaces(header: readonly string[], { id, name }: DatabaseTable): Places | undefined {
  const simple = header.map((cell) => cell.toLowerCase().replaceAll(/[^a-z\d]/g, ''));
  const placeOf = (column: string) => {
    const wanted = column.toLowerCase();
    return simple.findIndex((cell) => cell === wanted || columnSpellings[wanted]?.includes(cell) === true);
  };
  const places = { id: placeOf(id), name: name.map(placeOf) };
  return places.id < 0 || places.name.some((place) => place < 0) ? undefined : places;
}

/** Decodes UTF-8, or Windows-1252 if the first bytes are not valid UTF-8. Removes the byte order mark. */
async function* decode(content: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  for await (const bytes of content) {
    decoder ??= new TextDecoder(isUtf8(bytes) ? 'utf-8' : 'windows-1252');
    const text = decoder.decode(bytes, { stream: true });
    if (text.includes('\0')) throw new ImportFileError('A table of the ZIP file is no text');
    if (decoder.encoding === 'utf-8' && text.includes('\uFFFD'))
      throw new ImportFileError('A table is neither UTF-8 nor Windows-1252. Please save it as UTF-8');
    if (text !== '') yield text;
  }
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
