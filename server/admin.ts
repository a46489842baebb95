import pg from 'pg';
import { adminCommand } from './auth/admins.ts';
import { findRunningEmbedded, startEmbedded } from './database/embedded.ts';
import { readEnv } from './env.ts';
import { reason, StartError } from './start-error.ts';

/** npm run admin -- add EMAIL | remove EMAIL | list: works on the shop that the environment names, running or not. */
try {
  await run();
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  process.exitCode = 1;
}

async function run() {
  const env = readEnv(process.env);
  const given = env.databaseMigrateUrl ?? env.databaseUrl ?? (await findRunningEmbedded(env.dataDir));
  const started = given === undefined ? await startEmbedded(env.dataDir) : undefined;
  const owner = new pg.Client({ connectionString: given ?? started?.url, connectionTimeoutMillis: 10_000 });
  owner.on('error', () => undefined);
  try {
    await owner.connect();
    for (const line of await adminCommand(owner, process.argv.slice(2))) console.log(line);
  } catch (error) {
    // No such table, or no such schema.
    const { code } = error as { code?: string };
    if (code === '42P01' || code === '3F000') throw new StartError('This shop has never been started.');
    throw error instanceof StartError ? error : new StartError(reason(error));
  } finally {
    await owner.end();
    await started?.stop();
  }
}
