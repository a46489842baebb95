import pg from 'pg';
import { type Env, readEnv } from '../env.ts';
import { reason, StartError } from '../start-error.ts';
import { findRunningEmbedded, startEmbedded } from './embedded.ts';

interface OwnerSession {
  env: Env;
  ownerUrl: string;
}

type OwnerCommand = (owner: pg.Client, session: OwnerSession) => Promise<void>;

/** Runs an operator's command on the shop's database, whether the shop runs or not. Prints an error as one line. */
export async function runAsOwner(command: OwnerCommand): Promise<void> {
  await printErrors(() => connectAndRun(command));
}

/** Prints an error of a command as one line. */
export async function printErrors(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    console.error(error instanceof StartError ? error.message : error);
    process.exitCode = 1;
  }
}

/** Connects as the owner and runs the command. @throws {StartError} */
export async function connectAndRun(command: OwnerCommand) {
  const env = readEnv(process.env);
  const runningUrl = env.databaseAddress?.ownerUrl ?? (await findRunningEmbedded(env.dataDir));
  const started =
    runningUrl === undefined
      ? await startEmbedded(env.dataDir, { allowExternal: !env.hasCustomDataDir })
      : undefined;
  const ownerUrl = runningUrl ?? started?.url ?? '';
  const owner = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 10_000 });
  owner.on('error', () => undefined);
  try {
    await owner.connect();
    await command(owner, { env, ownerUrl });
  } catch (error) {
    const { code = '' } = error as { code?: string };
    if (['42P01', '3F000', '42883'].includes(code)) throw new StartError('This shop has never been started.');
    throw error instanceof StartError ? error : new StartError(reason(error));
  } finally {
    await owner.end();
    await started?.stop();
  }
}
