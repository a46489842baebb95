import type { StoredFile } from '#core/platform/files.server.ts';

/** File systems refuse longer names. */
export const FILE_NAME = /^[a-z]{1,40}\/[a-z\d-]{1,100}\.[a-z]{1,10}$/;
export const FOLDER_NAME = /^[a-z]+$/;

export function checkName(name: string, pattern: RegExp): string {
  if (!pattern.test(name)) throw new Error(`Invalid file name ${name}`);
  return name;
}

/** Lists a page of names with the defaults of Spec §9, Storage. */
export async function listPage(
  files: AsyncIterable<StoredFile>,
  { limit = 100, offset = 0 }: { limit?: number; offset?: number } = {},
): Promise<string[]> {
  const names: string[] = [];
  let index = 0;
  for await (const { name } of files) {
    if (names.length >= limit) break;
    if (index >= offset) names.push(name);
    index += 1;
  }
  return names;
}

/** All chunks except the last one have this size. */
export async function* inChunks(
  content: Uint8Array | AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<Buffer<ArrayBuffer>> {
  let chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const given of content instanceof Uint8Array ? [content] : content) {
    for (let start = 0; start < given.length;) {
      const chunk = given.subarray(start, start + size - bytes);
      chunks.push(chunk);
      bytes += chunk.length;
      start += chunk.length;
      if (bytes < size) continue;
      yield Buffer.concat(chunks);
      chunks = [];
      bytes = 0;
    }
  }
  if (bytes > 0) yield Buffer.concat(chunks);
}
