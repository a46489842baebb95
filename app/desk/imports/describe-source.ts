import { sourceHost, sourceSchedules } from '#core/imports/sources/import-source.ts';
import type { BadgeTone } from '#kit/badge.tsx';
import type { Source, SourceRun } from './list-sources.server.ts';

const clock = new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone: 'UTC' });

function describeSchedule({ schedule, dailyAt }: Pick<Source, 'schedule' | 'dailyAt'>): string {
  const text = sourceSchedules[schedule];
  return dailyAt === null ? text : `${text} at ${clock.format(dailyAt * 60_000)}`;
}

/** Begins 'every' in lower case, for the middle of a sentence. */
export function describeSource(source: Source): string {
  const schedule = describeSchedule(source);
  return `${describeServer(source)}, ${schedule.charAt(0).toLowerCase()}${schedule.slice(1)}`;
}

export function hasNextRun({ pausedAt, seenHostKey }: Source): boolean {
  return pausedAt === null && seenHostKey === null;
}

function describeServer({ address }: Pick<Source, 'address'>): string {
  const { protocol } = new URL(address);
  if (protocol === 'folder:') return sourceHost(address);
  return `${sourceHost(address)} (${protocol === 'sftp:' ? 'SFTP' : 'https'})`;
}

export function describeState(source: Source): { text: string; tone: BadgeTone } {
  if (source.openRun === 'waiting') return { text: 'Needs your review', tone: 'warning' };
  if (source.openRun !== null) return { text: 'Running', tone: 'info' };
  if (source.seenHostKey !== null) return { text: 'Confirm the key', tone: 'warning' };
  if (source.pausedAt !== null) return { text: 'Paused', tone: 'neutral' };
  if (source.failingSince !== null) return { text: 'Failing', tone: 'bad' };
  return { text: 'On', tone: 'good' };
}

const runTexts: Record<SourceRun['state'], { text: string; tone: BadgeTone }> = {
  started: { text: 'Fetching the file', tone: 'info' },
  importing: { text: 'Importing', tone: 'info' },
  waiting: { text: 'Needs your review', tone: 'warning' },
  confirmed: { text: 'Importing', tone: 'info' },
  hiding: { text: 'Hiding parts', tone: 'info' },
  done: { text: 'Done', tone: 'good' },
  'nothing-new': { text: 'Nothing new', tone: 'neutral' },
  failed: { text: 'Failed', tone: 'bad' },
  discarded: { text: 'Discarded', tone: 'neutral' },
  undone: { text: 'Undone', tone: 'neutral' },
};

export function describeRunState({ state, importState }: SourceRun): { text: string; tone: BadgeTone } {
  if (state === 'done' && importState === 'undoing') return { text: 'Undoing', tone: 'info' };
  return runTexts[state];
}

const format = (count: number) => count.toLocaleString('en-US');

/** Returns null if there is nothing to say. */
export function describeRun(run: SourceRun): string | null {
  const { state, added, changed, refused, hidden, toHide, listed } = run;
  if (state === 'done' || state === 'undone') {
    return `${format(added)} added, ${format(changed)} changed, ${format(refused)} rejected, ${format(hidden)} hidden`;
  }
  if (state === 'waiting' || state === 'discarded') {
    const percent = ((toHide / Math.max(listed, 1)) * 100).toLocaleString('en-US', {
      maximumFractionDigits: 1,
    });
    return `Would hide ${format(toHide)} of ${format(listed)} parts (${percent}%)`;
  }
  if (run.lines !== null && run.lines > 0 && (state === 'importing' || state === 'confirmed'))
    return `${format(run.done ?? 0)} of ${format(run.lines)} lines`;
  return run.error;
}
