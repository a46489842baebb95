import { fileOf } from '#core/imports/files/file-source.server.ts';
import { ImportFileError } from '#core/imports/files/import-file-error.ts';
import { findTextStructure, readCsv } from '#core/imports/files/read-csv.server.ts';
import { unquoteFormula } from '#core/values/csv.ts';
import { Refused } from '#core/values/refused.ts';
import { MOST_CARS, type VehicleLine } from '#core/yard/import-vehicles.server.ts';
import { type FileColumn, readFileColumn } from '#core/yard/vehicle-line.ts';

export interface VehicleFile {
  columns: FileColumn[];
  /** Heads of the columns that no import reads. */
  leftOut: string[];
  lines: VehicleLine[];
}

/** Reads a CSV of cars with one line of heads, in any common encoding and with any common separator. @throws {Refused} */
export async function readVehicleFile(file: File): Promise<VehicleFile> {
  try {
    return await readLines(new Uint8Array(await file.arrayBuffer()));
  } catch (error) {
    if (error instanceof ImportFileError) throw new Refused(error.message);
    throw error;
  }
}

async function readLines(content: Uint8Array): Promise<VehicleFile> {
  const source = fileOf(content);
  let columns: (FileColumn | undefined)[] | undefined;
  const leftOut: string[] = [];
  const lines: VehicleLine[] = [];
  for await (const { line, cells } of readCsv(source, await findTextStructure(source, {}))) {
    if (columns === undefined) {
      columns = cells.map(readFileColumn);
      leftOut.push(...cells.filter((head) => head.trim() !== '' && readFileColumn(head) === undefined));
      const twice = columns.find((column, at) => column !== undefined && columns?.indexOf(column) !== at);
      if (twice !== undefined) throw new Refused(`the file has the column ${twice} twice`);
      continue;
    }
    if (lines.length === MOST_CARS)
      throw new Refused(`the file has more than ${MOST_CARS.toLocaleString('en-US')} cars. Please split it`);
    const named = columns.flatMap((column, at) =>
      column === undefined ? [] : [[column, unquoteFormula(cells[at] ?? '')] as const],
    );
    lines.push({ line, cells: Object.fromEntries(named) });
  }
  return { columns: (columns ?? []).filter((column) => column !== undefined), leftOut, lines };
}
