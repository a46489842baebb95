import { chmod, lstat, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { reason, StartError } from '../start-error.ts';

/** Holds files that the user who runs PostgreSQL for root can't reach in the project. */
const ROOT = '/var/lib/partyard';

/** All users can read the folder, only root can change it. @throws {StartError} if others can change it. */
export async function createExternalFolder(name: string): Promise<string> {
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
    const stats = await lstat(each);
    if (!stats.isDirectory() || stats.uid !== 0 || (stats.mode & 0o022) !== 0) {
      throw new StartError(`${each} must be a folder that belongs to root and that only root can change.`);
    }
    // The umask does not apply to chmod.
    await chmod(each, 0o755);
  }
  return folder;
}
