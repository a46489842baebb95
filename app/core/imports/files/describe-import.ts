import type { ImportState, PartImport } from './list-part-imports.server.ts';

export const stateTexts: Record<ImportState, string> = {
  uploading: 'Not uploaded',
  reading: 'Reading',
  mapping: 'Choose columns',
  checking: 'Checking',
  checked: 'Checked',
  applying: 'Importing',
  undoing: 'Undoing',
  failed: 'Failed',
  ended: 'Done',
  undone: 'Undone',
  discarded: 'Discarded',
};

export function isAtWork({ state }: Pick<PartImport, 'state'>): boolean {
  return ['reading', 'checking', 'applying', 'undoing'].includes(state);
}

export function stateTone(row: Pick<PartImport, 'state' | 'error'>): 'bad' | 'info' | 'warning' | 'neutral' {
  if (row.state === 'failed' || row.error) return 'bad';
  if (isAtWork(row)) return 'info';
  return row.state === 'mapping' || row.state === 'checked' ? 'warning' : 'neutral';
}

export function formatLines(count: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'line' : 'lines'}`;
}

export function describeImport(
  row: Omit<
    PartImport,
    'time' | 'conflicts' | 'findings' | 'standard' | 'reasons' | 'hidden' | 'unread' | 'addsVehicles' | 'keys'
  >,
): string {
  const { state, added, changed, unchanged, refused, skipped, undone, error } = row;
  const format = (count: number) => count.toLocaleString('en-US');
  const counts = `${format(added)} added, ${format(changed)} changed, ${format(unchanged)} unchanged, ${format(refused)} rejected${skipped > 0 ? `, ${format(skipped)} not parts` : ''}`;
  const text = {
    uploading: 'The upload was not finished.',
    reading: `${formatLines(row.lines)} read`,
    mapping: `${formatLines(row.lines)}, not checked yet`,
    checking: `${format(row.done)} of ${formatLines(row.lines)} checked`,
    checked: `Would be: ${counts}`,
    applying: `${format(row.done)} of ${formatLines(row.lines)} done`,
    undoing: `Undoing ${formatLines(added + changed)}`,
    failed: 'Nothing was changed.',
    ended: row.done < row.lines ? `${counts}, ${format(row.lines - row.done)} not begun` : counts,
    undone: `${format(undone)} of ${formatLines(added + changed)} undone`,
    discarded: `${formatLines(row.lines)}. Nothing was changed.`,
  }[state];
  return error ? `${error} ${text}` : text;
}
