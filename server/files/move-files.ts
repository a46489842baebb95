import { createHash } from 'node:crypto';
import { type Files, fileFolders, type StoredFile } from '#core/platform/files.server.ts';
import { reason } from '../start-error.ts';
import { StoreError } from './s3/store-error.ts';

/** The store answers some requests while others travel. */
const AT_ONCE = 8;

export interface MoveReport {
  files: number;
  copied: number;
  deleted: number;
  /** Reasons why files were not copied or deleted. */
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
  const report: MoveReport = { files: 0, copied: 0, deleted: 0, failures: [] };
  for (const folder of fileFolders) {
    const there = new Map<string, StoredFile>();
    for await (const file of target.walk(folder)) there.set(file.name, file);
    await eachAtOnce(source.walk(folder), async (file) => {
      const path = `${folder}/${file.name}`;
      try {
        const found = there.get(file.name);
        if (!found && (await copy(path))) report.copied += 1;
        if ((found || deletesSource) && !(await isSame(path, file, found)))
          throw new Error('the target has another file of this name');
        report.files += 1;
        if (deletesSource) {
          await source.delete(path);
          report.deleted += 1;
        }
      } catch (error) {
        // The others would fail in the same way.
        if (error instanceof StoreError) throw error;
        report.failures.push(`${path}: ${reason(error)}`);
      }
      onProgress?.(report);
    });
  }
  return report;

  /** Copies a file. Returns false if it was deleted meanwhile. */
  async function copy(path: string): Promise<boolean> {
    const content = await source.open(path);
    if (content) await target.put(path, content);
    return content !== undefined;
  }

  /** Reads both files before a deletion. Otherwise the sums that the stores know are enough. */
  async function isSame(path: string, file: StoredFile, found: StoredFile | undefined): Promise<boolean> {
    if (found && found.size !== file.size) return false;
    const sumOf = async (side: Files, known: string | undefined) =>
      (deletesSource ? undefined : known) ?? (await readSum(side, path));
    return (await sumOf(source, file.md5)) === (await sumOf(target, found?.md5));
  }
}

async function readSum(files: Files, path: string): Promise<string | undefined> {
  const content = await files.open(path);
  if (!content) return undefined;
  const hash = createHash('md5');
  for await (const chunk of content) hash.update(chunk);
  return hash.digest('hex');
}

/** Works on several items at once. After an error, finishes what has begun, and throws the first one. */
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
