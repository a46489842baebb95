import pg from 'pg';
import { readEnv } from '../env.ts';
import { reason, StartError } from '../start-error.ts';
import { findRunningEmbedded, startEmbedded } from './embedded.ts';

/**
 * Runs an operator's command on the shop that the environment names, running or not, and ends the process's output with
 * one line when it can't be done.
 */
export async function asOwner(command: (owner: pg.Client) => Promise<void>): Promise<void> {
  try {
    await onShop(command);
  } catch (error) {
    console.error(error instanceof StartError ? error.message : error);
    process.exitCode = 1;
  }
}

async function onShop(command: (owner: pg.Client) => Promise<void>) {
  const env = readEnv(process.env);
  const given = env.databaseMigrateUrl ?? env.databaseUrl ?? (await findRunningEmbedded(env.dataDir));
  const started =
    given === undefined
      ? await startEmbedded(env.dataDir, { mayBeElsewhere: !env.dataDirIsGiven })
      : undefined;
  const owner = new pg.Client({ connectionString: given ?? started?.url, connectionTimeoutMillis: 10_000 });
  owner.on('error', () => undefined);
  try {
    await owner.connect();
    await command(owner);
  } catch (error) {
    // No such table, no such schema, or no such function.
    const { code = '' } = error as { code?: string };
    if (['42P01', '3F000', '42883'].includes(code)) throw new StartError('This shop has never been started.');
    throw error instanceof StartError ? error : new StartError(reason(error));
  } finally {
    await owner.end();
    await started?.stop();
  }
}
