import { expect, test } from 'vitest';
import {
  formatDailyTime,
  hidesTooMany,
  nextRunTime,
  readDailyTime,
  readSourceAddress,
  retryDelay,
  secretOwner,
} from './import-source.ts';

test('addresses of files', () => {
  expect(readSourceAddress('https://supplier.example/a.csv?token=1#x')).toMatchObject({
    protocol: 'https:',
    host: 'supplier.example',
    port: 443,
    href: 'https://supplier.example/a.csv?token=1',
  });
  expect(readSourceAddress('sftp://ya%40rd@[2606:4700::1]:2222/~/out/a%20b.csv')).toMatchObject({
    host: '2606:4700::1',
    port: 2222,
    user: 'ya@rd',
    path: 'out/a b.csv',
  });
  expect(readSourceAddress('sftp://yard@host/out/a.csv')).toMatchObject({ port: 22, path: '/out/a.csv' });
});

test.each([
  ['', 'starts with https:// or sftp://'],
  ['ftp://host/a', 'starts with https:// or sftp://'],
  ['http://host/a', 'starts with https:// or sftp://'],
  ['file:///etc/passwd', 'starts with https:// or sftp://'],
  ['https://a:b@host/a', 'in its own field'],
  ['https://a@host/a', 'in its own field'],
  ['sftp://a:b@host/a', 'in its own field'],
  ['sftp://host/a', 'user before the host'],
  ['sftp://a@host/', 'path of the file'],
  ['sftp://a@host/%', "doesn't stand for a character"],
  [`https://host/${'a'.repeat(500)}`, 'At most 500'],
])('address %# is refused', (text, problem) => {
  expect(readSourceAddress(text)).toEqual({ problem: expect.stringContaining(problem) });
});

test('a secret belongs to its server, user and kind', () => {
  const source = { id: '1', address: 'https://host/a', auth: 'password', userName: 'yard' };
  const owner = secretOwner(source);
  expect(secretOwner({ ...source, address: 'https://host/b' })).toBe(owner);
  for (const other of [
    { address: 'https://host:8443/a' },
    { address: 'sftp://yard@host/a' },
    { auth: 'bearer' },
    { userName: 'x' },
    { id: '2' },
  ]) {
    expect(secretOwner({ ...source, ...other })).not.toBe(owner);
  }
});

test('5 % may be hidden', () => {
  expect(hidesTooMany({ toHide: 5, listed: 100 })).toBe(false);
  expect(hidesTooMany({ toHide: 6, listed: 100 })).toBe(true);
  expect(hidesTooMany({ toHide: 1, listed: 19 })).toBe(true);
  expect(hidesTooMany({ toHide: 0, listed: 0 })).toBe(false);
});

const zone = 'America/Los_Angeles';

test.each([
  ['15m', '2026-11-22T10:00:00Z', '2026-11-22T10:00:30Z', '2026-11-22T10:15:00Z'],
  ['15m', '2026-11-22T10:00:00Z', '2026-11-22T18:07:00Z', '2026-11-22T18:15:00Z'],
  ['1h', '2026-11-22T10:05:00Z', '2026-11-22T11:05:00Z', '2026-11-22T12:05:00Z'],
  ['6h', '2026-11-22T10:00:00Z', '2026-11-22T10:00:00Z', '2026-11-22T16:00:00Z'],
] as const)('%s after %s', (schedule, due, now, next) => {
  const times = { schedule, dailyAt: null, timeZone: zone };
  expect(nextRunTime(times, new Date(due), new Date(now))).toEqual(new Date(next));
});

test.each([
  ['before it', '2026-11-22T08:00:00Z', '2026-11-22T10:30:00Z'],
  ['after it', '2026-11-22T10:30:00Z', '2026-11-23T10:30:00Z'],
  ['in the evening there', '2026-11-23T05:00:00Z', '2026-11-23T10:30:00Z'],
  // 2:30 AM does not exist on that day.
  ['when summer time begins', '2026-03-08T08:00:00Z', '2026-03-08T09:30:00Z'],
  ['the day after', '2026-03-08T11:00:00Z', '2026-03-09T09:30:00Z'],
  ['when it ends', '2026-11-01T10:31:00Z', '2026-11-02T10:30:00Z'],
])('2:30 AM in Los Angeles, %s', (_when, now, next) => {
  const times = { schedule: 'daily', dailyAt: 150, timeZone: zone } as const;
  expect(nextRunTime(times, new Date(now), new Date(now))).toEqual(new Date(next));
});

test('failures wait longer and longer', () => {
  expect([1, 2, 3, 6, 500].map((failures) => retryDelay(failures) / 60_000)).toEqual([15, 30, 60, 360, 360]);
});

test('times of day', () => {
  expect(readDailyTime('06:30')).toBe(390);
  expect(formatDailyTime(390)).toBe('06:30');
  for (const text of ['', '24:00', '6:30', '12:60']) expect(readDailyTime(text)).toBeUndefined();
});
