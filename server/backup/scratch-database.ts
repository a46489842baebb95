import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { startEmbedded } from '../database/embedded.ts';
import { groupRoleNames } from '../database/role-names.ts';

interface ScratchDatabase {
  url: string;
  /** Deletes the database. */
  stop(): Promise<void>;
}

/** Creates an empty database: on the server of `serverUrl`, or an embedded one in `folder`. @throws {StartError} */
export async function createScratchDatabase(
  serverUrl: string | undefined,
  folder: string,
): Promise<ScratchDatabase> {
  if (serverUrl === undefined)
    return startEmbedded(folder, { settings: ['-c fsync=off'], allowExternal: true });
  const name = `partyard_verify_${randomBytes(6).toString('hex')}`;
  await ask(serverUrl, `create database ${name} template template0 encoding 'UTF8'`);
  const url = new URL(serverUrl);
  url.pathname = name;
  return {
    url: url.href,
    async stop() {
      await ask(serverUrl, `drop database if exists ${name} with (force)`);
      await ask(serverUrl, `drop role if exists ${groupRoleNames(name).join(', ')}`);
    },
  };
}

async function ask(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(statement);
  } finally {
    await client.end().catch(() => undefined);
  }
}
