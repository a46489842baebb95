import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { loadDemoShop } from '#db/seed/load.ts';
import { ensureLogins } from '#server/database/logins.ts';
import { openPools, type Pools } from '#server/database/pools.ts';
import { readRolePrefix, withRolePrefix } from '#server/database/role-names.ts';
import { createDatabase, databaseUrl, dropDatabase } from './database-server.ts';

export const TEST_SECRET = 'a secret for tests that is long enough';

export interface TestDatabase extends AsyncDisposable {
  pools: Pools;
  /** Connects as the owner of the database, without the application's restrictions. */
  owner: pg.Client;
  ownerUrl: string;
  /** Adds the prefix of the shop to the roles that a statement names. */
  named(sql: string): string;
}

let connection: Promise<pg.Client> | undefined;

/** Connects to the server as its owner. All tests of this process share the connection. */
function server(): Promise<pg.Client> {
  connection ??= connect(inject('serverUrl'));
  return connection;
}

/** Creates a database with the demo shop of 20,000 parts. The first test of a run that needs one loads it for all. */
export async function createDemoDatabase(): Promise<TestDatabase> {
  const template = `${inject('templateName')}_demo`;
  const unfinished = `${template}_unfinished`;
  // The server's connection holds the lock, because files run in several processes.
  const owners = await server();
  await owners.query('select pg_advisory_lock(1)');
  try {
    const { rowCount } = await owners.query('select from pg_database where datname = $1', [template]);
    if (rowCount === 0) {
      await owners.query(`drop database if exists ${unfinished}`);
      await createDatabase(owners, unfinished, inject('templateName'));
      const owner = await connect(databaseUrl(inject('ownerUrl'), unfinished));
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
  await createDatabase(owners, name, template);
  const ownerUrl = databaseUrl(inject('ownerUrl'), name);
  const owner = await connect(ownerUrl);
  // The template has all that a start adds to a database besides its logins.
  const rolePrefix = await readRolePrefix(owner);
  await ensureLogins(owner, ownerUrl, { secret: TEST_SECRET, rolePrefix });
  const pools = openPools({
    ownerUrl: through(ownerUrl),
    rolePrefix,
    secret: TEST_SECRET,
    adminsNeedSecondStep,
  });
  return {
    pools,
    owner,
    ownerUrl,
    named: (statement) => withRolePrefix(statement, rolePrefix),
    async [Symbol.asyncDispose]() {
      await Promise.all([pools.end(), owner.end()]);
      await dropDatabase(owners, name);
    },
  };
}
