import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { ensureLogins, loginNames } from '#server/database/logins.ts';
import { openPools, type Pools } from '#server/database/pools.ts';
import { databaseUrl } from './database-server.ts';

export const TEST_SECRET = 'a secret for tests that is long enough';

export interface TestDatabase extends AsyncDisposable {
  pools: Pools;
  /** A connection without the application's restrictions. */
  owner: pg.Client;
  ownerUrl: string;
}

let connection: Promise<pg.Client> | undefined;

/** To the server, as its owner. One for all tests of this process. */
function server(): Promise<pg.Client> {
  connection ??= connect(inject('serverUrl'));
  return connection;
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  // The server may end before this process.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Creates a migrated, empty database for one test. */
export async function createTestDatabase({
  through = (url) => url,
  adminsNeedSecondStep = false,
}: {
  adminsNeedSecondStep?: boolean;
  /** Changes the URL for the pools, but not for the owner. */
  through?: (url: string) => string;
} = {}): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const owners = await server();
  await owners.query(`create database ${name} template ${inject('templateName')}`);
  const ownerUrl = databaseUrl(inject('serverUrl'), name);
  const owner = await connect(ownerUrl);
  // The template has all that a start adds to a database besides its logins.
  await ensureLogins(owner, ownerUrl, { secret: TEST_SECRET });
  const pools = openPools({ ownerUrl: through(ownerUrl), secret: TEST_SECRET, adminsNeedSecondStep });
  return {
    pools,
    owner,
    ownerUrl,
    async [Symbol.asyncDispose]() {
      await Promise.all([pools.end(), owner.end()]);
      await owners.query(`drop database ${name} with (force)`);
      await owners.query(`drop role ${loginNames(name).join(', ')}`);
    },
  };
}
