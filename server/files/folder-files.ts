import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Files, StoredFile } from '#core/platform/files.server.ts';
import { checkName, FILE_NAME, FOLDER_NAME, listPage } from './names.ts';

/** A file has such a name while it is being written. */
const TEMPORARY = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

const FILES_PER_READ = 64;

export function createFolderFiles(root: string): Files {
  const files: Files = {
    async put(name, content) {
      const path = join(root, checkName(name, FILE_NAME));
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
      if (!FILE_NAME.test(name)) return undefined;
      return unlessMissing(readFile(join(root, name)), undefined);
    },
    async open(name) {
      if (!FILE_NAME.test(name)) return undefined;
      const file = await unlessMissing(open(join(root, name)), undefined);
      return file?.createReadStream();
    },
    walk: (folder) => walk(join(root, checkName(folder, FOLDER_NAME))),
    list: (folder, page) => listPage(files.walk(folder), page),
    async delete(name) {
      await rm(join(root, checkName(name, FILE_NAME)), { force: true });
    },
    async removeUnfinished(before) {
      for (const name of (await unlessMissing(readdir(root), [])).filter((each) => TEMPORARY.test(each))) {
        const found = await unlessMissing(stat(join(root, name)), undefined);
        if (found && found.mtime < before) await rm(join(root, name), { force: true });
      }
    },
  };
  return files;
}

async function* walk(folder: string): AsyncGenerator<StoredFile> {
  const names = (await unlessMissing(readdir(folder), [])).toSorted();
  for (let start = 0; start < names.length; start += FILES_PER_READ) {
    const found = await Promise.all(
      names.slice(start, start + FILES_PER_READ).map(async (name) => {
        const stats = await unlessMissing(stat(join(folder, name)), undefined);
        return stats ? [{ name, size: stats.size, storedAt: stats.mtime }] : [];
      }),
    );
    yield* found.flat();
  }
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

function hasCode(error: unknown, code: string): boolean {
  return (error as NodeJS.ErrnoException).code === code;
}
