import { readerLimits, importLimits } from './import-limits.ts';
import { findScript } from '#core/platform/own-process.server.ts';
import { ReaderEndedError, startReader } from '#core/platform/readers/reader.server.ts';
import { createTurns } from '#core/platform/turns.server.ts';
import type { FileSource } from './file-source.server.ts';
import { ImportFileError } from './import-file-error.ts';
import type { PictureZip } from './picture-zip.server.ts';
import type { ReferenceName } from '../standards/read-database.server.ts';
import type { FileFindings } from '../standards/findings.ts';
import type { ChosenStructure, FileLook } from './structure.ts';
import type { RawLine } from './raw-line.ts';

const SOURCE = '#core/imports/files/file-reader-process.server.ts';

/** A whole file can take minutes. Looking at another one doesn't wait for this turn. */
const waitToRead = createTurns(1);
const waitToLook = createTurns(1);

interface FileReader extends Disposable {
  call(method: string, ...args: unknown[]): Promise<unknown>;
}

/** Starts a process that reads one file. This process gives it the bytes. */
function startFileReader(file: FileSource): FileReader {
  let failure: unknown;
  const reader = startReader(findScript('read-part-files', SOURCE), readerLimits, {
    async read(start: number, end: number) {
      try {
        return await readBytes(file, start, end);
      } catch (error) {
        failure ??= error;
        throw error;
      }
    },
  });
  return {
    async call(method, ...args) {
      try {
        return await reader.call(method, ...args);
      } catch (error) {
        // A failure on this side, such as of the database, is no fault of the file.
        throw failure ?? toFileError(error);
      }
    },
    [Symbol.dispose]: () => reader.stop(),
  };
}

function toFileError(error: unknown): unknown {
  if (error instanceof ReaderEndedError)
    return new ImportFileError(
      error.reason === 'memory'
        ? 'The file needs too much memory to be read. Please split it, or save it again as CSV'
        : 'The file takes too long to be read. Please split it, or save it again as CSV',
    );
  return error instanceof Error && error.name === 'ImportFileError'
    ? new ImportFileError(error.message)
    : error;
}

async function readBytes(file: FileSource, start: number, end: number): Promise<Uint8Array> {
  // The other process has read a file from outside, so its requests are not trusted.
  if (!(start >= 0 && end > start && end <= file.bytes && end - start <= importLimits.zipBytes))
    throw new ImportFileError('The file could not be read');
  const bytes = new Uint8Array(end - start);
  let filled = 0;
  for await (const chunk of file.read(start, end)) {
    bytes.set(chunk, filled);
    filled += chunk.length;
  }
  return bytes;
}

export interface ForeignLines extends Disposable {
  look: FileLook;
  /** The first one has the names of the columns. Throws an ImportFileError. */
  lines: AsyncGenerator<RawLine>;
  /** Returns what a PIES or ACES file has besides its lines, after the last one. */
  readFindings(): Promise<FileFindings | undefined>;
}

/**
 * Opens a CSV file, workbook, PIES or ACES file in another process, which ends when it is disposed of.
 * @throws {ImportFileError}
 */
export async function openForeignLines(file: FileSource, chosen: ChosenStructure): Promise<ForeignLines> {
  const endTurn = await waitToRead();
  const reader = startFileReader(file);
  const close = () => {
    reader[Symbol.dispose]();
    endTurn();
  };
  async function* readLines(): AsyncGenerator<RawLine> {
    for (;;) {
      const lines = (await reader.call('nextLines')) as RawLine[];
      if (lines.length === 0) return;
      yield* lines;
    }
  }
  try {
    const look = (await reader.call('openLines', file.bytes, chosen)) as FileLook;
    return {
      look,
      lines: readLines(),
      readFindings: async () => (await reader.call('findings')) as FileFindings | undefined,
      [Symbol.dispose]: close,
    };
  } catch (error) {
    close();
    throw error;
  }
}

/** Reads the first lines, so that most files that can't be imported are refused at once. @throws {ImportFileError} */
export async function probeForeignFile(file: FileSource): Promise<void> {
  const endTurn = await waitToLook();
  try {
    using reader = startFileReader(file);
    await reader.call('probe', file.bytes);
  } finally {
    endTurn();
  }
}

/** Yields batches of the names in a delivery of databases, read by another process. @throws {ImportFileError} */
export async function* readForeignNames(file: FileSource): AsyncGenerator<ReferenceName[]> {
  const endTurn = await waitToRead();
  try {
    using reader = startFileReader(file);
    await reader.call('openDatabase', file.bytes);
    for (;;) {
      const names = (await reader.call('nextNames')) as ReferenceName[];
      if (names.length === 0) return;
      yield names;
    }
  } finally {
    endTurn();
  }
}

/** Looks whether a ZIP file is a delivery of databases. @throws {ImportFileError} */
export async function probeForeignDatabase(file: FileSource): Promise<void> {
  const endTurn = await waitToLook();
  try {
    using reader = startFileReader(file);
    await reader.call('probeDatabase', file.bytes);
  } finally {
    endTurn();
  }
}

/**
 * Opens a ZIP file with pictures in another process, which ends when it is disposed of.
 * @throws {ImportFileError}
 * @param isProbe reads only the list.
 */
export async function openForeignZip(
  file: FileSource,
  { isProbe = false } = {},
): Promise<PictureZip & Disposable> {
  const endTurn = await (isProbe ? waitToLook() : waitToRead());
  const reader = startFileReader(file);
  const close = () => {
    reader[Symbol.dispose]();
    endTurn();
  };
  try {
    const list = (await reader.call('openZip', file.bytes)) as Pick<PictureZip, 'names' | 'refused'>;
    return {
      ...list,
      read: (name) => reader.call('readFromZip', name) as ReturnType<PictureZip['read']>,
      [Symbol.dispose]: close,
    };
  } catch (error) {
    close();
    throw error;
  }
}
