import { importLimits } from './import-limits.ts';
import { columnOf } from './sheet-cells.ts';
import type { RawLine } from './raw-line.ts';

/** A cell that stands for several rows. */
interface MergedCell {
  column: number;
  from: number;
  to: number;
}

/** Characters that are longer than the address of a merged cell. */
const OVERLAP = 200;

/**
 * Finds the cells of a sheet that are merged over several rows. They stand behind the rows, so the sheet is read once more for
 * them, as text, which takes a small part of the time.
 */
export async function readMergedRows(content: AsyncGenerator<Uint8Array>): Promise<MergedCell[]> {
  const merged: MergedCell[] = [];
  let rest = '';
  const decoder = new TextDecoder('latin1');
  for await (const bytes of content) {
    const text = rest + decoder.decode(bytes, { stream: true });
    let end = 0;
    for (const match of text.matchAll(
      /<(?:\w+:)?mergeCell\s+ref="([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})"/g,
    )) {
      const [all, letters, from, to] = match;
      end = match.index + all.length;
      const column = columnOf(`${letters}1`) ?? 0;
      if (from !== to) merged.push({ column, from: Number(from), to: Number(to) });
      if (merged.length === importLimits.mergedCells) {
        await content.return(undefined);
        return merged;
      }
    }
    rest = text.slice(Math.max(end, text.length - OVERLAP));
  }
  return merged;
}

/** Writes the text of a merged cell into each of its rows. */
export async function* fillMergedRows(
  lines: AsyncGenerator<RawLine>,
  merged: readonly MergedCell[],
): AsyncGenerator<RawLine> {
  if (merged.length === 0) {
    yield* lines;
    return;
  }
  const waiting = merged.toSorted((one, other) => one.from - other.from);
  let open: (MergedCell & { text: string })[] = [];
  let next = 0;
  for await (const { line, cells } of lines) {
    open = open.filter(({ to }) => to >= line);
    for (; next < waiting.length && (waiting[next] as MergedCell).from <= line; next += 1) {
      const cell = waiting[next] as MergedCell;
      // The first row of the cell is the one with its text. An empty row has none.
      if (cell.from === line && cell.to >= line) open.push({ ...cell, text: cells[cell.column] ?? '' });
    }
    for (const { column, text } of open) {
      if (text === '' || (cells[column] ?? '') !== '') continue;
      while (cells.length < column) cells.push('');
      cells[column] = text;
    }
    yield { line, cells };
  }
}
