import { randomBytes } from 'node:crypto';
import { chmod, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { reason, StartError } from './start-error.ts';

/** Creates the data folder. @throws {StartError} when the folder can't be written. */
export async function createDataDir(dataDir: string): Promise<void> {
  const probe = join(dataDir, `.writable-${process.pid}`);
  try {
    const created = await mkdir(dataDir, { recursive: true });
    // The user who runs PostgreSQL for root must reach its own folder in here.
    if (created !== undefined && process.getuid?.() === 0) await chmod(dataDir, 0o711);
    await writeFile(probe, '');
    await rm(probe);
  } catch (error) {
    throw new StartError(
      `The data folder ${dataDir} can't be written (${reason(error)}): set DATA_DIR to another one.`,
    );
  }
}

/** Reads a secret. Returns undefined before the first start. */
export async function readSecretFile(dataDir: string, name: string): Promise<string | undefined> {
  return (await readFile(join(dataDir, name), 'utf8').catch(() => undefined))?.trim();
}

export async function readOrCreateSecret(dataDir: string, name: string): Promise<string> {
  const file = join(dataDir, name);
  const existing = await readSecretFile(dataDir, name);
  if (existing !== undefined) return existing;

  const temporary = `${file}.${process.pid}`;
  await writeFile(temporary, randomBytes(32).toString('base64url'), { mode: 0o600 });
  // Unlike a rename, a link never replaces the secret of a concurrent process.
  await link(temporary, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(temporary);
  return (await readFile(file, 'utf8')).trim();
}
