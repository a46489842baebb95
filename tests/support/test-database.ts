import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { prepareDatabase } from '#server/database/prepare.ts';
import type { Pools } from '#server/database/pools.ts';
import { databaseUrl } from './database-server.ts';

export const TEST_SECRET = 'a secret for tests that is long enough';

export interface TestDatabase extends AsyncDisposable {
  pools: Pools;
  /** A connection without the application's restrictions. */
  owner: pg.Client;
  ownerUrl: string;
}

/** Creates a migrated, empty database for one test. */
export async function createTestDatabase({
  through = (url) => url,
  ...options
}: {
  adminsNeedSecondStep?: boolean;
  /** Changes the URL for the pools, but not for the owner. */
  through?: (url: string) => string;
} = {}): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const serverUrl = inject('serverUrl');
  await onServer(serverUrl, [`create database ${name} template ${inject('templateName')}`]);
  const ownerUrl = databaseUrl(serverUrl, name);
  const pools = await prepareDatabase({
    address: { ownerUrl: through(ownerUrl) },
    secret: TEST_SECRET,
    print: () => undefined,
    ...options,
  });
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  return {
    pools,
    owner,
    ownerUrl,
    async [Symbol.asyncDispose]() {
      await Promise.all([pools.end(), owner.end()]);
      const logins = ['app', 'reader', 'auth', 'jobs', 'limits'].map((login) => `${name}_${login}`);
      await onServer(serverUrl, [`drop database ${name} with (force)`, `drop role ${logins.join(', ')}`]);
    },
  };
}

async function onServer(serverUrl: string, statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
