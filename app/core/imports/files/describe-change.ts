import { formatPartCount } from '#core/catalog/part-count.ts';
import type { ImportState, PartChangeRow } from './list-part-changes.server.ts';

const stateTexts: Record<ImportState, string> = {
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

export function describeState({ kind, state }: Pick<PartChangeRow, 'kind' | 'state'>): string {
  return kind === 'bulk' && state === 'applying' ? 'Running' : stateTexts[state];
}

export function isAtWork({ state }: Pick<PartChangeRow, 'state'>): boolean {
  return ['reading', 'checking', 'applying', 'undoing'].includes(state);
}

export function stateTone(
  row: Pick<PartChangeRow, 'state' | 'error'>,
): 'bad' | 'info' | 'warning' | 'neutral' {
  if (row.state === 'failed' || row.error) return 'bad';
  if (isAtWork(row)) return 'info';
  return row.state === 'mapping' || row.state === 'checked' ? 'warning' : 'neutral';
}

export function formatLines(count: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'line' : 'lines'}`;
}

export function formatCount(kind: PartChangeRow['kind'], count: number): string {
  return kind === 'bulk' ? formatPartCount(count) : formatLines(count);
}

/** Tells whether a change can be undone. Parts that were restored from the trash are deleted again instead. */
export function canUndo({ state, added, changed, changeKind }: PartChangeRow): boolean {
  return state === 'ended' && added + changed > 0 && changeKind !== 'restore';
}

/** Tells whether a change has hidden parts, which it can list. */
export function hasHidden({ state, changed, changeKind }: PartChangeRow): boolean {
  return changeKind === 'hide' && state !== 'undone' && changed > 0;
}

export function describeChange(row: PartChangeRow): string {
  const { kind, state, added, changed, unchanged, refused, skipped, undone, error } = row;
  const format = (count: number) => count.toLocaleString('en-US');
  if (kind === 'bulk' && !isAtWork(row)) {
    const parts =
      state === 'undone'
        ? `${formatPartCount(undone)} as before`
        : `${formatPartCount(changed)} of ${format(row.lines)} changed`;
    return error ? `${parts}. ${error}` : parts;
  }
  const counts = `${format(added)} added, ${format(changed)} changed, ${format(unchanged)} unchanged, ${format(refused)} rejected${skipped > 0 ? `, ${format(skipped)} not parts` : ''}`;
  const text = {
    uploading: 'The upload was not finished.',
    reading: `${formatLines(row.lines)} read`,
    mapping: `${formatLines(row.lines)}, not checked yet`,
    checking: `${format(row.done)} of ${formatLines(row.lines)} checked`,
    checked: `Would be: ${counts}`,
    applying: `${format(row.done)} of ${formatCount(kind, row.lines)} done`,
    undoing: `Undoing ${formatCount(kind, added + changed)}`,
    failed: 'Nothing was changed.',
    ended: row.done < row.lines ? `${counts}, ${format(row.lines - row.done)} not begun` : counts,
    undone: `${format(undone)} of ${formatLines(added + changed)} undone`,
    discarded: `${formatLines(row.lines)}. Nothing was changed.`,
  }[state];
  return error ? `${error} ${text}` : text;
}
