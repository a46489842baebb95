import { expect, test } from 'vitest';
import { countConnections, countLocalReaders, isOnThisMachine, sizePools } from './pool-sizes.ts';

/** PostgreSQL's default, minus the connections for its owner. */
const CONNECTIONS = 97;
const OF_JOBS = 10;

test('all processes together have fewer connections than PostgreSQL allows', () => {
  for (let workers = 1; workers <= 12; workers += 1) {
    const sizes = Object.values(sizePools(workers));
    expect(Math.min(...sizes)).toBeGreaterThan(0);
    const each = sizes.reduce((sum, size) => sum + size, 1);
    expect(OF_JOBS + workers * each).toBeLessThan(CONNECTIONS);
  }
  expect(sizePools(1)).toEqual({ app: 10, service: 8, reader: 10, auth: 5, limits: 4 });
  expect(sizePools(2)).toEqual(sizePools(1));
  expect(() => sizePools(20)).toThrow(RangeError);
  expect(countConnections(1)).toBe(48);
  expect(countConnections(4)).toBeLessThanOrEqual(92);
});

test('fewer connections are divided, and too few are not accepted', () => {
  for (const [workers, limit] of [
    [1, 16],
    [1, 30],
    [3, 40],
    [12, 200],
  ] as const) {
    expect(Math.min(...Object.values(sizePools(workers, limit)))).toBeGreaterThan(0);
    expect(countConnections(workers, limit)).toBeLessThanOrEqual(limit);
  }
  expect(sizePools(12, 1_000)).toEqual(sizePools(1));
  expect(() => sizePools(2, 21)).toThrow(RangeError);
  expect(countConnections(2, 21)).toBe(22);
});

test('readers of a database on this machine are few', () => {
  const counts = [
    [1, 2],
    [1, 16],
    [2, 2],
    [4, 2],
    [3, 4],
  ] as const;
  expect(counts.map(([workers, cores]) => countLocalReaders(workers, cores))).toEqual([4, 32, 2, 2, 3]);
  const hosts = ['a:b@localhost:5432', 'a:b@127.0.0.1', 'a:b@[::1]:5432', ''];
  expect(hosts.filter((host) => !isOnThisMachine(`postgresql://${host}/shop`))).toEqual([]);
  const others = ['db.example.com', '127.example.com', '10.0.0.5'];
  expect(others.filter((host) => isOnThisMachine(`postgresql://a:b@${host}/shop`))).toEqual([]);
});
