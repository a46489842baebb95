import { cp, mkdir, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** What a clone does not have. */
const LEFT_OUT = new Set(['.git', 'build', 'data', 'node_modules', 'test-results']);

/** Makes a project like this one in a folder that is not there yet: as cloned, with the packages of this one. */
export async function copyProject(folder: string): Promise<string> {
  await mkdir(folder);
  for (const name of await readdir(ROOT)) {
    if (!LEFT_OUT.has(name)) {
      await cp(join(ROOT, name), join(folder, name), { recursive: true, preserveTimestamps: true });
    }
  }
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}
