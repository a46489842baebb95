import { pipeline } from 'node:stream/promises';
import { CsvError, type Info, parse } from 'csv-parse';
import { findColumnProblems, readTaxRateRow, type TaxRateRow } from './tax-rate-row.ts';

/** The United States have about 42,000 ZIP codes. */
const MAX_ROWS = 60_000;
const MAX_FILE_BYTES = 8 * 1024 * 1024;
const MAX_RECORD_BYTES = 10_000;
const MAX_PROBLEMS = 20;
const MAX_SECONDS = 20;

export interface FileProblem {
  /** Null if the problem is about the whole file. */
  line: number | null;
  message: string;
}

export type TaxRateFile = { rows: TaxRateRow[] } | { problems: FileProblem[] };

/** Stops reading. */
class TooManyProblems extends Error {}

/** Reads a file of tax rates as a stream. A file with any problem has no rows. */
export async function readTaxRateFile(content: AsyncIterable<Uint8Array>): Promise<TaxRateFile> {
  const rows: TaxRateRow[] = [];
  const problems: FileProblem[] = [];
  const table = createTable(rows);
  const report = (line: number | null, messages: readonly string[]) => {
    for (const message of messages) {
      problems.push({ line, message });
      if (problems.length >= MAX_PROBLEMS) throw new TooManyProblems();
    }
  };
  const parser = parse({
    bom: true,
    columns: (header: string[]) => {
      const columns = header.map((name) => name.trim().toLowerCase());
      report(1, findColumnProblems(columns));
      if (problems.length > 0) throw new TooManyProblems();
      return columns;
    },
    info: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    max_record_size: MAX_RECORD_BYTES,
  });
  try {
    await pipeline(
      limitSize(content),
      parser,
      async (records: AsyncIterable<{ record: Record<string, string>; info: Info }>) => {
        for await (const { record, info } of records) report(info.lines, table.add(record, info.lines));
      },
      { signal: AbortSignal.timeout(MAX_SECONDS * 1000) },
    );
  } catch (error) {
    if (!(error instanceof TooManyProblems)) problems.push(describeFailure(error));
  }
  if (problems.length === 0 && rows.length === 0)
    problems.push({ line: null, message: 'The file has no rates' });
  return problems.length > 0 ? { problems } : { rows };
}

/** Collects rows, and compares each with the earlier ones. */
function createTable(rows: TaxRateRow[]) {
  const lines = new Map<string, number>();
  const stateRates = new Map<string, { rate: number; line: number }>();
  return {
    add(record: Record<string, string>, line: number): string[] {
      const read = readTaxRateRow(record);
      if ('problems' in read) return read.problems;
      const { row } = read;
      const key = `${row.state} ${row.zip}`;
      const earlier = lines.get(key);
      if (earlier !== undefined)
        return [`The ZIP code ${row.zip} of ${row.state} is also on line ${earlier}`];
      const known = stateRates.get(row.state) ?? { rate: row.stateRate, line };
      if (known.rate !== row.stateRate)
        return [`state_rate differs from ${known.rate} on line ${known.line}, of the same state`];
      if (rows.length >= MAX_ROWS) throw new FileTooLarge();
      lines.set(key, line);
      stateRates.set(row.state, known);
      rows.push(row);
      return [];
    },
  };
}

class FileTooLarge extends Error {}

async function* limitSize(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of content) {
    bytes += chunk.length;
    if (bytes > MAX_FILE_BYTES) throw new FileTooLarge();
    yield chunk;
  }
}

function describeFailure(error: unknown): FileProblem {
  if (error instanceof FileTooLarge) {
    const limits = `${MAX_ROWS.toLocaleString('en-US')} rates and ${MAX_FILE_BYTES / 1024 ** 2} MB`;
    return { line: null, message: `The file is too large: at most ${limits}` };
  }
  if (error instanceof CsvError) {
    const line = typeof error.lines === 'number' ? error.lines : null;
    return { line, message: `This is not valid CSV: ${error.message}` };
  }
  if ((error as Error).name === 'AbortError')
    return { line: null, message: 'Reading the file took too long' };
  throw error;
}
