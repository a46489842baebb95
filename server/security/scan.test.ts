import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Finding } from '#core/security/security-finding.ts';
import type { Pools } from '../database/pools.ts';
import type { Check, SecurityFacts } from './check.ts';
import { createSecurity } from './scan.ts';

const low: Finding = { event: 'something', severity: 'low', what: 'Something.', advice: 'Look.' };
const high: Finding = { ...low, event: 'something_else', severity: 'high' };

/** These checks use no database. */
const scanner = (checks: Check[]) =>
  createSecurity({ pools: {} as Pools, facts: {} as SecurityFacts, log: pino({ level: 'silent' }), checks });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('findings are sorted by severity, and a check that throws is one of them', async () => {
  const report = await scanner([
    { name: 'one', look: () => [low] },
    {
      name: 'two',
      look: () => {
        throw new Error('select secret from somewhere');
      },
    },
    { name: 'three', look: async () => [high] },
  ]).scan('admin');
  expect(report).toMatchObject({ checks: 3, rowLevelSecurity: 'in place' });
  expect(report.findings.map(({ event }) => event)).toEqual(['something_else', 'check_failed', 'something']);
  expect(JSON.stringify(report)).not.toContain('secret');
});

test('a hanging check times out, and checks after the time limit do not start', async () => {
  const hangs = { name: 'hangs', look: () => new Promise<never>(() => undefined) };
  let begun = false;
  const scan = scanner([
    hangs,
    { ...hangs, name: 'hangs too' },
    {
      name: 'late',
      look() {
        begun = true;
        return [];
      },
    },
  ]).scan('admin');
  await vi.advanceTimersByTimeAsync(30_000);
  expect((await scan).findings.map(({ what }) => what)).toEqual([
    'The scan could not check this: hangs.',
    'The scan could not check this: hangs too.',
    'The scan could not check this: late.',
  ]);
  expect(begun).toBe(false);
});

test('concurrent requests share a scan, and a later request starts another', async () => {
  let looks = 0;
  const { scan } = scanner([
    {
      name: 'counts',
      look() {
        looks += 1;
        return [];
      },
    },
  ]);
  await Promise.all([scan('one'), scan('another')]);
  expect(looks).toBe(1);
  await scan('one');
  expect(looks).toBe(2);
});
