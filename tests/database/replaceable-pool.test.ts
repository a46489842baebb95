import { expect, inject, test } from 'vitest';
import { ReplaceablePool } from '#server/database/replaceable-pool.ts';

test('a second release of a connection does not release it from its next user', async () => {
  const pool = new ReplaceablePool(
    { connectionString: inject('serverUrl'), max: 1 },
    { onReplica: () => undefined },
  );
  try {
    const release = await new Promise<() => void>((resolve, reject) => {
      pool.connect((error, _client, done) => (error ? reject(error) : resolve(done)));
    });
    release();
    const next = await pool.connect();
    release();
    expect(pool.idleCount).toBe(0);
    next.release();
    expect(pool.idleCount).toBe(1);
  } finally {
    await pool.end();
  }
});
