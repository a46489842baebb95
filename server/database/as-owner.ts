import pg from 'pg';
import { readEnv } from '../env.ts';
import { reason, StartError } from '../start-error.ts';
import { findRunningEmbedded, startEmbedded } from './embedded.ts';

/** Runs an operator's command on the shop's database, whether the shop runs or not. Prints an error as one line. */
export async function runAsOwner(command: (owner: pg.Client) => Promise<void>): Promise<void> {
  try {
    await connectAndRun(command);
  } catch (error) {
    console.error(error instanceof StartError ? error.message : error);
    process.exitCode = 1;
  }
}

async function connectAndRun(command: (owner: pg.Client) => Promise<void>) {
  const env = readEnv(process.env);
  const runningUrl = env.databaseMigrateUrl ?? env.databaseUrl ?? (await findRunningEmbedded(env.dataDir));
  const started =
    runningUrl === undefined
      ? await startEmbedded(env.dataDir, { allowExternal: !env.hasCustomDataDir })
      : undefined;
  const owner = new pg.Client({
    connectionString: runningUrl ?? started?.url,
    connectionTimeoutMillis: 10_000,
  });
  owner.on('error', () => undefined);
  try {
    await owner.connect();
    await command(owner);
  } catch (error) {
    const { code = '' } = error as { code?: string };
    if (['42P01', '3F000', '42883'].includes(code)) throw new StartError('This shop has never been started.');
    throw error instanceof StartError ? error : new StartError(reason(error));
  } finally {
    await owner.end();
    await started?.stop();
  }
}
