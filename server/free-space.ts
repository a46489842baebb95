import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Reads the free bytes on the disk of a folder that may not exist yet. */
export async function readFreeSpace(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(folder) === folder) throw error;
    return readFreeSpace(dirname(folder));
  }
}
