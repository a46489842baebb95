import { importLimits } from './import-limits.ts';
import type { FileSource } from './file-source.server.ts';
import { ImportFileError } from './import-file-error.ts';
import { type FileLine, readCsv } from './read-csv.server.ts';
import { readXlsx } from './read-xlsx.server.ts';
import type { FileFindings } from '../standards/findings.ts';
import { readStandard } from '../standards/read-standard.server.ts';

const OLD_EXCEL = [0xd0, 0xcf, 0x11, 0xe0];

/** Yields the lines of a CSV file, workbook, PIES or ACES file, first the names of its columns. Throws an ImportFileError. */
export async function* readLines(
  file: FileSource,
  options: { isProbe?: boolean; onFindings?: (findings: FileFindings) => void } = {},
): AsyncGenerator<FileLine> {
  const start = await readStart(file);
  if (OLD_EXCEL.every((byte, index) => start[index] === byte))
    throw new ImportFileError(
      'This workbook is from an old version of Excel or has a password. Save it as .xlsx or CSV',
    );
  const isZip = start[0] === 0x50 && start[1] === 0x4b && (start[2] ?? 0) < 8;
  let count = -1;
  const standard = await readStandard(file, options);
  for await (const line of standard ?? (isZip ? readXlsx(file) : readCsv(file, options))) {
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

async function readStart(file: FileSource): Promise<Uint8Array> {
  for await (const bytes of file.read(0, 8)) return bytes;
  throw new ImportFileError('The file is empty');
}

const PROBED_LINES = 20;

/** Reads the first lines, so that most files that can't be imported are refused at once. Throws an ImportFileError. */
export async function probeFile(file: FileSource): Promise<void> {
  const reading = readLines(file, { isProbe: true });
  let lines = 0;
  while (lines < PROBED_LINES && !(await reading.next()).done) lines += 1;
  await reading.return(undefined);
  if (lines === 0) throw new ImportFileError('The file is empty');
  if (lines === 1) throw new ImportFileError('The file has no lines below the names of its columns');
}
