import { expect, test } from 'vitest';
import { lastQuarter, parseReportPeriod } from './tax-report.ts';

test.each([
  ['2026-01-01', '2026-12-31', true],
  ['2026-05-05', '2026-05-05', true],
  ['2024-01-01', '2024-12-31', true],
  ['2026-01-01', '2027-01-02', false],
  ['2026-05-06', '2026-05-05', false],
  ['2026-02-30', '2026-03-31', false],
  ['2026-13-01', '2026-03-01', false],
  ['2026-01', '2026-03-01', false],
  ['1899-12-31', '1900-01-01', false],
  ['2100-01-01', '2100-01-01', false],
  ['2026-2-3', '2026-03-01', false],
  ['x', '2026-03-01', false],
  [null, '2026-03-01', false],
])('from %s to %s: %s', (from, to, valid) => {
  expect(parseReportPeriod(from, to)).toEqual(valid ? { from, to } : undefined);
});

test.each([
  ['2026-01-01', '2025-10-01', '2025-12-31'],
  ['2026-06-30', '2026-01-01', '2026-03-31'],
  ['2026-11-22', '2026-07-01', '2026-09-30'],
])('the quarter before %s', (today, from, to) => {
  expect(lastQuarter(today)).toEqual({ from, to });
});
