import { randomUUID } from 'node:crypto';
import { link, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Files } from '#services';

const NAME = /^[a-z]+\/[a-z\d-]+\.[a-z]+$/;
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
      return readFile(join(root, name)).catch((error: unknown) => {
        if (hasCode(error, 'ENOENT')) return undefined;
        throw error;
      });
    },
    async list(folder, { limit = 100, offset = 0 } = {}) {
      const names = await readdir(join(root, checkName(folder, FOLDER))).catch((error: unknown) => {
        if (hasCode(error, 'ENOENT')) return [];
        throw error;
      });
      return names.toSorted().slice(offset, offset + limit);
    },
  };
}

function checkName(name: string, pattern: RegExp): string {
  if (!pattern.test(name)) throw new Error(`Invalid file name ${name}`);
  return name;
}

function hasCode(error: unknown, code: string): boolean {
  return (error as NodeJS.ErrnoException).code === code;
}
