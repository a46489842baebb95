import { Readable } from 'node:stream';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { importLimits } from './import-limits.ts';
import type { FileSource } from './file-source.server.ts';

class SourceReader extends yauzl.RandomAccessReader {
  readonly #file: FileSource;
  constructor(file: FileSource) {
    super();
    this.#file = file;
  }
  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#file.read(start, end), { objectMode: false });
  }
}

/**
 * Opens a ZIP file. Little of it is in memory at a time.
 * @param options.decodeStrings false leaves names unchecked too, even for `..`.
 */
export function openZip(file: FileSource, { decodeStrings = true } = {}): Promise<ZipFile> {
  return yauzl.fromRandomAccessReaderPromise(new SourceReader(file), file.bytes, {
    lazyEntries: true,
    autoClose: false,
    decodeStrings,
  });
}

/** True for an entry of a ZIP file that is longer than any program writes. All entries are kept in memory. */
export function hasLongName({ fileNameLength, extraFieldLength, fileCommentLength }: Entry): boolean {
  return fileNameLength + extraFieldLength + fileCommentLength > importLimits.zipNameBytes;
}

/** Tells whether an error comes from the ZIP file, not from the database. */
export function isDamage(error: unknown): boolean {
  const { code } = error as { code?: string };
  return code === undefined || code.startsWith('Z_') || code.startsWith('ERR_');
}
