import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '#server/database/embedded.ts';
import { migrate } from '#server/database/migrate.ts';
import { prepareQueue } from '#server/jobs/queue.ts';
import { mutatedMigrations } from '../mutation/mutated-migrations.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The owner's address of the server that the tests use. */
    serverUrl: string;
    /** A migrated, empty database; each test file works in a copy of it. */
    templateName: string;
  }
}

/** Tests may lose their data with the machine: nothing waits for the disk. */
const HASTE = ['-c fsync=off', '-c synchronous_commit=off', '-c full_page_writes=off'];

/** One PostgreSQL server for all tests: the one that TEST_DATABASE_URL names, else an embedded one. */
export async function startTestServer(): Promise<{ url: string; stop: () => Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { url: given, stop: async () => undefined };
  const folder = await mkdtemp(join(tmpdir(), 'partyard-tests-'));
  await chmod(folder, 0o755);
  const embedded = await startEmbedded(folder, { settings: HASTE });
  return {
    url: embedded.url,
    async stop() {
      await embedded.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export default async function setup(project: TestProject) {
  const server = await startTestServer();
  const templateName = `test_template_${process.pid}`;
  const owner = new pg.Client({ connectionString: server.url });
  await owner.connect();
  await owner.query(`create database ${templateName}`);
  const template = new pg.Client({ connectionString: databaseUrl(server.url, templateName) });
  await template.connect();
  await migrate(template, await mutatedMigrations());
  await template.end();
  await prepareQueue(databaseUrl(server.url, templateName));
  project.provide('serverUrl', server.url);
  project.provide('templateName', templateName);

  return async function teardown() {
    await owner.query(`drop database ${templateName}`);
    await owner.end();
    await server.stop();
  };
}

/** The address of another database on the same server. */
export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
