import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { loadDemoShop } from '#db/seed/load.ts';
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

/** Creates a database with the demo shop of 20,000 parts. The first test of a run that needs one loads it for all. */
export async function createDemoDatabase(): Promise<TestDatabase> {
  const template = `${inject('templateName')}_demo`;
  const unfinished = `${template}_unfinished`;
  // A lock of the server's connection, because files run in several processes.
  const owners = await server();
  await owners.query('select pg_advisory_lock(1)');
  try {
    const { rowCount } = await owners.query('select from pg_database where datname = $1', [template]);
    if (rowCount === 0) {
      await owners.query(`drop database if exists ${unfinished}`);
      await owners.query(`create database ${unfinished} template ${inject('templateName')}`);
      const owner = await connect(databaseUrl(inject('serverUrl'), unfinished));
      await loadDemoShop(owner, { parts: 20_000, print: () => undefined });
      await owner.end();
      await owners.query(`alter database ${unfinished} rename to ${template}`);
    }
    return await createTestDatabase({ template });
  } finally {
    await owners.query('select pg_advisory_unlock(1)');
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  // The server may end before this process.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Creates a database for one test: a copy of the template, by default of one that is migrated and empty. */
export async function createTestDatabase({
  through = (url) => url,
  adminsNeedSecondStep = false,
  template = inject('templateName'),
}: {
  adminsNeedSecondStep?: boolean;
  template?: string;
  /** Changes the URL for the pools, but not for the owner. */
  through?: (url: string) => string;
} = {}): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const owners = await server();
  await owners.query(`create database ${name} template ${template}`);
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
