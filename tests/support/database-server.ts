import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '#server/database/embedded.ts';
import { loginNames } from '#server/database/logins.ts';
import { migrate } from '#server/database/migrate.ts';
import { groupRoleNames } from '#server/database/role-names.ts';
import { prepareQueue } from '#server/jobs/queue.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address for a superuser. */
    serverUrl: string;
    /** Address for the owner of all databases of tests, which has no more rights than docs/operating.md names. */
    ownerUrl: string;
    /** A migrated, empty database. Each test file uses a copy. */
    templateName: string;
    /** Exists until the tests end. */
    sharedFolder: string;
  }
}

/** Test data need not survive a crash. */
export const FAST_SETTINGS = [
  '-c fsync=off',
  // Several shops share the server, each with pools for all of its logins.
  '-c max_connections=400',
  '-c synchronous_commit=off',
  '-c full_page_writes=off',
  '-c autovacuum=off',
  '-c checkpoint_timeout=1h',
  '-c max_wal_size=8GB',
  // Each test opens connections as five logins.
  '-c scram_iterations=1',
];

/** Uses TEST_DATABASE_URL if it is set. */
export async function startTestServer(): Promise<{ url: string; stop: () => Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { url: given, stop: async () => undefined };
  const folder = await mkdtemp(join(tmpdir(), 'partyard-tests-'));
  await chmod(folder, 0o755);
  const embedded = await startEmbedded(folder, { settings: FAST_SETTINGS });
  return {
    url: embedded.url,
    async stop() {
      await embedded.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const OWNER = 'test_owner';

/** Creates the owner of the databases of tests. Returns the server's address with its login. */
async function createOwner(server: pg.Client, serverUrl: string): Promise<string> {
  const url = new URL(serverUrl);
  url.username = OWNER;
  url.password = randomBytes(12).toString('hex');
  const { rowCount } = await server.query('select from pg_roles where rolname = $1', [OWNER]);
  await server.query(`
    ${rowCount ? 'alter' : 'create'} role ${OWNER} login createrole password '${url.password}';
    grant pg_signal_backend, pg_read_all_stats to ${OWNER};
    grant set on parameter session_replication_role to ${OWNER}`);
  return url.href;
}

/** Creates a database. @param server The connection of a superuser. */
export async function createDatabase(server: pg.Client, name: string, template = 'template1'): Promise<void> {
  await server.query(`create database ${name} owner ${OWNER} template ${template}`);
}

/** Drops the database with all roles that a start gives it. @param server The connection of a superuser. */
export async function dropDatabase(server: pg.Client, name: string): Promise<void> {
  await server.query(`drop database ${name} with (force)`);
  await server.query(`drop role if exists ${[...loginNames(name), ...groupRoleNames(name)].join(', ')}`);
}

/** Migrates an empty database, so that its copies need no migrations. */
export async function makeTemplate(url: string): Promise<void> {
  const template = new pg.Client({ connectionString: url });
  await template.connect();
  await migrate(template);
  await template.query('select audit.make_coming_months()');
  await template.end();
  await prepareQueue(url);
}

export default async function setup(project: TestProject) {
  const root = project.vitest.getRootProject();
  // One server for all layers of a run: the setups run one after the other.
  if (root.getProvidedContext().serverUrl) return undefined;
  const server = await startTestServer();
  const templateName = `test_template_${process.pid}`;
  const owner = new pg.Client({ connectionString: server.url });
  await owner.connect();
  const ownerUrl = await createOwner(owner, server.url);
  await createDatabase(owner, templateName);
  await makeTemplate(databaseUrl(ownerUrl, templateName));
  root.provide('serverUrl', server.url);
  root.provide('ownerUrl', ownerUrl);
  root.provide('templateName', templateName);
  const sharedFolder = await mkdtemp(join(tmpdir(), 'partyard-shared-'));
  await chmod(sharedFolder, 0o755);
  root.provide('sharedFolder', sharedFolder);

  return async function teardown() {
    await owner.query(`drop database if exists ${templateName}_demo`);
    await dropDatabase(owner, templateName);
    await owner.end();
    await server.stop();
    await rm(sharedFolder, { recursive: true, force: true });
  };
}

export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  // The driver decodes it by decodeURI.
  url.pathname = `/${encodeURI(name)}`;
  return url.href;
}
