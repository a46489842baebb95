import { expect, test } from 'vitest';
import {
  type Finding,
  formatNames,
  plural,
  readFinding,
  severities,
  type Severity,
  worstFirst,
  worstSeverity,
} from './security-finding.ts';

const finding = (severity: Severity): Finding => ({
  event: 'check_failed',
  severity,
  what: 'W.',
  advice: 'A.',
});

test('the worst finding is first', () => {
  expect(severities).toEqual(['critical', 'high', 'medium', 'low']);
  const found = ['low', 'critical', 'medium', 'high', 'critical'] as const;
  const sorted = worstFirst(found.map(finding)).map(({ severity }) => severity);
  expect(sorted).toEqual(['critical', 'critical', 'high', 'medium', 'low']);
  expect(worstSeverity([finding('low'), finding('high')])).toBe('high');
  expect(worstSeverity([])).toBeUndefined();
});

test('up to 8 names are listed', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];
  expect(formatNames([])).toBe('');
  expect(formatNames(['a'])).toBe('a');
  expect(formatNames(names.slice(0, 8))).toBe('a, b, c, d, e, f, g, h');
  expect(formatNames(names.slice(0, 9))).toBe('a, b, c, d, e, f, g, h and 1 more');
  expect(formatNames(names)).toBe('a, b, c, d, e, f, g, h and 2 more');
});

test('a finding is read from its audit event', () => {
  const details = { severity: 'high', what: 'W.', advice: 'A.', other: 1 };
  expect(readFinding('security_check_failed', details)).toEqual(finding('high'));
});

test.each([
  ['no details', null],
  ['no severity', { what: 'W.', advice: 'A.' }],
  ['an unknown severity', { severity: 'worst', what: 'W.', advice: 'A.' }],
  ['no description', { severity: 'high', advice: 'A.' }],
  ['no advice', { severity: 'high', what: 'W.' }],
  ['numbers for texts', { severity: 'high', what: 1, advice: 2 }],
])('an event with %s has no finding', (_, details) => {
  expect(readFinding('security_scan', details)).toBeUndefined();
});

test('a number with its noun', () => {
  expect([0, 1, 2].map((count) => plural(count, 'event'))).toEqual(['0 events', '1 event', '2 events']);
});
