import { randomUUID } from 'node:crypto';
import { link, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Files } from '#services';

/** File systems refuse longer names. */
const NAME = /^[a-z]{1,40}\/[a-z\d-]{1,100}\.[a-z]{1,10}$/;
const FOLDER = /^[a-z]+$/;

export function createFolderFiles(root: string): Files {
  return {
    async put(name, content) {
      const path = join(root, checkName(name, NAME));
      await mkdir(dirname(path), { recursive: true });
      const temporary = join(root, randomUUID());
      try {
        await writeFile(temporary, content);
        // Unlike a rename, a link never replaces a file.
        await link(temporary, path);
        return true;
      } catch (error) {
        if (hasCode(error, 'EEXIST')) return false;
        throw error;
      } finally {
        await rm(temporary, { force: true });
      }
    },
    async get(name) {
      if (!NAME.test(name)) return undefined;
      return unlessMissing(readFile(join(root, name)), undefined);
    },
    async list(folder, { limit = 100, offset = 0 } = {}) {
      const names = await unlessMissing(readdir(join(root, checkName(folder, FOLDER))), []);
      return names.toSorted().slice(offset, offset + limit);
    },
    async storedAt(name) {
      return (await unlessMissing(stat(join(root, checkName(name, NAME))), undefined))?.mtime;
    },
    async delete(name) {
      await rm(join(root, checkName(name, NAME)), { force: true });
    },
  };
}

async function unlessMissing<Found, Missing>(
  found: Promise<Found>,
  missing: Missing,
): Promise<Found | Missing> {
  try {
    return await found;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return missing;
    throw error;
  }
}

function checkName(name: string, pattern: RegExp): string {
  if (!pattern.test(name)) throw new Error(`Invalid file name ${name}`);
  return name;
}

function hasCode(error: unknown, code: string): boolean {
  return (error as NodeJS.ErrnoException).code === code;
}
