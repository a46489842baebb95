import { Readable } from 'node:stream';
import { CsvError, type Info, parse } from 'csv-parse';
import { detectEncoding, type Encoding, guessSeparator, type Separator } from './detect-text.ts';
import { importLimits } from './import-limits.ts';
import type { FileSource } from './file-source.server.ts';
import { ImportFileError } from './import-file-error.ts';
import type { ChosenStructure } from './structure.ts';
import type { RawLine } from './raw-line.ts';

/** Bytes that are decoded and parsed at once, so that other requests have their turn. */
const CHUNK_BYTES = 64 * 1024;

/** Characters that are enough to guess the separator. */
const SAMPLE_CHARACTERS = 50_000;

/**
 * Finds the encoding and separator of a file of separated values.
 * @param isProbe reads the encoding of the first bytes only.
 */
export async function findTextStructure(
  file: FileSource,
  { encoding, separator }: ChosenStructure,
  { isProbe = false } = {},
): Promise<{ encoding: Encoding; separator: Separator }> {
  const read = encoding ?? (await findEncoding(file, isProbe));
  return { encoding: read, separator: separator ?? guessSeparator(await readSample(file, read)) };
}

/** Yields the lines of a file of separated values. Skips empty ones. Throws an ImportFileError. */
export async function* readCsv(
  file: FileSource,
  { encoding, separator }: { encoding: Encoding; separator: Separator },
): AsyncGenerator<RawLine> {
  let next = 1;
  const parser = parse({
    // The parser calls this while parsing, which may be far ahead of the reader of the lines.
    on_record: (record: string[], { lines }) => {
      next = lines + 1;
      return record;
    },
    delimiter: separator,
    info: true,
    max_record_size: importLimits.characters,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
  });
  const source = Readable.from(decode(file, encoding));
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  try {
    // The parser counts a CRLF within quotes as two line ends.
    let miscounted = 0;
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: Info }>) {
      const breaks = record.flatMap((cell) => cell.match(/\r\n?|\n/g) ?? []);
      miscounted += breaks.filter((each) => each === '\r\n').length;
      yield { line: info.lines - miscounted - breaks.length, cells: record };
    }
  } catch (error) {
    throw describeFailure(error, next);
  } finally {
    source.destroy();
    parser.destroy();
  }
}

function describeFailure(error: unknown, line: number): unknown {
  if (!(error instanceof CsvError)) return error;
  if (error.code === 'CSV_MAX_RECORD_SIZE') {
    const most = importLimits.characters.toLocaleString('en-US');
    return new ImportFileError(`Line ${line} is longer than ${most} characters. Is a quote missing there?`);
  }
  if (error.code === 'CSV_QUOTE_NOT_CLOSED')
    return new ImportFileError(`The file ends within the quotes that begin on line ${line}. Is it complete?`);
  return new ImportFileError(`Line ${line} can't be read: ${error.message}`);
}

async function findEncoding(file: FileSource, isProbe: boolean): Promise<Encoding> {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  let isFirst = true;
  for await (const bytes of file.read()) {
    const known = isFirst ? detectEncoding(bytes) : undefined;
    if (known) return known;
    try {
      utf8.decode(bytes, { stream: true });
    } catch {
      return 'windows-1252';
    }
    if (isProbe) break;
    isFirst = false;
  }
  return 'utf-8';
}

async function readSample(file: FileSource, encoding: Encoding): Promise<string> {
  for await (const text of decode(file, encoding)) return text.slice(0, SAMPLE_CHARACTERS);
  return '';
}

/** Decodes a file, and removes its byte order mark. */
async function* decode(file: FileSource, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const bytes of file.read()) {
    for (let start = 0; start < bytes.length; start += CHUNK_BYTES) {
      const text = decoder.decode(bytes.subarray(start, start + CHUNK_BYTES), { stream: true });
      if (text.includes('\0'))
        throw new ImportFileError('This is not a text file. Save it as CSV, and upload it again');
      if (text !== '') yield text;
    }
  }
  const rest = decoder.decode();
  if (rest !== '') yield rest;
}
