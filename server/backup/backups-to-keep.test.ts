import { expect, test } from 'vitest';
import { backupsToRemove } from './backups-to-keep.ts';

/** Names one backup for each day at 03:05, newest first. */
function daily(days: number): string[] {
  return Array.from({ length: days }, (_, ago) => {
    const at = new Date(Date.UTC(2026, 10, 23, 3, 5) - ago * 86_400_000);
    return `${at.toISOString().slice(0, 10)}T03-05-00Z`;
  });
}

test('of two years of daily backups, those of 7 days, 4 weeks and 12 months stay', () => {
  const names = daily(730);
  const removed = new Set(backupsToRemove(names, { days: 7, weeks: 4, months: 12 }));
  const kept = names.filter((name) => !removed.has(name)).map((name) => name.slice(0, 10));
  // November 23, 2026 is a Monday.
  expect(kept).toEqual([
    '2026-11-23',
    '2026-11-22',
    '2026-11-21',
    '2026-11-20',
    '2026-11-19',
    '2026-11-18',
    '2026-11-17',
    '2026-11-15',
    '2026-11-08',
    '2026-10-31',
    '2026-09-30',
    '2026-08-31',
    '2026-07-31',
    '2026-06-30',
    '2026-05-31',
    '2026-04-30',
    '2026-03-31',
    '2026-02-28',
    '2026-01-31',
    '2025-12-31',
  ]);
});

test('of several backups of a day, the newest stays', () => {
  const names = ['2026-11-23T18-00-00Z', '2026-11-23T03-05-00Z', '2026-11-22T03-05-00Z'];
  expect(backupsToRemove(names, { days: 2, weeks: 0, months: 0 })).toEqual(['2026-11-23T03-05-00Z']);
});

test('the newest backup stays, whatever is configured', () => {
  expect(backupsToRemove(daily(3), { days: 0, weeks: 0, months: 0 })).toHaveLength(2);
  expect(backupsToRemove([], { days: 0, weeks: 0, months: 0 })).toEqual([]);
});
