import { LRUCache } from 'lru-cache';
import type { Files } from '#core/platform/files.server.ts';

/** A file that another process deletes stays in memory for this long at most. */
const TTL_MS = 10 * 60 * 1_000;

/** Larger files are not kept. A part's picture is smaller, even in its largest size. */
const MAX_FILE_BYTES = 1024 * 1024;

type Content = Awaited<ReturnType<Files['get']>>;

/** Keeps the most recently read files in memory. Concurrent reads of a file are one. */
export function keepFiles(files: Files, maxBytes: number): Files {
  const kept = new LRUCache<string, NonNullable<Content>>({
    maxSize: maxBytes,
    maxEntrySize: MAX_FILE_BYTES,
    sizeCalculation: (content) => content.length || 1,
    ttl: TTL_MS,
  });
  const reading = new Map<string, Promise<Content>>();
  return {
    ...files,
    get(name) {
      const content = kept.get(name);
      if (content) return Promise.resolve(content);
      const begun = reading.get(name);
      if (begun) return begun;
      const read = files
        .get(name)
        .then((found) => {
          if (found && reading.get(name) === read) kept.set(name, found);
          return found;
        })
        .finally(() => {
          if (reading.get(name) === read) reading.delete(name);
        });
      reading.set(name, read);
      return read;
    },
    async delete(name) {
      await files.delete(name);
      kept.delete(name);
      reading.delete(name);
    },
  };
}
