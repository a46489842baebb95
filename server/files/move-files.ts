import { createHash } from 'node:crypto';
import { type Files, fileFolders, type StoredFile } from '#services';
import { reason } from '../start-error.ts';
import { StoreError } from './s3/store-error.ts';

/** The store answers some requests while others travel. */
const AT_ONCE = 8;

export interface MoveReport {
  files: number;
  bytes: number;
  copied: number;
  deleted: number;
  /** Why files were not copied or deleted. */
  failures: string[];
}

/**
 * Copies all files that the target lacks, and compares the others. Files never change, so that it can be killed and started
 * again, and the shop can run meanwhile.
 *
 * @param options.deletesSource Deletes each file of the source whose copy has been read and compared.
 */
export async function moveFiles(
  source: Files,
  target: Files,
  {
    deletesSource = false,
    onProgress,
  }: { deletesSource?: boolean; onProgress?: (report: MoveReport) => void } = {},
): Promise<MoveReport> {
  const report: MoveReport = { files: 0, bytes: 0, copied: 0, deleted: 0, failures: [] };
  for (const folder of fileFolders) {
    const there = new Map<string, StoredFile>();
    for await (const file of target.walk(folder)) there.set(file.name, file);
    await eachAtOnce(source.walk(folder), async (file) => {
      const path = `${folder}/${file.name}`;
      try {
        const isCopied = await copy(path, file, there.get(file.name));
        report.files += 1;
        report.bytes += file.size;
        if (isCopied) report.copied += 1;
        if (deletesSource) await remove(path);
      } catch (error) {
        // The others would fail in the same way.
        if (error instanceof StoreError) throw error;
        report.failures.push(`${path}: ${reason(error)}`);
      }
      onProgress?.(report);
    });
  }
  return report;

  /** Returns false if it was there. */
  async function copy(path: string, file: StoredFile, found: StoredFile | undefined): Promise<boolean> {
    if (found) {
      const isSame =
        found.size === file.size && (await sumOf(source, path, file)) === (await sumOf(target, path, found));
      if (!isSame) throw new Error('the target has another file of this name');
      return false;
    }
    const opened = await source.open(path);
    // Otherwise it was deleted meanwhile.
    if (opened) await target.put(path, opened.content);
    return opened !== undefined;
  }

  async function remove(path: string): Promise<void> {
    const [here, copied] = [await readSum(source, path, 'sha256'), await readSum(target, path, 'sha256')];
    if (here === undefined) return;
    if (here !== copied) throw new Error('the copy differs');
    await source.delete(path);
    report.deleted += 1;
  }
}

async function sumOf(files: Files, path: string, { md5 }: StoredFile): Promise<string | undefined> {
  return md5 ?? readSum(files, path, 'md5');
}

async function readSum(files: Files, path: string, algorithm: 'md5' | 'sha256'): Promise<string | undefined> {
  const opened = await files.open(path);
  if (!opened) return undefined;
  const hash = createHash(algorithm);
  for await (const chunk of opened.content) hash.update(chunk);
  return hash.digest('hex');
}

/** Ends with the first error, when what has begun is done. */
async function eachAtOnce<Item>(
  items: AsyncIterable<Item>,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const working = new Set<Promise<void>>();
  const errors: unknown[] = [];
  for await (const item of items) {
    const done = work(item)
      .catch((error: unknown) => void errors.push(error))
      .finally(() => working.delete(done));
    working.add(done);
    if (working.size >= AT_ONCE) await Promise.race(working);
    if (errors.length > 0) break;
  }
  await Promise.all(working);
  if (errors.length > 0) throw errors[0];
}
