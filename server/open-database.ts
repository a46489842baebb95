import type pg from 'pg';
import { createDataDir, readOrCreateSecret } from './data-dir.ts';
import type { DatabaseAddress, PreparedAddress } from './database/pools.ts';
import { prepareDatabase } from './database/prepare.ts';
import type { Env } from './env.ts';
import { runOnce } from './run-once.ts';
import type { StartError } from './start-error.ts';

export interface OpenDatabase {
  address: PreparedAddress;
  secret: string;
  /** Makes the recovery of a killed embedded server fast. */
  checkpoint(): Promise<void>;
  stop(): Promise<void>;
}

export interface OpenOptions {
  print: (line: string) => void;
  signal?: AbortSignal | undefined;
  onLost?: ((error: StartError) => void) | undefined;
}

/** Starts the embedded database, unless there is another one, and prepares it. @throws {StartError} */
export async function openDatabase(env: Env, options: OpenOptions): Promise<OpenDatabase> {
  const { print, signal } = options;
  const secret = env.authSecret ?? (await readSecret(env.dataDir));
  const { address, checkpoint, stop } = await locate(env, options);
  try {
    signal?.throwIfAborted();
    const prepared = await prepareDatabase({
      address,
      secret,
      print,
      afterMigrations: (owner) => seedNewShop(owner, env, print),
      signal,
    });
    return { address: prepared, secret, checkpoint, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function readSecret(dataDir: string): Promise<string> {
  await createDataDir(dataDir);
  return readOrCreateSecret(dataDir, 'auth-secret');
}

async function locate(
  env: Env,
  { print, onLost }: OpenOptions,
): Promise<Pick<OpenDatabase, 'checkpoint' | 'stop'> & { address: DatabaseAddress }> {
  if (env.databaseAddress) {
    return {
      address: env.databaseAddress,
      checkpoint: () => Promise.resolve(),
      stop: () => Promise.resolve(),
    };
  }
  const { startEmbedded } = await import('./database/embedded.ts');
  const embedded = await startEmbedded(env.dataDir, {
    allowExternal: !env.hasCustomDataDir,
    print,
    ...(onLost && { onLost }),
  });
  return {
    address: { ownerUrl: embedded.url },
    checkpoint: () => embedded.checkpoint(),
    stop: () => embedded.stop(),
  };
}

async function seedNewShop(owner: pg.Client, env: Env, print: (line: string) => void): Promise<void> {
  const { adminEmail: email, adminPassword: password } = env;
  if (env.demo) {
    await runOnce(owner, 'demo shop', async () => {
      const { loadDemoShop } = await import('#db/seed/load.ts');
      await loadDemoShop(owner, { parts: env.demoParts, print });
    });
  }
  if (email) {
    await runOnce(owner, 'first admin', async () => {
      const { createFirstAdmin } = await import('./auth/first-admin.ts');
      await createFirstAdmin(owner, { email, password, production: env.production, print });
      print(`Mail       ${env.smtp ? 'sent by SMTP' : 'kept in the mailbox page, /mailbox'}`);
      print(`Payments   ${env.stripe ? 'taken by Stripe' : 'on a test page that takes no money'}`);
    });
  }
}
