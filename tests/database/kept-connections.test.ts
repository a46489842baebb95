import { afterEach, expect, test, vi } from 'vitest';
import { createTestDatabase } from '../support/test-database.ts';

afterEach(() => void vi.useRealTimers());

test('a connection is kept for a minute after its last use, and two for public pages stay', async () => {
  await using database = await createTestDatabase();
  const { reader, service } = database.pools.byName;
  const pids = async (pool = reader, count = 1) => {
    const rows = Array.from({ length: count }, () =>
      pool?.query('select pg_backend_pid() as pid, pg_sleep(0.05)'),
    );
    return (await Promise.all(rows)).map((result) => result?.rows[0].pid as number);
  };
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const [first] = await pids(service);
  vi.advanceTimersByTime(59_000);
  expect(await pids(service)).toEqual([first]);
  vi.advanceTimersByTime(61_000);
  expect(await pids(service)).not.toEqual([first]);

  const readers = await pids(reader, 3);
  vi.advanceTimersByTime(61_000);
  const later = await pids(reader, 3);
  expect(later.filter((pid) => readers.includes(pid))).toHaveLength(2);
});
