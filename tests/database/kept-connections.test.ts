import { afterEach, expect, test, vi } from 'vitest';
import { createTestDatabase } from '../support/test-database.ts';

afterEach(() => void vi.useRealTimers());

test('a connection is kept for a minute after its last use', async () => {
  await using database = await createTestDatabase();
  const { reader } = database.pools.byName;
  const pid = async () => (await reader?.query('select pg_backend_pid() as pid'))?.rows[0].pid as number;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const first = await pid();
  vi.advanceTimersByTime(59_000);
  expect(await pid()).toBe(first);
  vi.advanceTimersByTime(61_000);
  expect(await pid()).not.toBe(first);
});
