import { randomUUID } from 'node:crypto';
import { link, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Files } from '#services';

const NAME = /^[a-z]+\/[a-z\d-]+\.[a-z]+$/;
const FOLDER = /^[a-z]+$/;

/** Files in a folder of this machine. */
export function folderFiles(root: string): Files {
  return {
    async put(name, content) {
      const path = join(root, checked(name, NAME));
      await mkdir(dirname(path), { recursive: true });
      const fresh = join(root, randomUUID());
      try {
        await writeFile(fresh, content);
        // A link and not a rename: a file appears whole, and none is ever replaced.
        await link(fresh, path);
        return true;
      } catch (error) {
        if (isCode(error, 'EEXIST')) return false;
        throw error;
      } finally {
        await rm(fresh, { force: true });
      }
    },
    async get(name) {
      if (!NAME.test(name)) return undefined;
      return readFile(join(root, name)).catch((error: unknown) => {
        if (isCode(error, 'ENOENT')) return undefined;
        throw error;
      });
    },
    async list(folder, { limit = 100, offset = 0 } = {}) {
      const names = await readdir(join(root, checked(folder, FOLDER))).catch((error: unknown) => {
        if (isCode(error, 'ENOENT')) return [];
        throw error;
      });
      return names.toSorted().slice(offset, offset + limit);
    },
  };
}

function checked(name: string, pattern: RegExp): string {
  if (!pattern.test(name)) throw new Error(`No file can be called ${name}`);
  return name;
}

function isCode(error: unknown, code: string): boolean {
  return (error as NodeJS.ErrnoException).code === code;
}
