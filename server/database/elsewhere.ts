import { chmod, lstat, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { reason, StartError } from '../start-error.ts';

/** What the user that runs PostgreSQL for root can't reach in the project is here. Only root writes into it. */
const ROOT = '/var/lib/partyard';

/**
 * Makes a folder that every user can get through and only root can change.
 *
 * @throws {StartError} when it can't be made, or somebody else could have put something into it.
 */
export async function folderElsewhere(name: string): Promise<string> {
  const folder = join(ROOT, name);
  for (const each of [ROOT, folder]) {
    try {
      await mkdir(each, { recursive: true });
    } catch (error) {
      throw new StartError(
        `PostgreSQL can't run as root, its user can't reach this project, and ${each} can't be made ` +
          `(${reason(error)}): move the project, or start it as another user.`,
      );
    }
    const found = await lstat(each);
    if (!found.isDirectory() || found.uid !== 0 || (found.mode & 0o022) !== 0) {
      throw new StartError(`${each} must be a folder that belongs to root and that only root can change.`);
    }
    // Whatever the umask.
    await chmod(each, 0o755);
  }
  return folder;
}
