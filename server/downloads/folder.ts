import { constants, open, realpath, rename, rm } from 'node:fs/promises';
import { dirname, join, relative, isAbsolute } from 'node:path';
import { DownloadError, type SentFile } from '#core/platform/downloads.server.ts';
import type { Fetch, Fetched } from './fetch.ts';
import { tooLarge } from './temporary-file.ts';

const CHUNK_BYTES = 256 * 1024;

/** Reads a file below a folder of this machine. Links that lead out of it are not followed. */
export async function fetchFromFolder(fetch: Fetch, folder: string, path: string): Promise<Fetched> {
  const inside = await findInside(folder, path);
  const file = await open(inside, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const before = await file.stat();
    if (!before.isFile()) throw new DownloadError('The path is not that of a file');
    if (before.size > fetch.maxBytes) throw tooLarge(fetch.maxBytes);
    const etag = `${before.size} bytes, ${before.mtimeMs}`;
    if (etag === fetch.etag) return 'unchanged';
    const buffer = Buffer.alloc(CHUNK_BYTES);
    for (;;) {
      fetch.signal.throwIfAborted();
      const { bytesRead } = await file.read(buffer, 0, CHUNK_BYTES, null);
      if (bytesRead === 0) break;
      await fetch.file.write(Buffer.from(buffer.subarray(0, bytesRead)));
    }
    const after = await file.stat();
    if (`${after.size} bytes, ${after.mtimeMs}` !== etag)
      throw new DownloadError('The file was changed while it was read');
    return { etag, lastModified: null };
  } finally {
    await file.close();
  }
}

/** Writes a file below a folder. Another name holds it until it is whole, so that no reader sees a part of it. */
export async function sendToFolder(
  folder: string,
  { path, content }: SentFile,
  signal: AbortSignal,
): Promise<void> {
  const inside = await findInside(folder, path);
  const temporary = `${inside}.part`;
  const { O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_TRUNC, O_WRONLY } = constants;
  const file = await open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_NONBLOCK, 0o640);
  try {
    if (!(await file.stat()).isFile()) throw new DownloadError('The path is not that of a file');
    for await (const chunk of content) {
      signal.throwIfAborted();
      await file.writeFile(chunk);
    }
    await file.sync();
    await rename(temporary, inside);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

/** Returns the real path of a file. Its folder must exist in the folder for imports. */
async function findInside(folder: string, path: string): Promise<string> {
  const root = await realpath(folder);
  const parent = await realpath(dirname(join(root, path)));
  const below = relative(root, parent);
  if (below.startsWith('..') || isAbsolute(below))
    throw new DownloadError('The path leads out of the folder for imports');
  return join(parent, path.split('/').at(-1) ?? '');
}
