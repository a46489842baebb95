import { randomBytes } from 'node:crypto';
import { chmod, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { reason, StartError } from './start-error.ts';

/**
 * Makes the data folder, and makes sure that it can be written.
 *
 * @throws {StartError} when it can't.
 */
export async function makeDataDir(dataDir: string): Promise<void> {
  const probe = join(dataDir, `.writable-${process.pid}`);
  try {
    const made = await mkdir(dataDir, { recursive: true });
    // Whatever the umask: another user may run PostgreSQL, and must get through to its own folder in here.
    if (made !== undefined && process.getuid?.() === 0) await chmod(dataDir, 0o711);
    await writeFile(probe, '');
    await rm(probe);
  } catch (error) {
    throw new StartError(
      `The data folder ${dataDir} can't be written (${reason(error)}): set DATA_DIR to another one.`,
    );
  }
}

/** A secret that is kept in the data folder and made when it is first asked for. */
export async function keptSecret(dataDir: string, name: string): Promise<string> {
  const file = join(dataDir, name);
  const kept = await readFile(file, 'utf8').catch(() => undefined);
  if (kept !== undefined) return kept.trim();

  const fresh = `${file}.${process.pid}`;
  await writeFile(fresh, randomBytes(32).toString('base64url'), { mode: 0o600 });
  // A link and not a rename: of two processes that start at once, both use the one that came first, whole.
  await link(fresh, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(fresh);
  return (await readFile(file, 'utf8')).trim();
}
