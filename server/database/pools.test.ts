import { expect, test } from 'vitest';
import { sizePools } from './pools.ts';

/** The default of PostgreSQL, without those for its owner. */
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
});
