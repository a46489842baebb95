import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { fromPs, postgresProcesses } from '#server/database/processes.ts';

test.skipIf(process.platform === 'win32' || process.env.TEST_DATABASE_URL)(
  'ps and /proc find only running PostgreSQL processes',
  async () => {
    const client = new pg.Client({ connectionString: inject('serverUrl') });
    await client.connect();
    try {
      const { rows } = await client.query('select pg_backend_pid() as pid, current_setting($1) as name', [
        'cluster_name',
      ]);
      const [{ pid, name }] = rows as [{ pid: number; name: string }];
      for (const list of [postgresProcesses, fromPs]) {
        expect(await list(pid)).toEqual([
          { pid, title: expect.stringMatching(`^postgres: ${name}: `) as unknown },
        ]);
        expect(await list()).toContainEqual({
          pid,
          title: expect.stringMatching(`^postgres: ${name}: `) as unknown,
        });
        expect(await list(process.pid)).toEqual([]);
        // More than the maximum of all systems.
        expect(await list(2 ** 31 - 1)).toEqual([]);
      }
    } finally {
      await client.end();
    }
  },
);
