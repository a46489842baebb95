import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

export async function runningDatabase(dataDir: string): Promise<{ pid: number; port: number } | undefined> {
  const file = await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8').catch(() => '');
  const lines = file.split('\n');
  return file === '' ? undefined : { pid: Number(lines[0]), port: Number(lines[3]) };
}

export async function connectAsOwner(dataDir: string): Promise<pg.Client> {
  const running = await runningDatabase(dataDir);
  const password = await readFile(join(dataDir, 'postgres-password'), 'utf8');
  const client = new pg.Client({
    connectionString: `postgres://postgres:${password}@127.0.0.1:${running?.port}/partyard`,
  });
  // A stopping server sends an error to its clients.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
